/**
 * Kills runs of random projects at random moments, runs the same commands again, and compares what they have done
 * with runs that nothing disturbs: branches with their commits, files and documents.
 *
 * `deno task soak [rounds] [--seed=<n>] [--round=<n>]`: the seed determines a project and its configuration, the
 * round which command is killed, and how: the program alone, the program with all that it has started, git at a
 * certain place, or git alone. With a round, only that one is run.
 * @module
 */
import { killAndComplete, randoms, undisturbed } from "../tests/support/kills.ts";
import { bundleForTests } from "./build/test_bundle.ts";
import { anyScenario } from "./soak/any_scenario.ts";
import { temporaryFolder } from "./temporary_folder.ts";

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

function option(name: string): number | undefined {
  const value = Deno.args.find((argument) => argument.startsWith(`--${name}=`));
  return value === undefined ? undefined : Number(value.split("=")[1]);
}

function print(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
}
