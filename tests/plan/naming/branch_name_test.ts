import assert from "node:assert/strict";
import { parsePhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import { branchProblem } from "../../../lib/parse/config/branch_problem.ts";
import { milestoneBranchName, phaseBranchName } from "../../../lib/plan/naming/branch_name.ts";

const AUTHENTICATION = { number: parsePhaseNumber("3")!, name: "User Authentication" };
const MVP = { version: "v1.0", name: "MVP" };

const PHASE_TEMPLATES = [
  ["wf/phase-{phase}-{slug}", "wf/phase-03-user-authentication"],
  ["feature/{phase}-{slug}", "feature/03-user-authentication"],
  ["phase-{phase}", "phase-03"],
  ["{slug}-phase-{phase}", "user-authentication-phase-03"],
] as const;

for (const [template, branch] of PHASE_TEMPLATES) {
  Deno.test(`phaseBranchName() makes ${branch} of ${template}`, () => {
    assert.deepEqual(phaseBranchName(template, AUTHENTICATION), { kind: "name", branch });
  });
}

const MILESTONE_TEMPLATES = [
  ["wf/{milestone}-{slug}", "wf/v1.0-mvp"],
  ["release/{milestone}", "release/v1.0"],
  ["{milestone}/{slug}", "v1.0/mvp"],
  ["milestone-{slug}", "milestone-mvp"],
] as const;

for (const [template, branch] of MILESTONE_TEMPLATES) {
  Deno.test(`milestoneBranchName() makes ${branch} of ${template}`, () => {
    assert.deepEqual(milestoneBranchName(template, MVP), { kind: "name", branch });
  });
}

for (
  const [number, printed] of [["1", "01"], ["3", "03"], ["12", "12"], ["2.1", "02.1"], ["12a", "12A"], [
    "1028",
    "1028",
  ]] as const
) {
  Deno.test(`phase ${number} stands as ${printed} in a branch name`, () => {
    const result = phaseBranchName("p-{phase}", { number: parsePhaseNumber(number)!, name: "x" });
    assert.deepEqual(result, { kind: "name", branch: `p-${printed}` });
  });
}

Deno.test("a variable may stand twice in a template", () => {
  const result = phaseBranchName("{slug}/{slug}", AUTHENTICATION);
  assert.deepEqual(result, { kind: "name", branch: "user-authentication/user-authentication" });
});

Deno.test("a phase name in braces is not read as a variable", () => {
  const result = milestoneBranchName("{milestone}-{slug}", { version: "v1{slug}", name: "x" });
  assert.deepEqual(result, { kind: "name", branch: "v1{slug}-x" });
});

const REFUSED = [
  ["wf/{phas}-{slug}", 'Unknown variable {phas} in "wf/{phas}-{slug}", expected {phase}'],
  ["wf/{Slug}", 'Unknown variable {Slug} in "wf/{Slug}", expected {slug}'],
  ["wf/{milestone}", 'Unknown variable {milestone} in "wf/{milestone}", expected {phase} or {slug}'],
  ["wf/{toString}", 'Unknown variable {toString} in "wf/{toString}", expected {phase} or {slug}'],
  ["wf/{}", 'Unknown variable {} in "wf/{}", expected {phase} or {slug}'],
  ["wf/{phase-{slug}", 'A brace in "wf/{phase-{slug}" belongs to no variable'],
  ["wf/phase}-{slug}", 'A brace in "wf/phase}-{slug}" belongs to no variable'],
  ["", '"" is not a branch name: it is empty'],
  ["wf {phase}", '"wf 03" is not a branch name: it contains a space'],
  ["wf:{phase}", '"wf:03" is not a branch name: it contains ":"'],
  ["/{phase}", '"/03" is not a branch name: a part between slashes is empty'],
  ["-{phase}", '"-03" is not a branch name: it begins with a hyphen'],
  ["{phase}.lock", '"03.lock" is not a branch name: a part ends with .lock'],
  ["wf/.{phase}", '"wf/.03" is not a branch name: a part begins with a dot'],
] as const;

for (const [template, message] of REFUSED) {
  Deno.test(`phaseBranchName() refuses the template "${template}"`, () => {
    assert.deepEqual(phaseBranchName(template, AUTHENTICATION), { kind: "invalid", message });
  });
}

Deno.test("a slug is cut only as far as the rest of its part needs", () => {
  const name = (length: number) =>
    phaseBranchName("wf/p-{phase}-{slug}", {
      number: AUTHENTICATION.number,
      name: "x".repeat(length),
    });
  assert.deepEqual(name(245), { kind: "name", branch: `wf/p-03-${"x".repeat(245)}` });
  assert.deepEqual(name(280), name(245));
});

Deno.test("a template or a version without room for a slug is refused", () => {
  const message = /between slashes is longer than 250 bytes$/;
  for (const version of ["v".repeat(249), "認".repeat(84)]) {
    const result = milestoneBranchName("{milestone}-{slug}", { version, name: "abcdef" });
    assert.ok(result.kind === "invalid");
    assert.match(result.message, message);
  }
});

Deno.test("milestoneBranchName() refuses a version that git does not accept", () => {
  const result = milestoneBranchName("wf/{milestone}", { version: "v1..0", name: "x" });
  assert.deepEqual(result, {
    kind: "invalid",
    message: '"wf/v1..0" is not a branch name: it contains two dots in a row',
  });
});

Deno.test("branchProblem() accepts common names", () => {
  for (
    const name of [
      "main",
      "feature/a",
      "wf/v1.0-mvp",
      "a.b",
      "käse/認証",
      "a@b",
      "@a",
      "a/@",
      "x{y}",
      "a'b",
      "#1",
    ]
  ) {
    assert.equal(branchProblem(name), undefined, name);
  }
});
