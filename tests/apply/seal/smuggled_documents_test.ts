import assert from "node:assert/strict";
import { commitPaths } from "../../../lib/apply/git/commit/commit.ts";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import { withoutSmuggled } from "../../../lib/apply/seal/smuggled_documents.ts";
import { host, repository } from "../../support/repository.ts";

Deno.test("settings that a hook adds at the root of the repository count also for a project in a folder", async () => {
  await using folder = await repository({ "app/.planning/a.md": "a\n", "app/a.txt": "a\n" });
  await folder.hook("pre-commit", "mkdir -p .claude; echo x > .claude/settings.json; git add .claude");
  await folder.write({ "app/a.txt": "b\n" });
  const opened = await openRepository(host, `${folder.path}/app`);
  const request = { message: "mine\n", paths: ["app/a.txt"] };
  const made = await commitPaths(opened.git, request);
  const result = await withoutSmuggled(made, request, { repository: opened, declared: [], files: {} });
  assert.equal(result.kind, "refused");
  assert.equal(await folder.git("log", "--format=%h", "--", ".claude"), "");
});
