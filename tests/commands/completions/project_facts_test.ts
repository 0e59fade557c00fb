import assert from "node:assert/strict";
import { findProjectRoot, loadProject } from "../../../lib/apply/files/load_project.ts";
import { projectFacts } from "../../../lib/commands/completions/project_facts.ts";
import { demoFiles } from "../../../lib/demo/files.ts";
import { HostError } from "../../../lib/host/host.ts";
import { MemoryHost } from "../../support/memory_host.ts";
import { printPhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import { smallProject } from "../../support/plans.ts";

const PHASES = "/p/.planning/phases";

function hostOf(files: Readonly<Record<string, string>>): MemoryHost {
  const paths = Object.entries(files).map(([path, text]) => [`/p/${path}`, text]);
  return new MemoryHost({ files: Object.fromEntries(paths), cwd: "/p" });
}

/** Plans named in the ways that are found in the field. */
const named = {
  ".planning/phases/11-core/11-PLAN.md": "---\nwave: 1\n---\n",
  ".planning/phases/12-auth/12-auth-02-PLAN.md": "---\nwave: 1\n---\n",
  ".planning/phases/12-auth/PLAN.md": "---\nplan: 3\n---\n",
  ".planning/phases/12-auth/12-10-PLAN.md": '---\nplan: "10"\n---\n',
};
const projects = { "demo": demoFiles, "small project": smallProject(), "project of many names": named };

for (const [name, files] of Object.entries(projects)) {
  Deno.test(`projectFacts() of the ${name} returns the same plans as the parser`, async () => {
    const host = hostOf(files);
    const project = await loadProject(host, (await findProjectRoot(host, PHASES))!);
    const { phases, plans } = await projectFacts(host, PHASES);
    assert.deepEqual(plans.map(({ value }) => value), project.plans.all.map(({ id }) => id));
    for (const phase of project.phases) {
      const fact = phases.find(({ number }) => number === printPhaseNumber(phase.number));
      assert.ok(fact?.description.startsWith(`${phase.name}: `), fact?.description);
    }
  });
}

Deno.test("projectFacts() returns phases without plans and the progress of the others", async () => {
  const host = hostOf({
    ...smallProject(),
    ".planning/phases/01-base/01-01-SUMMARY.md": "",
    ".planning/phases/10-not-listed/x.md": "",
    ".planning/phases/notes/01-01-PLAN.md": "",
  });
  const { phases, plans } = await projectFacts(host, "/p");
  assert.deepEqual(phases, [
    { number: "01", description: "Base: 1 of 2 plans done" },
    { number: "02", description: "More: no plans yet" },
    { number: "10", description: "not listed: no plans yet" },
  ]);
  assert.deepEqual(plans.map(({ value, description }) => [value, description]), [
    ["01-01", "Done: Build part 01."],
    ["01-02", "Build part 02."],
  ]);
});

Deno.test("projectFacts() of a folder outside of a project is empty", async () => {
  assert.deepEqual(await projectFacts(new MemoryHost(), "/"), { phases: [], plans: [] });
});

Deno.test("projectFacts() omits unreadable files", async () => {
  class Locked extends MemoryHost {
    override readText(path: string): Promise<string> {
      return Promise.reject(new HostError("no-permission", path, "no"));
    }
  }
  const host = new Locked({ files: { [`${PHASES}/01-base/01-02-PLAN.md`]: "", [`${PHASES}/zz`]: "" } });
  const { phases, plans } = await projectFacts(host, "/p");
  assert.deepEqual(phases, [{ number: "01", description: "base: 0 of 1 plans done" }]);
  assert.deepEqual(plans.map(({ value }) => value), ["01-02"]);
});
