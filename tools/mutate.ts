/**
 * Changes the program in small ways, one at a time, and reports the changes that no test notices.
 *
 * `deno task mutate [path…] [--sample N] [--seed S] [--json] [--fresh]`: the paths are folders or files of
 * `tools/mutate/scope.json`, by default all. A mutant counts as killed if a test fails or takes five times as long as
 * without it. It is not type-checked: mutations are chosen by the types of what they change, and the few that do not
 * fit are left to the tests. See CONTRIBUTING.md.
 * @module
 */
import { parseArgs } from "node:util";
import { type Equivalents, parseEquivalents, staleEquivalents } from "./mutate/equivalents.ts";
import { findMutants } from "./mutate/find_mutants.ts";
import { ImportGraph } from "./mutate/import_graph.ts";
import { OutcomeStore } from "./mutate/outcome_store.ts";
import { type RoomScore, roomScore, scoreText } from "./mutate/report.ts";
import { runRoom } from "./mutate/run_room.ts";
import { readScope, type Room, sampled } from "./mutate/scope.ts";
import { sourceProgram } from "./mutate/source_program.ts";
import { filesOf, TreeCopy } from "./mutate/tree_copy.ts";
import { temporaryFolder } from "./temporary_folder.ts";

/** Options for {@link mutate}. */
export interface MutateOptions {
  readonly rooms: readonly Room[];
  /** Mutants that are not run. */
  readonly equivalents: Equivalents;
  /** Mutants of these files and folders alone; all if there are none. */
  readonly paths: readonly string[];
  /** The file with the outcomes of earlier invocations. */
  readonly store: string;
  /** Is given a line for each outcome. */
  readonly report: (line: string) => void;
}

/** Runs the mutants of some rooms. */
export async function mutate(root: string, options: MutateOptions): Promise<readonly RoomScore[]> {
  const { rooms, equivalents, paths, report } = options;
  const files = await filesOf(root);
  const graph = new ImportGraph(root);
  const store = await OutcomeStore.open(options.store);
  await using copy = await TreeCopy.make(root);
  const scores: RoomScore[] = [];
  for (const room of rooms) {
    const sources = files.filter((path) => folderOf(path) === room.folder && path.endsWith(".ts"));
    const chosen = sources.filter((path) =>
      paths.length === 0 || paths.some((start) => isBelow(path, start))
    );
    if (chosen.length === 0) continue;
    const all = findMutants(chosen, sourceProgram(chosen.map((path) => `${root}/${path}`)), root);
    const sample = sampled(all, ({ key }) => key, room);
    const mutants = sample.filter(({ key }) => !equivalents.has(key));
    const tests = await testsOf(room, { files, sources: new Set(chosen), graph });
    const begin = Date.now();
    const judged = await runRoom(room, mutants, { copy, store, all, tests, report });
    scores.push(roomScore(room, judged, {
      all: all.length,
      equivalent: sample.length - mutants.length,
      stale: staleEquivalents(equivalents, new Set(all.map(({ key }) => key)), new Set(chosen)),
      seconds: Math.round((Date.now() - begin) / 1000),
    }));
  }
  return scores;
}

interface TestsOptions {
  readonly files: readonly string[];
  readonly sources: ReadonlySet<string>;
  readonly graph: ImportGraph;
}

/** Returns the test files of a room that import one of the sources, directly or not. */
async function testsOf(room: Room, { files, sources, graph }: TestsOptions): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of files) {
    if (!path.endsWith("_test.ts") || !room.tests.some((folder) => isBelow(path, folder))) continue;
    const reached = await graph.reach(path);
    if ([...sources].some((source) => reached.has(source))) found.push(path);
  }
  return found;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

function isBelow(path: string, folder: string): boolean {
  const start = folder.replace(/\/$/, "");
  return path === start || path.startsWith(`${start}/`);
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

if (import.meta.main) {
  const temporary = temporaryFolder();
  if (temporary !== undefined) Deno.env.set("TMPDIR", temporary);
  const root = Deno.cwd();
  const { values: { sample, seed, json = false, fresh = false }, positionals: paths } = parseArgs({
    args: Deno.args,
    allowPositionals: true,
    options: {
      sample: { type: "string" },
      seed: { type: "string" },
      json: { type: "boolean" },
      fresh: { type: "boolean" },
    },
  });
  const store = `${root}/.cache/mutate/outcomes.jsonl`;
  if (fresh) await Deno.remove(store).catch(() => {});
  const rooms = (await readScope(root)).map((room) => ({
    ...room,
    ...(sample === undefined ? {} : { sample: Number(sample) }),
    ...(seed === undefined ? {} : { seed: Number(seed) }),
  }));
  const equivalents = parseEquivalents(await Deno.readTextFile(`${root}/tools/mutate/equivalent.txt`));
  const report = json ? () => {} : print;
  const scores = await mutate(root, { rooms, equivalents, paths, store, report });
  print(json ? JSON.stringify(scores, null, 2) : scoreText(scores));
}
