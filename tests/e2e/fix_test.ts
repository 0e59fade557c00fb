import assert from "node:assert/strict";
import { schemaProblems } from "../deps/ajv.ts";
import { planText, smallProject, writes } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { Folder, repository } from "../support/repository.ts";

const FIRST = ".planning/phases/01-base/01-01-PLAN.md";
const SECOND = ".planning/phases/01-base/01-02-PLAN.md";
/** Its wave is not the computed one, and a file of its task is not listed. */
const SLIPPED = planText({ plan: "02", wave: 4, dependsOn: ["01-01"], tasks: [writes("src/c.txt")] });
const MENDED = planText({
  plan: "02",
  wave: 2,
  dependsOn: ["01-01"],
  files: ["src/c.txt"],
  tasks: [writes("src/c.txt")],
})
  .replace('["src/c.txt"]', "[src/c.txt]");

Deno.test("validate --fix applies unambiguous fixes, lists them, and does nothing the second time", async () => {
  await using folder = await Folder.make({ ...smallProject(), [SECOND]: SLIPPED });
  const found = await wf(["validate"], { cwd: folder.path });
  assert.match(found.stdout, /\n! 2 plans in 5 files checked: 2 warnings \(2 fixable with --fix\)\n$/);
  const { code, stdout, stderr } = await wf(["validate", "--fix"], { cwd: folder.path });
  assert.deepEqual([code, stderr], [0, ""]);
  assert.equal(
    stdout,
    `Fixed 2 findings in 1 file\n  ${SECOND}\n    Set wave to 2\n    Add src/c.txt to files_modified\n\n` +
      "✓ 2 plans checked: no findings\n",
  );
  assert.equal(await folder.read(SECOND), MENDED);
  const again = await wf(["validate", "--fix"], { cwd: folder.path });
  assert.equal(again.stdout, "Nothing to fix\n\n✓ 2 plans checked: no findings\n");
});

Deno.test("validate --fix --dry-run shows a diff that git applies, and writes nothing", async () => {
  await using folder = await repository({ ...smallProject(), [SECOND]: SLIPPED.replaceAll("\n", "\r\n") });
  const { code, stdout } = await wf(["validate", "--fix", "--dry-run"], { cwd: folder.path });
  assert.equal(code, 0);
  assert.match(stdout, /^-wave: 4\r\n\+wave: 2\r$/m);
  assert.match(stdout, /^Would fix 2 findings in 1 file$/m);
  assert.equal(await folder.git("status", "--short"), "");
  const json = await wf(["validate", "--fix", "--dry-run", "--json"], { cwd: folder.path });
  const result = JSON.parse(json.stdout);
  assert.equal(await schemaProblems("validate", result), "");
  assert.deepEqual([result.written, result.diagnostics], [[], []]);
  await folder.write({ "fix.diff": result.diff });
  await folder.git("apply", "fix.diff");
  assert.equal(await folder.read(SECOND), MENDED.replaceAll("\n", "\r\n"));
});

Deno.test("validate --fix --json reports applied fixes and remaining findings, and exits with 1 for an error", async () => {
  await using folder = await Folder.make({
    ...smallProject({ parallelization: true, modes: 1 }),
    [SECOND]: SLIPPED.replace("01-01", "01-07"),
  });
  const { code, stdout } = await wf(["validate", "--fix", "--json"], { cwd: folder.path });
  assert.equal(code, 1);
  const result = JSON.parse(stdout);
  assert.equal(await schemaProblems("validate", result), "");
  assert.deepEqual(result.fixed, [
    {
      code: "config-legacy",
      path: ".planning/config.json",
      title: 'Write `"parallelization": { "enabled": true }`',
    },
    { code: "files-not-listed", path: SECOND, title: "Add src/c.txt to files_modified" },
  ]);
  assert.deepEqual(result.written, [".planning/config.json", SECOND]);
  assert.deepEqual(result.diagnostics.map((found: { code: string }) => found.code), [
    "config-unknown-key",
    "unknown-dependency",
  ]);
});

Deno.test("validate --fix with a path fixes only the named files", async () => {
  const first = planText({ plan: "01", files: ["a.txt"], tasks: [writes("a.txt")] }).replace(
    "wave: 1",
    "wave: '1'",
  );
  await using folder = await Folder.make({ ...smallProject(), [FIRST]: first, [SECOND]: SLIPPED });
  await wf(["validate", "--fix", SECOND], { cwd: folder.path });
  assert.equal(await folder.read(FIRST), first);
  assert.match(await folder.read(SECOND), /\[src\/c\.txt\]/);
});

Deno.test("validate --fix writes neither through a link out of the project nor over bytes it cannot read", async () => {
  await using outside = await Folder.make({ "plan.md": SLIPPED });
  await using folder = await Folder.make(smallProject());
  await Deno.remove(`${folder.path}/${SECOND}`);
  await Deno.symlink(`${outside.path}/plan.md`, `${folder.path}/${SECOND}`);
  const bytes = new Uint8Array([
    ...new TextEncoder().encode(
      planText({ plan: "01", tasks: [writes("a")] }).replace("wave: 1", "wave: '1'"),
    ),
    0xff,
  ]);
  await Deno.writeFile(`${folder.path}/${FIRST}`, bytes);
  const { stdout } = await wf(["validate", "--fix"], { cwd: folder.path });
  assert.equal(await outside.read("plan.md"), SLIPPED);
  assert.deepEqual(await Deno.readFile(`${folder.path}/${FIRST}`), bytes);
  assert.match(
    stdout,
    /This was not read: it is a link that points outside the project\n {2}\S+01-02-PLAN\.md/,
  );
  assert.match(stdout, /Not changed: \S+01-01-PLAN\.md, because it may contain bytes that are not UTF-8/);
});

Deno.test("validate --fix does not change a read-only file, and reports that", async () => {
  await using folder = await Folder.make({ ...smallProject(), [SECOND]: SLIPPED });
  await Deno.chmod(`${folder.path}/${SECOND}`, 0o444);
  const { stdout } = await wf(["validate", "--fix"], { cwd: folder.path });
  assert.equal(await folder.read(SECOND), SLIPPED);
  assert.match(stdout, /Not changed: \S+01-02-PLAN\.md, because it is read-only/);
});

const CONTRADICTIONS: readonly (readonly [args: readonly string[], message: RegExp])[] = [
  [["--json", "--format", "sarif"], /Cannot print --json and --format sarif at once/],
  [["--dry-run"], /--dry-run needs --fix/],
  [["--staged", "--fix"], /Cannot fix staged files.*\n.*git add/],
];

for (const [args, message] of CONTRADICTIONS) {
  Deno.test(`validate ${args.join(" ")} is refused with a reason`, async () => {
    await using folder = await Folder.make(smallProject());
    const { code, stderr } = await wf(["validate", ...args], { cwd: folder.path });
    assert.equal(code, 2);
    assert.match(stderr, message);
  });
}

Deno.test("validate --format sarif and github name files from the root of the repository", async () => {
  const files = Object.entries({ ...smallProject(), [SECOND]: SLIPPED });
  await using folder = await repository(
    Object.fromEntries(files.map(([path, text]) => [`apps/web/${path}`, text])),
  );
  const cwd = `${folder.path}/apps/web`;
  const github = await wf(["validate", "--format", "github"], { cwd });
  assert.match(github.stdout, new RegExp(`^::warning file=apps/web/${SECOND},line=5,`, "m"));
  const sarif = await wf(["validate", "--format", "sarif"], { cwd });
  const [run] = JSON.parse(sarif.stdout).runs;
  const { artifactLocation } = run.results[0].locations[0].physicalLocation;
  assert.deepEqual(artifactLocation, { uri: `apps/web/${SECOND}`, uriBaseId: "%SRCROOT%" });
});
