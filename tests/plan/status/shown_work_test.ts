import assert from "node:assert/strict";
import { loggedWork } from "../../../lib/plan/log/logged_work.ts";
import type { RepoSnapshot } from "../../../lib/plan/history/repo_snapshot.ts";
import { shownWork } from "../../../lib/plan/status/shown_work.ts";
import { findWork } from "../../../lib/plan/undo/work_target.ts";
import { planText, writes } from "../../support/plans.ts";
import { configOf, journalOf, projectOf, repositoryOf } from "../../support/project.ts";

const FILES: Readonly<Record<string, string | null>> = {
  "ROADMAP.md": "- [ ] **Phase 1: Base** - x\n- [ ] **Phase 2: More** - x\n",
  "phases/01-base/01-01-PLAN.md": planText({ plan: "01", tasks: [writes("a.txt"), writes("b.txt")] }),
  "phases/02-more/02-CONTEXT.md": null,
};
const COMPLETE = new Set([".planning/phases/01-base/01-01-SUMMARY.md"]);

/** The next commands after showing a phase, plan or task. */
function nextOf(
  text: string,
  repository: Partial<RepoSnapshot> = {},
  files: Readonly<Record<string, string>> = {},
): readonly string[] {
  const project = projectOf({ ...FILES, ...files });
  const target = findWork(text, project, []);
  assert.ok(target.kind !== "refused");
  const shared = repositoryOf(repository);
  const { journal } = shared;
  return shownWork({
    target,
    status: { project, config: configOf(), repository: { shared, own: new Map() } },
    branch: "main",
    journal,
    commits: [],
    changed: new Map(),
    files: [],
    logged: loggedWork([]),
    used: [],
    discussed: "",
  }).next;
}

const TICKED = { "ROADMAP.md": FILES["ROADMAP.md"]!.replaceAll("[ ]", "[x]") };

Deno.test("open work that is shown is executed next, and one commit of the rest can be seen", () => {
  const journal = journalOf({ "01-01": [1] });
  assert.deepEqual(nextOf("1"), ["wf execute-phase 1"]);
  assert.deepEqual(nextOf("1", { journal }), ["wf execute-phase 1", "git show 01-01/1"]);
  assert.deepEqual(nextOf("01-01", { journal }), ["wf execute-phase 1", "git show 01-01/1"]);
  assert.deepEqual(nextOf("01-01/1", { journal }), ["git show 01-01/1"]);
  assert.deepEqual(nextOf("01-01/2", { journal }), ["wf execute-phase 1"]);
});

Deno.test("a phase that is shown is verified, planned, or done, and is never executed in vain", () => {
  assert.deepEqual(nextOf("1", { committed: COMPLETE }), ["wf verify-phase 1"]);
  assert.deepEqual(nextOf("2"), ["wf discuss-phase 2", "wf agents"]);
  assert.deepEqual(nextOf("1", {}, TICKED), ["wf status"]);
  assert.deepEqual(nextOf("1", { committed: COMPLETE }, TICKED), ["wf status"]);
  assert.deepEqual(nextOf("2", {}, TICKED), ["wf status"]);
});

Deno.test("work of a phase that only the roadmap lists cannot be shown, and is not called unknown", () => {
  const project = projectOf({ "ROADMAP.md": "### Phase 3: Later\n" });
  const target = findWork("3", project, []);
  assert.ok(target.kind === "refused");
  assert.equal(target.message, "Phase 03 (Later) has no plans yet");
});
