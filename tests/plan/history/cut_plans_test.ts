import assert from "node:assert/strict";
import { cutPlans } from "../../../lib/plan/history/cut_plans.ts";
import { type JournalCommit, readJournal } from "../../../lib/plan/history/journal.ts";
import { projectOf } from "../../support/project.ts";
import { smallProject } from "../../support/plans.ts";

/** A plan with two tasks, and one that depends on it. */
const PROJECT = projectOf(
  Object.fromEntries(
    Object.entries(smallProject()).map(([path, text]) => [path.replace(/^\.planning\//, ""), text]),
  ),
);

/** Returns the plans whose commits may be missing, given commits such as `01-01/2`, `01-01` or `again 01-01/2`. */
function cut(newest: readonly string[], older: readonly string[] = ["01-01", "01-02"]): string {
  const commits = newest.map((name, index): JournalCommit => {
    const commit = `c${newest.length - index}`;
    const [, again, plan = "", task] = /^(again )?([^/]+)(?:\/(\d))?$/.exec(name)!;
    if (again !== undefined) return { commit, again: { plan, task: Number(task) } };
    return { commit, subject: name, plan, task: task === undefined ? undefined : Number(task) };
  });
  const read = readJournal(commits, () => true);
  const isOlder = ({ id }: { readonly id: string }) => older.includes(id);
  return [...cutPlans({ project: PROJECT, commits, read, isOlder })].join(" ");
}

Deno.test("cutPlans() returns the plans whose tasks may be older than the history of a shallow clone", () => {
  assert.equal(cut([]), "01-01 01-02");
  assert.equal(cut(["01-01/2"]), "01-01 01-02");
  assert.equal(cut(["01-02/2"]), "01-01 01-02");
});

Deno.test("cutPlans() leaves out plans of which the history has all or the first task, and those after them", () => {
  assert.equal(cut(["01-01/2", "01-01/1"]), "");
  assert.equal(cut(["01-01/1"]), "");
  assert.equal(cut(["01-02/1"]), "01-01");
  assert.equal(cut(["01-01"]), "01-01");
});

Deno.test("cutPlans() leaves out plans that are newer than the boundary", () => {
  assert.equal(cut([], ["01-01"]), "01-01");
  assert.equal(cut([], []), "");
});

Deno.test("cutPlans() does not take a task that is executed again for the first one", () => {
  assert.equal(cut(["01-01/1", "again 01-01/1"]), "01-01 01-02");
  assert.equal(cut(["01-01", "again 01-01/1"]), "01-01 01-02");
});
