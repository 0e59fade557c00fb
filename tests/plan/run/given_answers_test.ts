import assert from "node:assert/strict";
import {
  answerLines,
  answersInSummary,
  answersOf,
  plansBefore,
} from "../../../lib/plan/run/given_answers.ts";
import type { JournalEntry } from "../../../lib/plan/history/journal.ts";
import { planText, writes } from "../../support/plans.ts";
import { projectOf } from "../../support/project.ts";

const DECISION = `<task type="checkpoint:decision"><name>Choose: a store</name>
<options><option id="pg"><name>PostgreSQL</name></option></options></task>`;
const LOOK = '<task type="checkpoint:human-verify"><name>Look</name></task>';

const project = projectOf({
  "phases/01-base/01-01-PLAN.md": planText({ plan: "01", tasks: [writes("a"), DECISION, LOOK] }),
  "phases/01-base/01-02-PLAN.md": planText({
    plan: "02",
    wave: 2,
    dependsOn: ["01-01"],
    tasks: [writes("b")],
  }),
  "phases/02-more/02-01-PLAN.md": planText({
    phase: "02-more",
    plan: "01",
    dependsOn: ["01-02", "01-01"],
    tasks: [writes("c")],
  }),
  "phases/02-more/02-02-PLAN.md": planText({ phase: "02-more", plan: "02", tasks: [writes("d")] }),
});
const planOf = (id: string) => project.plans.byId.get(id)!;
const COMMIT: JournalEntry = { commit: "c1", subject: "x" };

Deno.test("answersOf() returns the answers, with the names of options", () => {
  const entries = new Map([
    [1, COMMIT],
    [2, { ...COMMIT, answers: ["pg"] }],
    [3, { ...COMMIT, answers: ["No title", "approved"] }],
  ]);
  assert.deepEqual(answersOf(planOf("01-01"), entries), [
    { plan: "01-01", task: 2, name: "choose: a store", answers: ["pg (PostgreSQL)"] },
    { plan: "01-01", task: 3, name: "look", answers: ["No title", "approved"] },
  ]);
});

Deno.test("plansBefore() returns direct and indirect dependencies, each once", () => {
  assert.deepEqual(plansBefore(planOf("02-01"), project).map(({ id }) => id), ["01-01", "01-02"]);
  assert.deepEqual(plansBefore(planOf("02-02"), project), []);
});

Deno.test("answersInSummary() reads the answers that a summary lists", () => {
  const entries = new Map([[2, { ...COMMIT, answers: ["pg"] }]]);
  const lines = answerLines(answersOf(planOf("01-01"), entries));
  assert.deepEqual(lines, ["- Task 2, choose: a store: pg (PostgreSQL)"]);
  const summary = `# Summary\n\n## Answers\n\n${lines.join("\n")}\n`;
  assert.deepEqual(answersInSummary(planOf("01-01"), summary), answersOf(planOf("01-01"), entries));
  assert.deepEqual(answersInSummary(planOf("01-01"), "# Summary\n"), []);
});

Deno.test("answers that name no option, or an option by its own name, are kept as they are", () => {
  const choose = `<task type="checkpoint:decision"><name>Choose</name>
<options><option id="pg"><name>PostgreSQL</name></option><option id="none"><name>none</name></option></options></task>`;
  const files = { "phases/01-base/01-01-PLAN.md": planText({ plan: "01", tasks: [choose] }) };
  const plan = projectOf(files).plans.byId.get("01-01")!;
  const entries = new Map([[1, { ...COMMIT, answers: ["none", "a third one", "pg"] }]]);
  const [given] = answersOf(plan, entries);
  assert.deepEqual(given!.answers, ["none", "a third one", "pg (PostgreSQL)"]);
  assert.deepEqual(answerLines([given!]), ["- Task 1, choose: none; then a third one; then pg (PostgreSQL)"]);
  const [read] = answersInSummary(plan, "- Task 1, choose: none \r\n");
  assert.deepEqual(read!.answers, ["none"]);
});

Deno.test("plansBefore() passes over dependencies that are not there, and circles", () => {
  const text = (plan: string, dependsOn: readonly string[]) =>
    planText({ plan, dependsOn, tasks: [writes("a")] });
  const { plans } = projectOf({});
  assert.equal(plans.byId.size, 0);
  const circle = projectOf({
    "phases/01-base/01-01-PLAN.md": text("01", ["01-02", "09-09"]),
    "phases/01-base/01-02-PLAN.md": text("02", ["01-01"]),
  });
  const before = (id: string) => plansBefore(circle.plans.byId.get(id)!, circle).map((plan) => plan.id);
  assert.deepEqual([before("01-01"), before("01-02")], [["01-02"], ["01-01"]]);
});
