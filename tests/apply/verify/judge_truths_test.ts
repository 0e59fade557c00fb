import assert from "node:assert/strict";
import { agentJudge } from "../../../lib/apply/verify/judge_truths.ts";
import { planText, writes } from "../../support/plans.ts";
import { configOf, phaseOf, projectOf } from "../../support/project.ts";
import { host } from "../../support/repository.ts";
import { dataAnswer, ScriptedAgent } from "../agent/scripted_agent.ts";

const PROJECT = projectOf({
  "phases/01-base/01-01-PLAN.md": planText({ plan: "01", tasks: [writes("a.txt")] }),
  "phases/01-base/01-VALIDATION.md": "",
  "ROADMAP.md": "### Phase 1: Base\n**Goal**: People count\n**Success Criteria**:\n1. Three follows two\n",
});
const TRUTHS = [{ plan: "01-01", truth: "It counts" }, { plan: "01-01", truth: "It looks good" }];

async function judge(agent: ScriptedAgent, signal = new AbortController().signal) {
  const notices: string[] = [];
  const answer = await agentJudge({
    host,
    agent,
    config: configOf(),
    directory: "/w",
    project: PROJECT,
    phase: phaseOf(PROJECT, "1"),
    permit: () => Promise.resolve({ kind: "allow" }),
    signal,
    notice: (message) => void notices.push(message),
  })(TRUTHS);
  return { answer, verdicts: answer && "verdicts" in answer ? answer.verdicts : undefined, notices };
}

Deno.test("an agent's judgements become verdicts, with its evidence", async () => {
  const truths = [
    { number: 1, verdict: "verified", evidence: "/w/a.txt:1" },
    { number: 2, verdict: "needs_person", evidence: "Look at it" },
  ];
  const agent = new ScriptedAgent([dataAnswer({ truths })]);
  const { verdicts } = await judge(agent);
  assert.deepEqual(verdicts, [
    { ...TRUTHS[0], outcome: "verified", by: "agent", note: "a.txt:1" },
    { ...TRUTHS[1], outcome: "unverified", by: "agent", note: "Look at it" },
  ]);
  assert.equal(agent.sessions[0]!.role, "verification");
  for (
    const part of [
      "1. It counts\n2. It looks good",
      "01-01-PLAN.md`",
      "01-01-SUMMARY.md`",
      "- `test -f a.txt`",
      "01-VALIDATION.md`",
      "The goal: People count",
      "Try to show that it is not",
      "Tests that assert nothing",
    ]
  ) {
    assert.ok(agent.prompts[0]!.includes(part), part);
  }
});

Deno.test("a truth that is left out or judged twice is asked for again", async () => {
  const one = { number: 1, verdict: "failed", evidence: "No" };
  const agent = new ScriptedAgent([
    dataAnswer({ truths: [one, one] }),
    dataAnswer({ truths: [one, { ...one, number: 2 }] }),
  ]);
  assert.deepEqual((await judge(agent)).verdicts!.map(({ outcome }) => outcome), ["failed", "failed"]);
  assert.match(agent.prompts[1]!, /- Statement 1 is judged 2 times\n- Statement 2 is judged not at all/);
});

Deno.test("where the agent fails the truths are left to a person", async () => {
  const { verdicts, notices } = await judge(new ScriptedAgent(["No idea."]));
  assert.deepEqual(verdicts, []);
  assert.match(notices.at(-1)!, /The truths could not be judged, so you have to/);
});

Deno.test("an interruption is not a verdict", async () => {
  const controller = new AbortController();
  const agent = new ScriptedAgent([() => {
    controller.abort();
    return Promise.resolve("");
  }, { kind: "cancelled" }]);
  assert.equal((await judge(agent, controller.signal)).verdicts, undefined);
});
