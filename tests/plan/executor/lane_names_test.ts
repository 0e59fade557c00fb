import assert from "node:assert/strict";
import { fc } from "../../deps/fast_check.ts";
import {
  coordinatorRef,
  laneRef,
  projectId,
  readJob,
  REFS,
  subjectToken,
} from "../../../lib/plan/executor/lane_names.ts";

const BASE = "0".repeat(40);

Deno.test("a job survives its way through a queue", () => {
  const job = { run: "03-1f2e", lane: "03-01", base: BASE };
  assert.deepEqual(readJob(JSON.stringify({ ...job, more: "ignored" })), job);
});

const UNSAFE: readonly unknown[] = [
  "../heads/main",
  "a/b",
  "-f",
  "a..b",
  "a.lock",
  "a.",
  "a b",
  "a:b",
  "a*",
  "",
  7,
  undefined,
];
for (const lane of UNSAFE) {
  Deno.test(`a job whose lane is ${JSON.stringify(lane)} is refused`, () => {
    assert.equal(readJob(JSON.stringify({ run: "1", lane, base: BASE })), undefined);
    assert.equal(readJob(JSON.stringify({ run: lane, lane: "01-01", base: BASE })), undefined);
  });
}

Deno.test("a job that is not JSON, or whose base is not a commit, is refused", () => {
  for (const text of ["", "{", "null", "[]", '{"run":"1","lane":"01-01","base":"HEAD"}']) {
    assert.equal(readJob(text), undefined, text);
  }
});

Deno.test("any text that passes as a job names a ref below refs/wf/", () => {
  fc.assert(fc.property(fc.string(), fc.string(), (run, lane) => {
    const job = readJob(JSON.stringify({ run, lane, base: BASE }));
    if (job === undefined) return;
    assert.match(laneRef(job), new RegExp(`^${REFS}[^/\\s:*?~^]+/[^/\\s:*?~^]+$`));
  }));
});

Deno.test("a token of a subject has no dot, space or wildcard, and different texts have different ones", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
    const token = subjectToken(text);
    assert.doesNotMatch(token, /[\s.*>]/);
    assert.equal(decodeURIComponent(token), text);
  }));
});

Deno.test("projects of one repository have different IDs and coordinators", () => {
  assert.notEqual(projectId(BASE, ""), projectId(BASE, "app"));
  assert.equal(coordinatorRef("03", ""), "refs/wf/coordinator/03");
  assert.equal(coordinatorRef("03", "apps/web"), "refs/wf/coordinator/apps-web.03");
});
