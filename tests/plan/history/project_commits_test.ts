import assert from "node:assert/strict";
import type { JournalCommit } from "../../../lib/plan/history/journal.ts";
import { ownCommits, projectOfDocument } from "../../../lib/plan/history/project_commits.ts";

const task = (commit: string, project?: string): JournalCommit => {
  const named = project === undefined ? {} : { project };
  return { commit, subject: "feat(01-01): x", plan: "01-01", task: 1, ...named };
};
const plan = (commit: string): JournalCommit => ({ commit, subject: "docs", plan: "01-01", task: undefined });

/** The commits that are a project's own, in their order. */
function own(
  name: string,
  commits: readonly JournalCommit[],
  paths: Readonly<Record<string, readonly string[]>> = {},
  others: readonly string[] = ["api", "web", ""],
): string {
  const found = ownCommits(commits, { name, others }, { paths: new Map(Object.entries(paths)) });
  return found.map(({ commit }) => commit).join(" ");
}

Deno.test("ownCommits() assigns a commit to the project it names", () => {
  const commits = [task("a", "api"), task("b", "web"), task("c", "api")];
  assert.equal(own("api", commits), "a c");
  assert.equal(own("web", commits), "b");
  assert.equal(own("", commits), "");
});

Deno.test("ownCommits() assigns a commit to the workstream it names, whether others exist or not", () => {
  const [crm, web] = [".planning/workstreams/crm", ".planning/workstreams/web"];
  const commits = [task("a", crm), task("b", web), task("c"), task("d", `api/${crm}`)];
  const all = [crm, web, "api", `api/${crm}`];
  for (const others of [all, ["api", `api/${crm}`]]) {
    assert.equal(own(crm, commits, {}, others), "a");
    assert.equal(own(web, commits, {}, others), "b");
    assert.equal(own("", commits, {}, others), "c");
    assert.equal(own(`api/${crm}`, commits, {}, all), "d");
  }
});

Deno.test("ownCommits() keeps the titles of a squash that names no workstream, with the paths that it touches", () => {
  const name = "api/.planning/workstreams/crm";
  const titled = { commit: "a", titled: { plan: "01-01", subject: "feat(01-01): x" } };
  const paths = new Map([["a", ["api/a.txt", "web/b.txt"]]]);
  const found = ownCommits([titled, { ...titled, project: "web" }], { name, others: [] }, { paths });
  assert.deepEqual(found, [{ ...titled, touched: ["a.txt"] }]);
});

Deno.test("ownCommits() includes commits of a project that no longer exists, which may have been moved", () => {
  assert.equal(own("services/api", [task("a", "api"), task("b", "web")], {}, ["web"]), "a");
});

Deno.test("ownCommits() assigns other commits by the paths they touch", () => {
  const commits = [plan("d"), task("c"), task("b"), task("a")];
  const paths = { d: ["api/.planning/STATE.md"], c: ["api/x"], b: ["web/x", "api/x"], a: ["web/y"] };
  assert.equal(own("web", commits, paths), "b a");
  assert.equal(own("api", [...commits, plan("e")], { ...paths, e: ["web/.planning/STATE.md"] }), "d c b");
});

Deno.test("ownCommits() includes ambiguous commits: without paths, or with paths in no project", () => {
  const commits = [plan("d"), task("c"), { commit: "r", reverts: ["1234567"] }, task("a")];
  assert.equal(own("web", commits, { d: ["api/.planning/STATE.md"], a: ["shared/x"] }, ["api"]), "c r a");
});

Deno.test("ownCommits() does not mistake a folder with samples for a project", () => {
  const paths = { b: [".planning/STATE.md"], a: ["fixtures/.planning/STATE.md", "fixtures/x"] };
  assert.equal(own("", [plan("b"), task("a")], paths, ["fixtures"]), "b a");
});

Deno.test("projectOfDocument() returns the project or the workstream of a document", () => {
  assert.equal(projectOfDocument("a b/api/.planning/STATE.md"), "a b/api");
  assert.equal(projectOfDocument(".planning/STATE.md"), "");
  assert.equal(
    projectOfDocument("api/.planning/workstreams/crm/phases/01-a/x"),
    "api/.planning/workstreams/crm",
  );
  assert.equal(projectOfDocument("api/src/x.planning/y"), undefined);
});
