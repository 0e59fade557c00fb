/** The prompts that agents get, over each protocol. */
import assert from "node:assert/strict";
import type { Instruction } from "../../schemas/instruction.ts";
import {
  ANSWER_MARK,
  countOf,
  DEPENDENT_PLAN,
  FIRST_MARKS,
  FOREIGN_MARKS,
  MARKED_DOCUMENTS,
  MARKED_PLAN,
  PLAN_MARKS,
  THIRD_MARKS,
} from "../support/marked_plan.ts";
import { program, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { fromRoot } from "../support/root.ts";
import { homeIn } from "../support/wide.ts";

const ROADMAP = `# Roadmap

- [ ] **Phase 1: Base** - the beginning

### Phase 1: Base
**Plans**: 2 plans

- [ ] 01-01-PLAN.md — first
- [ ] 01-02-PLAN.md — second
`;

/** A project with the marked plans; what its agent reads on standard input is kept in `.git/stdin`. */
async function marked(agent: string, command: readonly string[], plan = MARKED_PLAN): Promise<Folder> {
  const script = `tee -a .git/stdin | exec ${command.map((word) => `'${word}'`).join(" ")}\n`;
  return await repository({
    ".planning/config.json": JSON.stringify({
      gates: { confirm_plan: false, execute_next_plan: false },
      safety: { always_confirm_destructive: false, always_confirm_external_services: false },
      workflow: { verifier: false },
      agent: { name: agent, command: "sh agent.sh" },
    }),
    ...MARKED_DOCUMENTS,
    ".planning/ROADMAP.md": ROADMAP,
    ".planning/phases/01-base/01-01-PLAN.md": plan,
    ".planning/phases/01-base/01-02-PLAN.md": DEPENDENT_PLAN,
    "agent.sh": script,
  });
}

/** The prompts that the agent was given, in order. */
async function prompts(folder: Folder): Promise<readonly string[]> {
  const lines = (await folder.read(".git/stdin")).split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line)).flatMap((message) => {
    const content = message.params?.prompt ?? message.message?.content;
    return content === undefined ? [] : [content.map(({ text }: { text: string }) => text).join("\n")];
  });
}

function requireMarks(text: string, marks: readonly string[], times: number): void {
  for (const mark of marks) assert.equal(countOf(text, mark), times, `${mark}\n\n${text}`);
}

const [deno, ...words] = program();
const AGENTS: readonly (readonly [string, readonly string[]])[] = [
  ["custom", [deno, ...words.flat(), "mock-agent"]],
  ["claude-cli", [
    Deno.execPath(),
    "run",
    "--quiet",
    "-A",
    fromRoot("tests/apply/agent/claude_cli_agent.ts"),
  ]],
];

for (const [agent, command] of AGENTS) {
  Deno.test(`${agent} gets every part of a plan, each where it belongs, and the answers before it`, async () => {
    await using folder = await marked(agent, command);
    const options = { cwd: folder.path, env: homeIn(folder) };
    const { code, stderr } = await wf(["execute-phase", "1", "--answer", "01-01/2=blue"], options);
    assert.equal(code, 0, stderr);
    const seen = await prompts(folder);
    assert.equal(seen.length, 3, seen.join("\n---\n"));
    const [first, third, next] = seen as [string, string, string];
    requireMarks(first, [...PLAN_MARKS, ...FIRST_MARKS], 1);
    requireMarks(first, [...THIRD_MARKS, ANSWER_MARK, ...FOREIGN_MARKS], 0);
    requireMarks(third, [...THIRD_MARKS, `- Task 2, ${ANSWER_MARK}`], 1);
    requireMarks(third, [...PLAN_MARKS, ...FIRST_MARKS], 0);
    requireMarks(next, ["Q-objective", "Q-truth", "Q-name", "Q-action", "Q-verify", "Q-done"], 1);
    requireMarks(next, [`- Plan 01-01, task 2, ${ANSWER_MARK}`, "**P-objective**", "# S-indirect"], 1);
    const summary = await folder.read(".planning/phases/01-base/01-01-SUMMARY.md");
    assert.match(summary, /^## Answers\n\n- Task 2, choose a color: blue \(T2-blue\)\n\n/m);
  });
}

Deno.test("a run that is resumed in the middle of a plan passes on the whole plan, and the answers that an earlier run got", async () => {
  const failing = MARKED_PLAN.replace("T3-verify", "T3-verify <automated>test -f .git/ready</automated>");
  await using folder = await marked("custom", AGENTS[0]![1], failing);
  const options = { cwd: folder.path, env: homeIn(folder) };
  const stopped = await wf(["execute-phase", "1", "--answer", "01-01/2=blue"], options);
  assert.equal(stopped.code, 1, stopped.stderr);
  await Deno.remove(`${folder.path}/.git/stdin`);
  await Deno.writeTextFile(`${folder.path}/.git/ready`, "");
  // Without it, the finished task is committed as it is.
  const { code, stderr } = await wf(["execute-phase", "1", "--restart"], options);
  assert.equal(code, 0, stderr);
  const [third, next] = await prompts(folder);
  requireMarks(third!, [...PLAN_MARKS, ...THIRD_MARKS, `- Task 2, ${ANSWER_MARK}`], 1);
  requireMarks(third!, [...FOREIGN_MARKS, "T1-action"], 0);
  assert.match(third!, /# Done so far\n\n- task 1: [0-9a-f]{7} feat\(01-01\): t1-name\n- task 2: /i);
  requireMarks(next!, [`- Plan 01-01, task 2, ${ANSWER_MARK}`], 1);
});

Deno.test("the user's finding at a checkpoint reaches the tasks after it", async () => {
  const LOOK = `<task type="checkpoint:human-verify" gate="blocking">
  <name>Look at it</name>
  <what-built>A page</what-built>
  <how-to-verify>Open it</how-to-verify>
</task>`;
  const looks = MARKED_PLAN.replace(/<task type="checkpoint:decision"[^]*?<\/task>/, LOOK);
  await using folder = await marked("custom", AGENTS[0]![1], looks);
  const options = { cwd: folder.path, env: homeIn(folder) };
  const answer = "01-01/2=Make it blue, please";
  const waiting = await wf(["execute-phase", "1", "--answer", answer], options);
  assert.equal(waiting.code, 3, waiting.stderr);
  const { code, stderr } = await wf(["execute-phase", "1", "--answer", "01-01/2=approved"], options);
  assert.equal(code, 0, stderr);
  const mark = "- Task 2, look at it: Make it blue, please; then approved";
  const seen = await prompts(folder);
  assert.ok(
    seen.some((prompt) => /A person checked the result[^]*\n```\nMake it blue, please\n```/.test(prompt)),
  );
  requireMarks(seen.find((prompt) => prompt.includes("T3-action"))!, [mark], 1);
});

Deno.test("an answer reaches the plans of another phase that depend on its plan through others, also after a squash", async () => {
  await using folder = await marked("custom", AGENTS[0]![1]);
  const later = DEPENDENT_PLAN.replace("phase: 01-base", "phase: 02-next").replace('plan: "02"', 'plan: "01"')
    .replace('depends_on: ["01-01"]', 'depends_on: ["01-02"]').replaceAll("Q-", "Z-");
  const config = JSON.parse(await folder.read(".planning/config.json"));
  await folder.write({
    ".planning/phases/02-next/02-01-PLAN.md": later,
    ".planning/ROADMAP.md": `${ROADMAP}\n### Phase 2: Next\n**Plans**: 1 plans\n`,
    ".planning/config.json": JSON.stringify({ ...config, git: { branching_strategy: "phase" } }),
  });
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", "--message=next");
  const options = { cwd: folder.path, env: homeIn(folder) };
  const answers = ["--answer", "01-01/2=blue", "--answer", "merge=squash"];
  const first = await wf(["execute-phase", "1", ...answers], options);
  assert.equal(first.code, 0, first.stderr);
  const second = await wf(["execute-phase", "2", "--answer", "merge=skip"], options);
  assert.equal(second.code, 0, second.stderr);
  const last = (await prompts(folder)).at(-1)!;
  requireMarks(last, ["Z-action", `- Plan 01-01, task 2, ${ANSWER_MARK}`], 1);
});

Deno.test("a hosting agent gets every part of a plan and the answers before its task", async () => {
  await using folder = await marked("custom", ["true"]);
  const call = async (
    ...args: readonly string[]
  ): Promise<Extract<Instruction, { kind: "task" }>["task"]> => {
    const { stdout, stderr } = await wf([...args, "--json"], { cwd: folder.path, env: homeIn(folder) });
    const instruction: Instruction = JSON.parse(stdout || stderr);
    assert.equal(instruction.kind, "task", stdout);
    return (instruction as Extract<Instruction, { kind: "task" }>).task;
  };
  const run = ["execute-phase", "1", "--answer", "01-01/2=blue"];
  const first = await call("next", ...run);
  requireMarks(first.prompt, [...PLAN_MARKS, ...FIRST_MARKS], 1);
  requireMarks(first.prompt, [ANSWER_MARK, ...FOREIGN_MARKS], 0);
  await call("report", first.token, "done").catch(() => {});
  const third = await call("next", ...run);
  requireMarks(third.prompt, [...PLAN_MARKS, ...THIRD_MARKS, `- Task 2, ${ANSWER_MARK}`], 1);
  const next = await call("report", third.token, "done");
  requireMarks(next.prompt, ["Q-objective", "Q-action", `- Plan 01-01, task 2, ${ANSWER_MARK}`], 1);
});
