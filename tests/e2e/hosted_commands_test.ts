import assert from "node:assert/strict";
import type { HostedTask, Instruction } from "../../schemas/instruction.ts";
import { planText, writes } from "../support/plans.ts";
import { schemaProblems } from "../deps/ajv.ts";
import { call, follow } from "../support/hosting.ts";
import { type Folder, repository } from "../support/repository.ts";

const PHASE = ".planning/phases/01-base";

const PROJECT = {
  what: "A shop for tea.",
  core_value: "People buy tea",
  requirements: [{ id: "SHOP-01", text: "A user can buy tea" }],
  later: [],
  out_of_scope: [],
  constraints: [],
};
const ROADMAP = {
  phases: [{
    name: "Base",
    summary: "Tea is sold",
    goal: "People buy tea",
    requirements: ["SHOP-01"],
    success_criteria: ["A user buys tea"],
    depends_on: [],
  }],
};
const QUESTION = {
  question: "Which tea?",
  why: "",
  recommended: "green",
  alternatives: ["black"],
};

/** The work of a host by its token: the files that it writes, and its answer. */
type Work = Readonly<Record<string, { readonly files?: Readonly<Record<string, string>>; readonly answer?: unknown }>>;

/** Follows instructions to their end, and returns the tokens and the questions in order, and the end. */
async function host(
  folder: Folder,
  first: Instruction,
  work: Work,
  answers: Readonly<Record<string, string>> = {},
): Promise<readonly [steps: readonly string[], end: Instruction]> {
  const steps: string[] = [];
  let instruction = first;
  for (let count = 0; count < 30; count++) {
    assert.equal(await schemaProblems("instruction", instruction), "");
    if (instruction.kind === "ask") {
      const { question, answers: given }: typeof instruction = instruction;
      steps.push(question.id);
      const value = answers[question.id] ?? question.choices[0]!.value;
      instruction = await follow(folder, given.find((one) => one.value === value)!.command);
    } else if (instruction.kind === "task") {
      const { token, done, answer }: HostedTask = instruction.task;
      steps.push(token);
      const own = work[token];
      assert.ok(own !== undefined, `${token}: ${JSON.stringify(instruction)}`);
      await folder.write(own.files ?? {});
      assert.equal(answer, own.answer === undefined ? undefined : true);
      instruction = await follow(folder, done, ...own.answer === undefined ? [] : [JSON.stringify(own.answer)]);
    } else return [steps, instruction];
  }
  throw new Error(`It does not end: ${steps.join(", ")}`);
}

Deno.test("a host takes a project from its description to the verified phase, without another agent", async () => {
  await using folder = await repository({ "README.md": "mine\n" });
  const ask = await call(folder, "next", "new-project", "Shop");
  assert.ok(ask.kind === "ask" && ask.own !== undefined);
  const described = await call(folder, "next", "new-project", "Shop", "--answer", "description=Sell tea");
  const [created, project] = await host(folder, described, {
    "project#1": { answer: { wrong: true } },
    "project#2": { answer: PROJECT },
    "project#3": { answer: ROADMAP },
  });
  assert.deepEqual(created, ["project#1", "project#2", "confirm_project", "project#3", "confirm_phases", "confirm_roadmap"]);
  assert.equal(project.kind, "done", JSON.stringify(project));
  assert.equal(await folder.has(".planning/.new-project.json"), false);

  const discuss = await call(folder, "next", "discuss-phase", "1");
  const [discussed, decisions] = await host(folder, discuss, {
    "discussion#1": { answer: { boundary: "Tea only", questions: [QUESTION] } },
  });
  assert.deepEqual(discussed, ["discussion#1", "D-01"]);
  assert.equal(decisions.kind, "done", JSON.stringify(decisions));

  const plan = await call(folder, "next", "plan-phase", "1");
  const [planned, plans] = await host(folder, plan, {});
  assert.deepEqual(planned, []);
  assert.equal(plans.kind, "done");
});
