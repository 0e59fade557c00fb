/**
 * Kills runs of random projects at random moments, runs the same commands again, and compares what they have done
 * with runs that nothing disturbs: branches with their commits, files and documents.
 *
 * `deno task soak [rounds] [--seed=<n>] [--round=<n>]`: the seed determines a project and its configuration, the
 * round which command is killed, and how: the program alone, the program with all that it has started, git at a
 * certain place, or git alone. With a round, only that one is run.
 *
 * `deno task soak --machines [rounds] [--seed=<n>]` does so with plans on several machines, whose workers, coordinator,
 * queue and network fail. `--lanes=200 --workers=16` sets their number. With `--kills`, coordinator and worker are killed
 * at calls of git and while it holds locks: each seed at the next place of both, those after the last at several.
 * @module
 */
import { killAndComplete, randoms, undisturbed } from "../tests/support/kills.ts";
import { runKilled } from "../tests/support/machine_kills.ts";
import { bundleForTests } from "./build/test_bundle.ts";
import { anyRound, killsOf, runMachines } from "./soak/machines.ts";
import { anyScenario } from "./soak/any_scenario.ts";
import { temporaryFolder } from "./temporary_folder.ts";

if (Deno.args.includes("--machines")) await soakMachines();

/** The number of rounds with the same project. */
const ROUNDS_OF_SEED = 8;

const only = option("round");
const rounds = only === undefined ? Number(Deno.args.find((argument) => /^\d+$/.test(argument)) ?? 1000) : 1;
const memory = temporaryFolder();
if (memory !== undefined) Deno.env.set("TMPDIR", memory);
// The mock agent starts faster from it.
Deno.env.set("WF_TEST_BUNDLE", await bundleForTests());
// Runs that were killed may still fail.
addEventListener("unhandledrejection", (event) => event.preventDefault());

let [done, kills, failed] = [0, 0, 0];
for (let seed = option("seed") ?? 1; done < rounds; seed++) {
  const scenario = anyScenario(randoms(seed));
  const whole = await undisturbed(scenario).catch((error: Error) => error);
  for (let round = only ?? 0; done < rounds && round < (only ?? 0) + ROUNDS_OF_SEED; round++) {
    done++;
    try {
      if (whole instanceof Error) throw whole;
      kills += await killAndComplete(scenario, whole, randoms(seed, 1 + round));
    } catch (error) {
      failed++;
      const text = error instanceof Error ? error.message : String(error);
      print(`FAILED --seed=${seed} --round=${round}: ${scenario.name}\n${text}\n`);
    }
    if (done % 10 === 0) print(`${done} rounds, ${kills} kills, ${failed} failed`);
  }
}
print(`${done} rounds, ${kills} kills, ${failed} failed`);
Deno.exit(failed === 0 ? 0 : 1);

/** Runs plans on several machines with random faults, and ends. */
async function soakMachines(): Promise<never> {
  const lanes = option("lanes");
  const all = option("seed") === undefined
    ? Number(Deno.args.find((argument) => /^\d+$/.test(argument)) ?? 100)
    : 1;
  Deno.env.set("WF_TEST_BUNDLE", await bundleForTests());
  let failed = 0;
  const isKilled = Deno.args.includes("--kills");
  for (let seed = option("seed") ?? 1, done = 1; done <= all; seed++, done++) {
    if (isKilled) {
      const kills = killsOf(seed);
      await runKilled(kills).then(
        (run) => print(`--seed=${seed}: ${run.kills} kills of ${JSON.stringify(kills)}`),
        (error) => {
          failed++;
          print(`FAILED --seed=${seed}: ${JSON.stringify(kills)}\n${error.message}\n`);
        },
      );
      continue;
    }
    const round = lanes === undefined
      ? anyRound(randoms(seed))
      : { lanes, workers: option("workers") ?? 16, faults: option("faults") ?? 0 };
    const begun = performance.now();
    try {
      const faults = await runMachines(round, seed);
      const seconds = Math.round((performance.now() - begun) / 1000);
      print(
        `--seed=${seed}: ${round.lanes} plans, ${round.workers} workers, ${seconds} s: ${faults.join(", ")}`,
      );
    } catch (error) {
      failed++;
      print(`FAILED --seed=${seed}: ${error instanceof Error ? error.message : error}\n`);
    }
  }
  print(`${all} rounds, ${failed} failed`);
  Deno.exit(failed === 0 ? 0 : 1);
}

function option(name: string): number | undefined {
  const value = Deno.args.find((argument) => argument.startsWith(`--${name}=`));
  return value === undefined ? undefined : Number(value.split("=")[1]);
}

function print(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
}
