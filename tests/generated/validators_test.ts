import assert from "node:assert/strict";
import { mock, plan } from "../../generated/validators.mjs";
import type { Validator } from "../../schemas/validator.ts";

const FRONTMATTER = {
  phase: "03-auth",
  plan: "01",
  type: "execute",
  wave: 1,
  depends_on: [],
  files_modified: ["src/login.ts"],
  autonomous: true,
  must_haves: { truths: ["A user can log in"] },
};
const ARTIFACT = { path: "src/login.ts", provides: "The form" };
const mustHaves = (fields: object) => ({ ...FRONTMATTER, must_haves: { truths: ["A"], ...fields } });

const GOOD: readonly [what: string, validator: Validator<unknown>, value: unknown][] = [
  ["a plan with the required keys", plan, FRONTMATTER],
  ["a plan with keys of its own", plan, { ...FRONTMATTER, tags: ["auth"] }],
  ["must-haves with keys of their own", plan, mustHaves({ prohibitions: [] })],
  ["an artifact with keys of its own", plan, mustHaves({ artifacts: [{ ...ARTIFACT, kind: "ui" }] })],
];

const BAD: readonly [
  what: string,
  validator: Validator<unknown>,
  value: unknown,
  errors: readonly string[],
][] = [
  ["a plan that is a list", plan, [], [" type"]],
  ["a plan without its keys", plan, {}, Array(8).fill(" required")],
  ["a plan whose number was not read as text", plan, { ...FRONTMATTER, plan: 1 }, ["/plan type"]],
  ["an unknown type of plan", plan, { ...FRONTMATTER, type: "tddx" }, ["/type enum"]],
  ["a negative wave", plan, { ...FRONTMATTER, wave: -1 }, ["/wave minimum"]],
  ["wave 1.5", plan, { ...FRONTMATTER, wave: 1.5 }, ["/wave type"]],
  ["a dependency that is not text", plan, { ...FRONTMATTER, depends_on: ["01-01", 2] }, [
    "/depends_on/1 type",
  ]],
  ["no truths", plan, mustHaves({ truths: [] }), ["/must_haves/truths minItems"]],
  ["an artifact without a path", plan, mustHaves({ artifacts: [{ provides: "x" }] }), [
    "/must_haves/artifacts/0 required",
  ]],
  ["two errors at once", plan, { ...FRONTMATTER, wave: "1", autonomous: "yes" }, [
    "/wave type",
    "/autonomous type",
  ]],
];

for (const [what, validator, value] of GOOD) {
  Deno.test(`the validators accept ${what}`, () => {
    assert.equal(validator(value), true, JSON.stringify(validator.errors));
    assert.equal(validator.errors, null);
  });
}

for (const [what, validator, value, errors] of BAD) {
  Deno.test(`the validators refuse ${what}`, () => {
    assert.equal(validator(value), false);
    assert.deepEqual(
      validator.errors?.map((error) => `${error.instancePath} ${error.keyword}`).sort(),
      [...errors].sort(),
    );
    assert.ok(validator.errors?.every(({ message }) => message !== ""));
  });
}

Deno.test("the validators name the key that is missing, unknown or out of range", () => {
  plan({ ...FRONTMATTER, wave: undefined, type: "x" });
  assert.deepEqual(plan.errors?.map(({ params }) => params), [
    { missingProperty: "wave" },
    { allowedValues: ["execute", "tdd"] },
  ]);
  mock({ rules: [], gti: {} });
  assert.deepEqual(mock.errors?.map(({ params }) => params), [{ additionalProperty: "gti" }]);
});

Deno.test("the validators import nothing", async () => {
  const code = await Deno.readTextFile(new URL("../../generated/validators.mjs", import.meta.url));
  assert.doesNotMatch(code, /\brequire\(|\bimport\b|node:/);
  assert.equal(code.split("\n")[0], '// @ts-self-types="./validators.d.mts"');
});
