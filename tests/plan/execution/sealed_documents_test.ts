import assert from "node:assert/strict";
import { judgeRequest } from "../../../lib/permissions/judge_request.ts";
import {
  isSealed,
  isSealedSettings,
  SEALED_QUESTION,
  sealedQuestion,
  taskWritable,
} from "../../../lib/plan/execution/sealed_documents.ts";
import { configOf } from "../../support/project.ts";

const DECLARED = ["src/", ".planning/docs/api.md", ".planning/phases/01-base/"];

for (
  const [path, sealed] of [
    ["src/a.ts", false],
    ["docs/.planning/notes.md", false],
    [".planning", true],
    [".planning/", true],
    ["./.planning//notes.md", true],
    [".planning/config.json", true],
    [".planning/notes.md", true],
    [".Planning/notes.md", true],
    [".planning/docs/api.md", false],
    [".planning/phases/01-base/api.json", false],
    [".planning/phases/01-base/explanation.md", false],
    [".planning/phases/01-base/01-02-PLAN.md", true],
    [".planning/phases/01-base/01-02-plan.md", true],
    [".planning/phases/01-base/01-PLAN-02.md", true],
    [".planning/phases/01-base/01-02-SUMMARY.md", true],
    [".planning/phases/01-base/01-VERIFICATION.md", true],
    [".planning/phases/01-base/.gitignore", true],
    [".planning/phases/01-base/.gitattributes", true],
    [".planning/STATE.md", true],
    [".planning/ROADMAP.md", true],
    [".planning/REQUIREMENTS.md", true],
  ] as const
) {
  Deno.test(`${path} is ${sealed ? "" : "not "}sealed while a plan runs`, () => {
    assert.equal(isSealed(path, DECLARED), sealed);
  });
}

Deno.test("a plan that declares the whole project declares no document", () => {
  assert.equal(isSealed(".planning/notes.md", ["./", "**"]), true);
});

for (
  const [path, hooks, declared, sealed] of [
    ["tools/hooks/pre-commit", "tools/hooks", [], true],
    ["tools/hooks/lib/run.sh", "tools/hooks", ["tools/"], true],
    ["tools/hooks/pre-commit", "tools/hooks", ["tools/hooks/pre-commit"], false],
    ["tools/hooks/commit-msg", "tools/hooks", ["tools/hooks/pre-commit"], true],
    ["Tools/Hooks/pre-commit", "tools/hooks", [], true],
    ["tools/hooks.md", "tools/hooks", [], false],
    ["tools/hooks/pre-commit", undefined, [], false],
    ["../tools/hooks/pre-commit", "../tools/hooks", [], true],
    [".husky/pre-commit", undefined, [".husky/pre-commit"], false],
    [".pre-commit-config.yaml", undefined, [], true],
    ["../lefthook.yml", undefined, [], true],
    [".config/lefthook.toml", undefined, [], true],
    [".config/other.toml", undefined, [], false],
    [".git/hooks/pre-commit", undefined, [".git/hooks/pre-commit"], true],
  ] as const
) {
  const where = hooks === undefined ? "without hooks in the project" : `with hooks in ${hooks}`;
  Deno.test(`${path} is ${sealed ? "" : "not "}sealed, ${where}, if a plan declares [${declared}]`, () => {
    assert.equal(isSealedSettings(path, declared, hooks), sealed);
  });
}

const { mode, safety } = configOf({
  mode: "yolo",
  "safety.always_confirm_destructive": false,
  "safety.always_confirm_external_services": false,
});

function verdict(
  request: { readonly kind: string; readonly command?: string; readonly path?: string },
): string {
  const { kind, command, path } = request;
  const { kind: decided, ...rest } = judgeRequest({
    kind,
    id: "",
    raw: "",
    tool: "",
    title: command ?? "Edit",
    ...(command === undefined ? {} : { command }),
    paths: path === undefined ? [] : [{ path, intent: "write" }],
    diffs: [],
  }, { directory: "/project", checks: [], mode, safety, writable: taskWritable(DECLARED) });
  return decided === "deny" ? `deny ${"reason" in rest ? rest.reason : ""}` : decided;
}

for (
  const request of [
    { kind: "edit", path: "/project/.planning/phases/01-base/01-02-PLAN.md" },
    { kind: "edit", path: ".planning/notes.md" },
    { kind: "execute", command: "echo x > .planning/phases/01-base/01-02-PLAN.md" },
    { kind: "execute", command: "sed -i s/a/b/ .planning/phases/01-base/01-01-PLAN.md" },
    { kind: "execute", command: "rm -r .planning/phases" },
    { kind: "execute", command: "mv .planning gone" },
    { kind: "execute", command: "cp x.md .planning/phases/01-base/01-03-SUMMARY.md" },
  ]
) {
  Deno.test(`an executor is denied ${request.command ?? request.path}, and learns why`, () => {
    assert.match(
      verdict(request),
      /^deny .*may write no plan and no other document below \.planning\//,
    );
  });
}

Deno.test("an executor may write code, and the documents that its plan declares", () => {
  assert.equal(verdict({ kind: "edit", path: "/project/src/a.ts" }), "allow");
  assert.equal(verdict({ kind: "edit", path: "/project/.planning/docs/api.md" }), "allow");
});

Deno.test("what becomes of changed documents is asked with their paths, and only as one of two choices", () => {
  const { id, details, choices, open } = sealedQuestion("01-01/1", ["a.md", "b.md"]);
  assert.deepEqual([id, SEALED_QUESTION, open], ["planning", "planning", false]);
  assert.deepEqual(details.split("\n").map((line) => line.trim()), ["a.md", "b.md"]);
  assert.deepEqual(choices.map(({ value }) => value), ["restore", "keep"]);
});
