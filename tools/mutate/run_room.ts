import { switchedSource } from "./switched_source.ts";
import type { Mutant } from "./mutant.ts";
import { MutantRunner } from "./mutant_runner.ts";
import { digest } from "../build/digest.ts";
import type { Outcome, OutcomeStore } from "./outcome_store.ts";
import type { Room } from "./scope.ts";
import type { TreeCopy } from "./tree_copy.ts";

/** A mutant and what the tests made of it. */
export interface Judged {
  readonly mutant: Mutant;
  readonly outcome: Outcome;
}

/** Options for {@link runRoom}. */
export interface RoomOptions {
  readonly copy: TreeCopy;
  readonly store: OutcomeStore;
  /** All mutants of the sources, also those that are not run. */
  readonly all: readonly Mutant[];
  /** The test files of the room that reach its sources. */
  readonly tests: readonly string[];
  /** Is given each outcome, and what else there is to know. */
  readonly report: (line: string) => void;
}

/** Runs the tests of a room against its mutants. Outcomes that are known already are not computed again. */
export async function runRoom(
  room: Room,
  mutants: readonly Mutant[],
  { copy, store, all, tests, report }: RoomOptions,
): Promise<readonly Judged[]> {
  const sources = new Map<string, string>();
  for (const path of new Set(mutants.map(({ path }) => path))) sources.set(path, await copy.read(path));
  const texts = await Promise.all(tests.map((path) => copy.read(path)));
  const testsDigest = await digest(texts.join("\0"));
  const digests = new Map<string, string>();
  for (const [path, text] of sources) digests.set(path, await digest(text));
  const known = new Map<Mutant, Outcome>();
  for (const mutant of mutants) {
    const outcome = store.find(mutant, digests.get(mutant.path)!, testsDigest);
    if (outcome !== undefined) known.set(mutant, outcome);
  }
  const open = mutants.filter((mutant) => !known.has(mutant));
  if (open.length > 0) {
    for (const [path, text] of sources) await copy.write(path, withSwitches(path, text, all));
    report(`${room.folder}: ${open.length} mutants, ${known.size} known, ${tests.length} test files`);
    const runner = await MutantRunner.start({
      tree: copy.tree,
      files: tests,
      budget: room.seconds * 1000,
      mutants: all,
    });
    for (const { file, name } of runner.failing) report(`fails without mutants: ${file}: ${name}`);
    for (const mutant of open) {
      const outcome = await runner.run(mutant);
      known.set(mutant, outcome);
      await store.add(mutant, digests.get(mutant.path)!, testsDigest, outcome);
      report(`${outcome.kind.padEnd(8)} ${mutant.line}: ${mutant.key}`);
    }
    await runner.close();
    for (const [path, text] of sources) await copy.write(path, text);
  }
  return mutants.map((mutant) => ({ mutant, outcome: known.get(mutant)! }));
}

function withSwitches(path: string, text: string, mutants: readonly Mutant[]): string {
  const own = mutants.filter((mutant) => mutant.path === path);
  const module = new URL("switch.ts", import.meta.url).href;
  return `${switchedSource(text, own, "__mutant")}\nimport "${module}";\n`;
}
