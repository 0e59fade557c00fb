/** Asks git itself; the only tests of this folder that run a program. */
import assert from "node:assert/strict";
import { parsePhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import { branchProblem } from "../../../lib/parse/config/branch_problem.ts";
import { milestoneBranchName, phaseBranchName } from "../../../lib/plan/naming/branch_name.ts";
import { byteLength } from "../../../lib/text/bytes.ts";
import { fc } from "../../deps/fast_check.ts";

/** Reports for each name whether git accepts it, in order. */
function gitTakes(names: readonly string[]): Promise<readonly boolean[]> {
  return Promise.all(names.map(async (name) => {
    const git = new Deno.Command("git", {
      args: ["check-ref-format", "--branch", name],
      env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", GIT_DIR: "/nowhere" },
      stdout: "null",
      stderr: "null",
    });
    return (await git.output()).success;
  }));
}

async function agrees(names: readonly string[]): Promise<void> {
  const taken = await gitTakes(names);
  for (const [index, name] of names.entries()) {
    assert.equal(branchProblem(name) === undefined, taken[index], JSON.stringify(name));
  }
}

Deno.test("branchProblem() agrees with git about the cases its rules name", async () => {
  await agrees([
    ..."HEAD head HEAD/a a/HEAD @/a a/@ @a a@ @@ a@b @{ a@{b @{-1} @{u} a@{u} { } {a} -a - -- a/-b a-"
      .split(" "),
    ..."/ /a a/ a//b . .. .a a. a.b a..b a/.b a./b a/b. .lock a.lock a.lock/b a.lockb lock a.Lock".split(" "),
    ..."a~b a^b a:b a?b a*b a[b a]b a\\b a|b a<b a'b a\"b a;b a$b a!b a#b a%b a&b a(b a,b a`b a+b".split(" "),
    ...[
      "a b",
      " a",
      "a ",
      "a\tb",
      "a\nb",
      "a\rb",
      "a\u007fb",
      "a\u0001",
      "a\u0080b",
      "ä",
      "認証",
      "🚀",
      "\u200b",
    ],
    "a".repeat(200),
    "refs/heads/a",
  ]);
});

Deno.test("branchProblem() refuses @, which git would create and then read as HEAD", () => {
  assert.match(branchProblem("@") ?? "", /HEAD/);
});

Deno.test("branchProblem() agrees with git about any name", async () => {
  const part = fc.constantFrom(
    ...["a", "b1", ".", "..", "/", "-", "@", "{", "}", ".lock", "HEAD", "~", " ", "é", "\\", "*"],
  );
  const names = fc.sample(fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("")), {
    numRuns: 120,
    seed: 20260101,
  });
  await agrees([...new Set(names)].filter((name) => name !== "@"));
});

Deno.test("git accepts every name of a template, whose parts fit into the name of a file", async () => {
  const names = fc.sample(
    fc.tuple(
      fc.constantFrom("wf/phase-{phase}-{slug}", "{slug}", "{slug}/{phase}", "x.{slug}-{slug}"),
      fc.oneof(
        fc.string({ unit: "grapheme", maxLength: 12 }),
        fc.string({ unit: "grapheme", minLength: 240, maxLength: 400 }),
        fc.stringMatching(/^[a-z ]{230,260}$/),
      ),
      fc.stringMatching(/^v?[\w.~/-]{1,5}$/),
    ),
    { numRuns: 60, seed: 7 },
  ).flatMap(([template, name, version]) => [
    phaseBranchName(template, { number: parsePhaseNumber("12A")!, name }),
    milestoneBranchName(template.replace("{phase}", "{milestone}"), { version, name }),
  ]).flatMap((result) => result.kind === "name" ? [result.branch] : []);
  assert.ok(names.length > 60);
  for (const part of names.flatMap((name) => name.split("/"))) assert.ok(byteLength(part) <= 250, part);
  assert.deepEqual((await gitTakes(names)).indexOf(false), -1);
});
