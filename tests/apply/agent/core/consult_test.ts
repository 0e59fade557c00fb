import assert from "node:assert/strict";
import { phaseQuestions } from "../../../../generated/answers.mjs";
import { Consultation, type Consulted, readAs } from "../../../../lib/apply/agent/core/consult.ts";
import { makePermit } from "../../../../lib/apply/agent/core/permissions.ts";
import { Git } from "../../../../lib/apply/git/git.ts";
import { normalizeToolCall } from "../../../../lib/permissions/normalize.ts";
import { configOf } from "../../../support/project.ts";
import { type Folder, host, repository } from "../../../support/repository.ts";
import { dataAnswer, ScriptedAgent } from "../scripted_agent.ts";

const GOOD = { boundary: "", questions: [] };

interface Asked {
  readonly result: Consulted<unknown>;
  readonly notices: readonly string[];
}

async function ask(agent: ScriptedAgent, folder?: Folder): Promise<Asked> {
  const notices: string[] = [];
  const notice = (message: string) => void notices.push(message);
  const config = configOf();
  const directory = folder?.path ?? "/w";
  const consultation = new Consultation({
    host,
    agent,
    config,
    directory,
    role: "planning",
    ...(folder === undefined ? {} : { git: await Git.open(host, directory) }),
    permit: makePermit({
      host,
      root: directory,
      offersAlways: false,
      config,
      ask: () => Promise.resolve(undefined),
      report: (event) => event.kind === "notice" && notice(event.message),
    }),
    signal: new AbortController().signal,
    notice,
  });
  const read = readAs(phaseQuestions, ({ boundary }) => boundary === "bad" ? ["The boundary is bad"] : []);
  const result = await consultation.ask({ prompt: "What is open?", read });
  await consultation.close();
  return { result, notices };
}

Deno.test("an answer that cannot be used goes back with what is wrong with it", async () => {
  const wrong = ["Nothing.", dataAnswer({ boundary: 1 }), dataAnswer({ ...GOOD, boundary: "bad" })];
  const agent = new ScriptedAgent([wrong[1]!, wrong[2]!, dataAnswer(GOOD)]);
  const { result, notices } = await ask(agent);
  assert.deepEqual(result, { kind: "answer", value: GOOD });
  assert.equal(agent.prompts[0], "What is open?");
  assert.match(agent.prompts[1]!, /^Your answer cannot be used:[^]*boundary must be string/);
  assert.match(agent.prompts[2]!, /- The boundary is bad\n/);
  assert.equal(notices.length, 2);
  const never = await ask(new ScriptedAgent([wrong[0]!]));
  assert.equal(
    never.result.kind === "failed" && never.result.message,
    "The agent's answer cannot be used: There is no fenced json block in it",
  );
});

Deno.test("an agent that fails is not asked again", async () => {
  const failure = {
    kind: "failed",
    reason: "auth",
    message: "Not logged in",
    hint: "Log in",
    output: "",
  } as const;
  const agent = new ScriptedAgent([failure]);
  assert.deepEqual((await ask(agent)).result, failure);
  assert.equal(agent.prompts.length, 1);
});

Deno.test("an agent that is only to look may read, and is refused what changes something", async () => {
  const decisions: string[] = [];
  const agent = new ScriptedAgent([async ({ onPermission }) => {
    for (const command of ["ls", "touch x", "rm -rf src"]) {
      const request = normalizeToolCall({ kind: "execute", rawInput: { command } });
      decisions.push((await onPermission(request, new AbortController().signal)).kind);
    }
    return dataAnswer(GOOD);
  }]);
  const { notices } = await ask(agent);
  assert.deepEqual(decisions, ["allow", "refuse", "refuse"]);
  assert.match(notices[0]!, /^Refused the agent: touch x \(it may only read/);
});

Deno.test("changes of an agent that may only read are reported and kept", async () => {
  await using folder = await repository();
  const agent = new ScriptedAgent([async () => {
    await folder.write({ "mine.txt": "x\n" });
    return dataAnswer(GOOD);
  }]);
  const { notices } = await ask(agent, folder);
  assert.match(notices.join("\n"), /was only allowed to read, but changed mine\.txt; wf does not undo this/);
  assert.ok(await folder.has("mine.txt"));
});
