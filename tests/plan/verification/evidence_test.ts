import assert from "node:assert/strict";
import { evidenceProblem } from "../../../lib/plan/verification/evidence.ts";
import type { FileFact } from "../../../lib/plan/verification/file_facts.ts";

const TEN: FileFact = { kind: "text", text: "x\n".repeat(10) };
const FILES: Readonly<Record<string, FileFact>> = {
  "src/a.ts": TEN,
  "src/app/[id]/(shop)/page.tsx": TEN,
  "Makefile": TEN,
  "logo.png": { kind: "unread", reason: "it is not a text file" },
  "empty.ts": { kind: "text", text: "" },
};

function problem(evidence: string): string {
  const facts = (path: string) => FILES[path];
  return evidenceProblem(evidence, { facts, known: ["src/a.ts"], passed: ["npm test -- a.test.ts"] }) ?? "";
}

const NONE = "it names no line of a file and no check that passed";
const MISSING = "src/gone.ts does not exist";

const CASES: readonly (readonly [evidence: string, problem: string])[] = [
  ["src/a.ts:10", ""],
  ["src/a.ts:10 opens the session", ""],
  ["(src/a.ts:3)", ""],
  ["see `src/a.ts:3-7`, and more", ""],
  ["src/a.ts:3:14", ""],
  ["src/a.ts#L3-L7", ""],
  ["src/a.ts, lines 3-7", ""],
  ["`src/a.ts` line 3.", ""],
  ["a.ts:3", ""],
  ["./src/a.ts:3", ""],
  ["src/app/[id]/(shop)/page.tsx:4", ""],
  ["Makefile:2 builds it", ""],
  ["npm test --  a.test.ts: 4 passed", ""],
  ['src/a.ts:3 says "x"', ""],
  ['src/a.ts:3: "x … x"', ""],
  ["`src/a.ts:3` and `npm test` passes", ""],
  ['src/a.ts:3 says "not there"', 'src/a.ts does not contain "not there"'],
  ["`src/a.ts:3` contains `gone()`", 'src/a.ts does not contain "gone()"'],
  ["src/a.ts:11", "src/a.ts has 10 lines, not 11"],
  ["src/a.ts:9-11", "src/a.ts has 10 lines, not 11"],
  ["src/a.ts:0", "src/a.ts has 10 lines, not 0"],
  ["src/a.ts:7-3", "src/a.ts has 10 lines, not 3"],
  ["src/a.ts#L11", "src/a.ts has 10 lines, not 11"],
  ["src/a.ts, line 4242", "src/a.ts has 10 lines, not 4242"],
  ["empty.ts:1", "empty.ts has 0 lines, not 1"],
  ["src/gone.ts:1", MISSING],
  ["src/a.ts:1 calls src/gone.ts:1", MISSING],
  ["npm test -- a.test.ts passed; src/gone.ts:1", MISSING],
  ["It works", NONE],
  ["src/a.ts has it", NONE],
  ["npm test passed", NONE],
  ["logo.png:1", NONE],
  ["at 12:30 on localhost:3000, http://localhost:8080/a.ts:3 and 127.0.0.1:80", NONE],
];

for (const [evidence, expected] of CASES) {
  Deno.test(`the evidence "${evidence}" ${expected === "" ? "counts" : `does not: ${expected}`}`, () => {
    assert.equal(problem(evidence), expected);
  });
}
