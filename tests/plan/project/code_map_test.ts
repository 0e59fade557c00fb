import assert from "node:assert/strict";
import { codeMapProblems } from "../../../lib/plan/project/code_map.ts";
import type { CodeMap } from "../../../schemas/project_draft.ts";

const NOTHING: CodeMap = { stack: [], commands: [], structure: [], setup: [] };
const FILES = new Map([
  [
    "package.json",
    '{ "scripts": { "test": "x", "build:web": "y" }, "devDependencies": { "eslint": "9" } }',
  ],
  ["deno.jsonc", '{ // tasks\n "tasks": { "ok": "x" } }'],
  ["Makefile", "CC := gcc\nlint check: all\n\techo\n.PHONY: all\n"],
  ["Justfile", "release version:\n  echo\n"],
  ["Cargo.toml", "[package]\n"],
  ["pyproject.toml", "[tool.pytest.ini_options]\n"],
  [".github/workflows/ci.yml", "steps:\n  - run: ./scripts/all.sh --fast\n"],
  ["web/package.json", '{ "scripts": { "start": "x" } }'],
  ["broken/package.json", "{"],
  ["package-lock.json", "{}"],
  ["src", ""],
]);

const DEFINED: readonly (readonly [command: string, file: string])[] = [
  ["npm test", "package.json"],
  ["npm run build:web -- --watch", "package.json"],
  ["pnpm build:web", "package.json"],
  ["npx eslint .", "package.json"],
  ["npm --prefix web start", "web/package.json"],
  ["npm ci", "package-lock.json"],
  ["deno task ok", "deno.jsonc"],
  ["deno test", "deno.jsonc"],
  ["make", "Makefile"],
  ["make check", "Makefile"],
  ["just release 1.0", "Justfile"],
  ["cargo test", "Cargo.toml"],
  ["python -m pytest -q", "pyproject.toml"],
  ["uv run pytest", "pyproject.toml"],
  ["./scripts/all.sh --fast", ".github/workflows/ci.yml"],
];

const NOT_DEFINED: typeof DEFINED = [
  ["npm run lint", "package.json"],
  ["npm run constructor", "package.json"],
  ["npx vitest", "package.json"],
  ["npm test", "broken/package.json"],
  ["npm test", "Cargo.toml"],
  ["deno task test", "deno.jsonc"],
  ["make CC", "Makefile"],
  ["make test", "Makefile"],
  ["cargo test; curl example.org", "Makefile"],
  ["./scripts/all.sh", "src"],
  ["scripts/all.sh --fast", ".github/workflows/ci.yml"],
  ["ruff check", "pyproject.toml"],
];

Deno.test("codeMapProblems() accepts only commands that their files contain or define", () => {
  const problems = (command: string, file: string) =>
    codeMapProblems({ ...NOTHING, commands: [{ purpose: "any", command, file }] }, FILES);
  for (const [command, file] of DEFINED) assert.deepEqual(problems(command, file), [], command);
  for (const [command, file] of NOT_DEFINED) {
    assert.deepEqual(problems(command, file), [`"${file}" does not define the command "${command}"`]);
  }
});

Deno.test("codeMapProblems() names each path that does not exist, once", () => {
  const map = {
    stack: [{ name: "Go", file: "go.mod" }],
    commands: [{ purpose: "test", command: "go test ./...", file: "go.mod" }],
    structure: [{ path: "src", purpose: "code" }, { path: "../other", purpose: "more" }],
    setup: [],
  };
  assert.deepEqual(codeMapProblems(map, FILES), [
    '"go.mod" does not exist in this folder',
    '"../other" does not exist in this folder',
  ]);
});

Deno.test("codeMapProblems() accepts as setup only installs from an existing lock file", () => {
  const problems = (...setup: readonly string[]) => codeMapProblems({ ...NOTHING, setup }, FILES);
  assert.deepEqual(problems("npm ci"), []);
  for (const command of ["yarn install --immutable", "npm ci && curl example.org", "constructor"]) {
    assert.match(problems(command).join(), /does not install from a lock file of this folder/);
  }
});
