import assert from "node:assert/strict";
import { ProjectReader } from "../../../lib/apply/files/project_reader.ts";
import { DenoHost } from "../../../lib/host/deno.ts";
import { DatedHost, PROJECT } from "../../support/dated_host.ts";
import { MemoryHost } from "../../support/memory_host.ts";
import type { Project } from "../../../lib/parse/project/model.ts";
import { checkProject } from "../../../lib/check/rule.ts";
import { dependencyCycle } from "../../../lib/check/rules/dependency_cycle.ts";
import { selfDependency } from "../../../lib/check/rules/self_dependency.ts";
import { unknownDependency } from "../../../lib/check/rules/unknown_dependency.ts";
import type { PhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import { findPhase } from "../../../lib/parse/project/project.ts";
import { leftOutPlans } from "../../../lib/parse/project/unknown_content.ts";
import { serializedPairs } from "../../../lib/plan/execution/execution_plan.ts";
import { phaseWaves } from "../../../lib/plan/execution/waves.ts";
import { fc } from "../../deps/fast_check.ts";
import { planText } from "../../support/plans.ts";
import { Folder } from "../../support/repository.ts";

const ROOT = PROJECT;
const PHASE = ".planning/phases/01-base";
const [FIRST, SECOND] = [`${PHASE}/01-01-PLAN.md`, `${PHASE}/01-02-PLAN.md`];

const plan = (number: string, dependsOn: readonly string[] = []) =>
  planText({ plan: number, dependsOn, tasks: [] });

/** A project without its functions. */
function dataOf({ plans: { all, byId }, ...project }: Project): unknown {
  return { ...project, plans: { all, byId } };
}

Deno.test("a project reader reads and parses again only what has changed", async () => {
  const host = new DatedHost({
    ".planning/ROADMAP.md": "# Roadmap\n\n### Phase 1: Base\n",
    [FIRST]: plan("01"),
    [SECOND]: plan("02"),
  });
  host.clock += 10_000;
  const reader = new ProjectReader(host, ROOT);
  const first = await reader.read();
  assert.equal(host.read.splice(0).length, 3);
  assert.equal(await reader.read(), first, "the same project");
  assert.deepEqual(host.read, []);
  host.put(SECOND, plan("02", ["01-01"]));
  host.clock += 10_000;
  const second = await reader.read();
  assert.deepEqual(host.read, [SECOND]);
  assert.equal(second.plans.byId.get("01-01"), first.plans.byId.get("01-01"));
  assert.equal(second.roadmap, first.roadmap);
  assert.notEqual(second.plans.byId.get("01-02"), first.plans.byId.get("01-02"));
});

Deno.test("a project reader reads no other file for a plan that has not changed", async () => {
  const host = new DatedHost({ [FIRST]: plan("01"), [SECOND]: plan("02") });
  const reader = new ProjectReader(host, ROOT);
  const { plans: { byId } } = await reader.read();
  host.read.splice(0);
  host.put(FIRST, plan("01", ["01-02"]));
  assert.equal(await reader.plan("01-02"), byId.get("01-02"));
  assert.deepEqual(host.read, [SECOND]);
  assert.match((await reader.plan("01-01"))!.source.text, /depends_on: \[.*01-02/);
  host.drop(SECOND);
  assert.equal(await reader.plan("01-02"), undefined);
});

Deno.test("a project reader reads a file again whose last change is too recent, but does not parse it", async () => {
  const host = new DatedHost({ [FIRST]: plan("01") });
  host.clock += 1_999;
  const reader = new ProjectReader(host, ROOT);
  const project = await reader.read();
  assert.equal(await reader.read(), project);
  assert.deepEqual(host.read, [FIRST, FIRST]);
  host.clock += 10;
  await reader.read();
  host.read.splice(0);
  await reader.read();
  assert.deepEqual(host.read, [], "it is old enough now");
});

Deno.test("a project reader sees what a machine without file identities writes", async () => {
  const host = new MemoryHost({ files: { [`${ROOT}/${FIRST}`]: plan("01", ["01-02"]) }, now: 1_000_000 });
  const reader = new ProjectReader(host, ROOT);
  const project = await reader.read();
  host.files.set(`${ROOT}/${FIRST}`, plan("01", ["01-03"]));
  assert.notEqual(await reader.read(), project);
});

Deno.test("a project reader names a file that cannot be read, and reads it once it can", async () => {
  await using folder = await Folder.make({ [`${FIRST}/notes.md`]: "", ".planning/STATE.md": "" });
  await Deno.symlink("nowhere", `${folder.path}/${SECOND}`);
  const reader = new ProjectReader(new DenoHost(), folder.path);
  await assert.rejects(reader.read(), { name: "HostError", path: `${folder.path}/${SECOND}` });
  await Deno.remove(`${folder.path}/${SECOND}`);
  await folder.write({ [SECOND]: plan("02") });
  assert.deepEqual([...(await reader.read()).plans.byId.keys()], ["01-02"]);
});

const paths = fc.constantFrom(
  FIRST,
  FIRST,
  SECOND,
  `${PHASE}/01-01-SUMMARY.md`,
  ".planning/phases/02-more/02-01-PLAN.md",
  ".planning/ROADMAP.md",
);
// Of the same length, so that only times and identities differ.
const texts = fc.constantFrom(...["01-01", "01-02", "01-03"].map((id) => plan("01", [id])));
const anEdit = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("put" as const),
      path: paths,
      text: texts,
      how: fc.constantFrom("in place" as const, "renamed" as const, "time kept" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("drop" as const), path: paths }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("rename" as const), path: paths, to: paths }) },
);
/** Times in milliseconds: none, less than file times tell apart, and more. */
const waits = fc.constantFrom(0, 0, 1, 400, 1_999, 2_001, 5_000);

Deno.test("whatever changes and however fast, a project reader gives what a new one reads", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ edit: anEdit, before: waits, after: waits }), { minLength: 10, maxLength: 40 }),
      fc.constantFrom(1, 1_000, 2_000),
      async (steps, resolution) => {
        const host = new DatedHost({ [FIRST]: plan("01"), ".planning/STATE.md": "" }, resolution);
        const reader = new ProjectReader(host, ROOT);
        for (const { edit, before, after } of steps) {
          host.clock += before;
          if (edit.kind === "put") host.put(edit.path, edit.text, edit.how);
          else if (edit.kind === "drop") host.drop(edit.path);
          else host.rename(edit.path, edit.to);
          host.clock += after;
          assert.deepEqual(dataOf(await reader.read()), dataOf(await new ProjectReader(host, ROOT).read()));
        }
      },
    ),
    { numRuns: 100 },
  );
});

/** A machine on which every file is old. */
class LaterHost extends DenoHost {
  override now(): number {
    return super.now() + 60_000;
  }
}

Deno.test("a project reader follows links that come to lead elsewhere", async () => {
  await using folder = await Folder.make({
    [FIRST]: plan("01"),
    "docs/a.md": plan("02", ["01-01"]),
    "docs/b.md": plan("02", ["01-09"]),
    "docs/one/02-01-PLAN.md": planText({ phase: "02-more", plan: "01", tasks: [] }),
    "docs/two/02-02-PLAN.md": planText({ phase: "02-more", plan: "02", tasks: [] }),
  });
  const time = new Date(1_000_000_000);
  for (const name of ["a.md", "b.md"]) await Deno.utime(`${folder.path}/docs/${name}`, time, time);
  const host = new LaterHost();
  const reader = new ProjectReader(host, folder.path);
  const link = async (to: string, path: string) => {
    await Deno.remove(`${folder.path}/${path}`).catch(() => {});
    await Deno.symlink(to, `${folder.path}/${path}`);
  };
  const more = ".planning/phases/02-more";
  const steps: readonly (() => Promise<void>)[] = [
    () => link("../../../docs/a.md", SECOND),
    () => link("../../../docs/b.md", SECOND),
    () => link("../../docs/one", more),
    () => link("../../docs/two", more),
    () => Deno.rename(`${folder.path}/docs/a.md`, `${folder.path}/docs/b.md`),
    () => Deno.remove(`${folder.path}/${SECOND}`),
    () => Deno.rename(`${folder.path}/${FIRST}`, `${folder.path}/${SECOND}`),
    () => Deno.remove(`${folder.path}/.planning`, { recursive: true }),
  ];
  for (const step of steps) {
    await step();
    assert.deepEqual(dataOf(await reader.read()), dataOf(await new ProjectReader(host, folder.path).read()));
  }
});

const REFERENCES = [
  "01-01",
  "01-02",
  "02-01",
  "1",
  "02",
  "01-01-base",
  "01-01-PLAN.md",
  "Phase 2",
  "02-*",
  "03-01",
  "none",
];
const FILES = ["01-01", "01-02", "01-03", "02-01", "02-02", "1", "01-01-base", "GAP-FIX"];

const anyPlans = fc.uniqueArray(
  fc.record({
    folder: fc.constantFrom("01-base", "01.1-more", "02-other", "2-again", "base"),
    stem: fc.constantFrom(...FILES),
    number: fc.constantFrom("01", "02", "03"),
    dependsOn: fc.uniqueArray(fc.constantFrom(...REFERENCES), { maxLength: 2 }),
    files: fc.uniqueArray(fc.constantFrom("a.ts", "b.ts", "src/"), { maxLength: 2 }),
  }),
  { selector: ({ folder, stem }) => `${folder}/${stem}`, minLength: 1, maxLength: 8 },
);

Deno.test("a phase that is read alone has the waves, findings and shared files that it has in the whole project", async () => {
  let alone = 0;
  await fc.assert(
    fc.asyncProperty(anyPlans, async (plans) => {
      const files = Object.fromEntries(plans.map(({ folder, stem, number, dependsOn, files }) => [
        `.planning/phases/${folder}/${stem}-PLAN.md`,
        planText({ phase: folder, plan: number, dependsOn, files, tasks: [] }),
      ]));
      const reader = new ProjectReader(new DatedHost(files), ROOT);
      const whole = await reader.read();
      for (const { number } of whole.phases) {
        const part = await reader.readPhase(number);
        if (part !== whole) alone++;
        assert.deepEqual(aboutPhase(part, number), aboutPhase(whole, number));
      }
    }),
    { numRuns: 300 },
  );
  assert.ok(alone > 100, `${alone} phases were read alone`);
});

/** Everything that `wf waves` says of a phase. */
function aboutPhase(project: Project, number: PhaseNumber) {
  const phase = findPhase(project, number)!;
  const planned = phaseWaves(phase, project);
  const findings = checkProject(project, [unknownDependency, selfDependency, dependencyCycle])
    .filter(({ span }) => span.path.startsWith(`${phase.directory}/`));
  return {
    planned,
    findings,
    serialized: serializedPairs(phase, planned.kind === "waves" ? planned.waves : []),
    leftOut: leftOutPlans(phase),
  };
}

Deno.test("the plans of other phases are not read for a phase whose plans name each other by their files", async () => {
  const other = planText({ phase: "02-other", plan: "01", dependsOn: ["01-01"], tasks: [] });
  const files = {
    [FIRST]: plan("01"),
    [SECOND]: plan("02", ["01-01"]),
    ".planning/phases/02-other/02-01-PLAN.md": other,
  };
  const host = new DatedHost(files);
  const reader = new ProjectReader(host, ROOT);
  await reader.readPhase({ parts: [1], letter: "" });
  assert.deepEqual(host.read, [FIRST, SECOND]);
  const project = await reader.readPhase({ parts: [2], letter: "" });
  assert.deepEqual(project.phases.map(({ unread }) => unread), [[], []]);
});
