import assert from "node:assert/strict";
import { smallProject } from "../support/plans.ts";
import { start, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";

/** How often a run is killed in each test. `deno task soak` sets more. */
const KILLS = Number(Deno.env.get("WF_KILLS") ?? 4);
const SEED = Number(Deno.env.get("WF_KILL_SEED") ?? 20);
const STRATEGIES = [
  { name: "none", config: { mode: "yolo" }, args: [] },
  { name: "phase, squashed", config: { mode: "yolo", git: { branching_strategy: "phase" } }, args: [] },
  {
    name: "phase, merged with history",
    config: { mode: "yolo", git: { branching_strategy: "phase" } },
    args: ["--answer", "merge=history"],
  },
];

/** Numbers from 0 to 1 that are the same for the same seed. */
function* randoms(seed: number): Generator<number> {
  for (let state = seed;;) {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}

/** What a run leaves: branches with their subjects and files, and the working tree. */
async function result(folder: Folder): Promise<string> {
  const branches = (await folder.git("for-each-ref", "--format=%(refname)", "refs/heads")).split("\n");
  const parts = [await folder.git("branch", "--show-current"), await folder.git("status", "--porcelain")];
  for (const branch of branches) {
    parts.push(
      branch,
      (await folder.subjects(branch)).join("\n"),
      await folder.git("ls-tree", "-r", "--name-only", branch),
    );
  }
  return parts.join("\n");
}

for (const { name, config, args } of STRATEGIES) {
  Deno.test(`however often a run is killed, its history ends the same: strategy ${name}`, async () => {
    const command = ["execute-phase", "1", ...args];
    await using undisturbed = await repository(smallProject(config));
    const started = performance.now();
    assert.equal((await wf(command, { cwd: undisturbed.path })).code, 0);
    const whole = performance.now() - started;
    const expected = await result(undisturbed);
    const random = randoms(SEED);
    for (let kills = 0; kills < KILLS;) {
      await using folder = await repository(smallProject(config));
      for (let tries = 0;; tries++) {
        // Every other time as long as a whole run may take, so that each moment is met and the end is reached.
        const moment = random.next().value! * whole * (tries % 2 === 0 ? 1 : 1.5);
        const run = start(command, { cwd: folder.path });
        const timer = setTimeout(() => {
          run.kill("SIGKILL");
          kills++;
        }, moment);
        const { code, stderr } = await run.output();
        clearTimeout(timer);
        if (code === 0) break;
        assert.equal(code, 137, `seed ${SEED}, kill ${kills}: ${new TextDecoder().decode(stderr)}`);
      }
      assert.equal(await result(folder), expected, `seed ${SEED}, kill ${kills}`);
    }
  });
}
