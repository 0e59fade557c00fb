import assert from "node:assert/strict";
import { version } from "../../generated/metadata.ts";
import { smallProject } from "../support/plans.ts";
import { Folder, repository } from "../support/repository.ts";
import { fromRoot } from "../support/root.ts";
import { deno } from "./run.ts";

/** Runs the program from the checkout in a small project, with these permissions and no other. */
async function wf(permissions: readonly string[], args: readonly string[]) {
  await using project = await Folder.make(smallProject());
  return await deno(["run", "--quiet", "--no-prompt", ...permissions, fromRoot("cli.ts"), ...args], {
    cwd: project.path,
  });
}

const WITH_READ: readonly (readonly [args: readonly string[], output: RegExp])[] = [
  [["validate"], /^✓ 2 plans checked: no findings\n$/],
  [["validate", ".planning/phases/01-base/01-01-PLAN.md"], /^✓ 1 plan checked: no findings\n$/],
  [["validate", "--json"], /^\{"formatVersion":1,/],
  [["waves", "1"], /01-01[^]*01-02/],
  [["branch-name", "phase", "1"], /^\S+\n$/],
  [["schema"], /^[a-z-]+\n/],
  [["schema", "plan"], /"\$schema"/],
  [["execute-phase", "1", "--help"], /--dry-run/],
];

for (const [args, output] of WITH_READ) {
  Deno.test(`${args.join(" ")} needs no permission but to read`, async () => {
    const { code, stdout, stderr } = await wf(["--allow-read"], args);
    assert.equal(stderr, "");
    assert.match(stdout, output);
    assert.equal(code, 0);
  });
}

Deno.test("validate --staged needs no permission but to read and to run git", async () => {
  await using project = await repository(smallProject());
  await project.write({ ".planning/phases/01-base/01-02-PLAN.md": "" });
  await project.git("add", "--all");
  const permissions = ["--allow-read", "--allow-run=git"];
  const call = ["run", "--quiet", "--no-prompt", ...permissions, fromRoot("cli.ts"), "validate", "--staged"];
  const { code, stdout, stderr } = await deno(call, { cwd: project.path });
  assert.equal(stderr, "");
  assert.match(stdout, /frontmatter-missing/);
  assert.equal(code, 0);
});

const WITH_NONE: readonly (readonly [args: readonly string[], output: RegExp])[] = [
  [["--version"], new RegExp(`^${version.replaceAll(".", "[.]")}\n$`)],
  [["--help"], /^USAGE\n/],
  [["commit-message", "01-02", "feat", "add a door"], /^feat\(01-02\): add a door\n$/],
];

for (const [args, output] of WITH_NONE) {
  Deno.test(`${args.join(" ")} needs no permission at all`, async () => {
    const { code, stdout, stderr } = await wf([], args);
    assert.equal(stderr, "");
    assert.match(stdout, output);
    assert.equal(code, 0);
  });
}

Deno.test("without the permission to read, validate says so and does not ask", async () => {
  const { code, stdout, stderr } = await wf([], ["validate"]);
  assert.equal(code, 2);
  assert.equal(stdout, "");
  assert.match(stderr, /permission/);
  assert.doesNotMatch(stderr, /\n\s+at /);
});
