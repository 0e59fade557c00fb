import assert from "node:assert/strict";
import { configDefaults } from "../../../generated/metadata.ts";
import type { ExecutorName } from "../../../schemas/config.ts";
import {
  batchSystem,
  fillArguments,
  laneJobs,
  laneOfJob,
  readJobs,
} from "../../../lib/plan/executor/batch_system.ts";
import { laneRef, readRef } from "../../../lib/plan/executor/lane_names.ts";
import { fc } from "../../deps/fast_check.ts";

const system = (name: ExecutorName, own = {}) => batchSystem({ ...configDefaults.executor, name, ...own });

Deno.test("each batch system that is known by name can submit, list and cancel", () => {
  for (const name of ["slurm", "github-actions", "kubernetes"] as const) {
    const { submit, list, cancel } = system(name);
    assert.match(submit.join(" "), /\{job\}/, name);
    assert.ok(list.length > 0, name);
    assert.match(cancel.join(" "), /\{(?:job|id)\}/, name);
  }
  assert.deepEqual(system("batch"), { submit: [], list: [], cancel: [] });
});

Deno.test("a program of the configuration replaces the one that belongs to the name", () => {
  const own = system("slurm", { submit: ["my-sbatch", "{job}"] });
  assert.deepEqual(own, { ...system("slurm"), submit: ["my-sbatch", "{job}"] });
});

Deno.test("a placeholder is filled within its argument, whatever the value contains", () => {
  const filled = fillArguments(["a{job}b", "{other}", "{{.x}}", "{job}"], { job: `'; rm -rf "$HOME" {job}` });
  assert.deepEqual(filled, [`a'; rm -rf "$HOME" {job}b`, "{other}", "{{.x}}", `'; rm -rf "$HOME" {job}`]);
});

const NAMES: readonly (readonly [run: string, lane: string, name: string])[] = [
  ["03-1f2e3d4c", "03-01", "wf-03-1f2e3d4c-03-01"],
  ["03.1-1f2e3d4c", "03.1-02", "wf-03-1-1f2e3d4c-03-1-02"],
  ["A-1", "Überblick_2", "wf-a-1-uberblick-2"],
];
for (const [run, lane, name] of NAMES) {
  Deno.test(`jobs of lane ${lane} are called ${name}`, () => assert.equal(laneJobs({ run, lane }), name));
}

Deno.test("the lane of a job is found by its name, which every batch system accepts", () => {
  const part = fc.stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9._-]{0,80}$/);
  fc.assert(fc.property(part, part, fc.uuid(), (run, lane, id) => {
    const name = laneJobs({ run, lane });
    const job = `${name}-${id.slice(0, 8)}`;
    assert.equal(laneOfJob(job), name);
    assert.match(job, /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/);
    assert.ok(job.length <= 57);
  }));
});

Deno.test("a lane is read from its ref, and from no other ref", () => {
  const lane = { run: "03-1f", lane: "03-01" };
  assert.deepEqual(readRef(laneRef(lane)), lane);
  for (const ref of ["refs/heads/main", "refs/wf/a", "refs/wf/a/b/c", "refs/wf/a/..", "refs/xx/a/b"]) {
    assert.equal(readRef(ref), undefined, ref);
  }
});

Deno.test("jobs are read from lines with a name, and an ID that may be missing", () => {
  assert.deepEqual(readJobs("\nwf-1-a  17 more\n  wf-1-b\r\n\n"), [
    { job: "wf-1-a", id: "17" },
    { job: "wf-1-b", id: "wf-1-b" },
  ]);
});
