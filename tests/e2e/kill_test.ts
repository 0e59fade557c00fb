import assert from "node:assert/strict";
import {
  command,
  complete,
  randoms,
  SCENARIOS,
  startTree,
  type Undisturbed,
  undisturbed,
} from "../support/kills.ts";
import { killIfThere, wf } from "../support/program.ts";
import { repository } from "../support/repository.ts";
import { fromRoot } from "../support/root.ts";
import { homeIn } from "../support/wide.ts";

/** Number of kills at random moments in each test. `deno task soak` sets more. */
const KILLS = Number(Deno.env.get("WF_KILLS") ?? 2);
const SEED = Number(Deno.env.get("WF_KILL_SEED") ?? 20);
/** Of how many effects one is the last. `deno task soak` sets 1: each. */
const STRIDE = Number(Deno.env.get("WF_KILL_STRIDE") ?? 97);

for (const scenario of SCENARIOS) {
  let first: Promise<Undisturbed> | undefined;

  for (const victims of ["the program", "the program, git and all others"]) {
    Deno.test({
      name: `a run has the same history after random kills of ${victims}: ${scenario.name}`,
      ignore: victims !== "the program" && Deno.build.os !== "linux",
      fn: async () => {
        const { expected, whole } = await (first ??= undisturbed(scenario));
        const random = randoms(SEED);
        for (let kills = 0; kills < KILLS;) {
          await using folder = await repository(scenario.files);
          for (let tries = 0; tries < 3 && kills < KILLS; tries++) {
            const { run, killTree } = startTree(command(scenario), folder);
            const kill = victims === "the program" ? () => killIfThere(run) : killTree;
            const timer = setTimeout(kill, random.next().value! * whole);
            const { code, stderr } = await run.output();
            clearTimeout(timer);
            if (code === 0) break;
            kills++;
            assert.equal(code, 137, `seed ${SEED}, kill ${kills}: ${new TextDecoder().decode(stderr)}`);
          }
          await complete(scenario, folder, expected, `seed ${SEED}, kill ${kills}`);
        }
      },
    });
  }

  Deno.test(`a run has the same history after a kill before any effect: ${scenario.name}`, async () => {
    const program = fromRoot("tests/support/mortal_program.ts");
    const { expected, effects } = await (first ??= undisturbed(scenario));
    assert.ok(effects > 30, `${effects} effects`);
    for (let effect = 1 + SEED % STRIDE; effect <= effects; effect += STRIDE) {
      await using folder = await repository(scenario.files);
      const dying = { ...homeIn(folder), WF_DIE_AT: String(effect) };
      const { code, stderr } = await wf(command(scenario), { cwd: folder.path, env: dying, program });
      // What runs at the same time does not always come in the same order, nor as often.
      assert.ok(code === 137 || code === 0, `effect ${effect}: ${code} ${stderr}`);
      await complete(scenario, folder, expected, `effect ${effect} of ${effects}`);
    }
  });
}
