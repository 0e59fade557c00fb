import assert from "node:assert/strict";
import { mutate } from "../../tools/mutate.ts";
import { parseEquivalents } from "../../tools/mutate/equivalents.ts";
import { scoreText } from "../../tools/mutate/report.ts";
import type { Room } from "../../tools/mutate/scope.ts";
import { type Folder, repository } from "../support/repository.ts";

const SOURCE = `export function clamp(value: number, max: number): number {
  if (value > max) return max;
  return value;
}

export function unused(list: readonly string[]): readonly string[] {
  return list.filter((item) => item !== "");
}

export const TAGGED = String.raw\`one\`;

const NAMES = [
  "one",
  "two",
];

export function isName(name: string): boolean {
  if (name === "none") throw new Error(\`Cannot use \${name}: it is no name\`);
  return NAMES.includes(name);
}
`;
const LOOP = `export function countDown(from: number): number {
  let left = from;
  while (left > 0) left--;
  return left;
}
`;
const TEST = `import { clamp, isName } from "../lib/clamp.ts";
import { countDown } from "../lib/count_down.ts";

Deno.test("clamp() limits a value", () => {
  if (clamp(3, 2) !== 2 || clamp(1, 2) !== 1) throw new Error("wrong");
});

Deno.test("countDown() ends at 0", () => {
  if (countDown(3) !== 0) throw new Error("wrong");
});

Deno.test("isName() knows a name", () => {
  if (!isName("one") || isName("three")) throw new Error("wrong");
});
`;
const ROOM: Room = { folder: "lib", tests: ["tests"], seconds: 10 };

function project(): Promise<Folder> {
  return repository({
    "deno.json": "{}",
    "lib/clamp.ts": SOURCE,
    "lib/count_down.ts": LOOP,
    "tests/clamp_test.ts": TEST,
  });
}

interface Given {
  readonly equivalent?: string;
  readonly room?: Room;
  readonly paths?: readonly string[];
}

/** Runs the mutants of `clamp.ts`, unless other paths are given. */
async function run(folder: Folder, { equivalent = "", room = ROOM, paths = ["lib/clamp.ts"] }: Given = {}) {
  const lines: string[] = [];
  const scores = await mutate(folder.path, {
    rooms: [room],
    equivalents: parseEquivalents(equivalent),
    paths,
    store: `${folder.path}/.git/outcomes.jsonl`,
    report: (line) => void lines.push(line),
  });
  return { score: scores[0]!, lines, text: scoreText(scores) };
}

const SURVIVOR = "lib/clamp.ts clamp: comparison: > -> >= in value > max";

Deno.test("deno task mutate tells what tests notice from what they do not, and changes nothing", async () => {
  await using folder = await project();
  const { score, lines, text } = await run(folder, { paths: [] });
  const outcomes = lines.filter((line) => /^(?:killed|timeout|survived) /.test(line))
    .map((line) => line.replace(/ +\d+: lib\/\w+.ts/, ""));
  assert.deepEqual(outcomes, [
    "killed clamp: condition: value > max -> true",
    "killed clamp: condition: value > max -> false",
    "survived clamp: comparison: > -> >= in value > max",
    'survived unused: return: list.filter((item) => item !== "") -> []',
    'survived unused: method: list.filter((item) => item !== "") -> list',
    'survived unused: comparison: !== -> === in item !== ""',
    'killed NAMES: element: "one" -> nothing in [ "one", "two", ]',
    'survived NAMES: element: "two" -> nothing in [ "one", "two", ]',
    'killed isName: condition: name === "none" -> true',
    'survived isName: condition: name === "none" -> false',
    "killed isName: return: NAMES.includes(name) -> !(NAMES.includes(name))",
    "killed countDown: condition: left > 0 -> false",
    "killed countDown: comparison: > -> >= in left > 0",
    "timeout countDown: call: left-- -> undefined",
  ]);
  const { killed, timeout, survivors } = score;
  assert.deepEqual([score.all, score.run, killed, timeout, survivors.length, score.score], [
    14,
    14,
    7,
    1,
    6,
    57,
  ]);
  assert.deepEqual(survivors[0], { place: "lib/clamp.ts:2", key: SURVIVOR, tests: 1 });
  assert.match(text, /^lib\/clamp\.ts:7 {2}unused: return: .* {2}\(no test reaches it\)$/m);
  assert.match(text, /^lib +14 +14 +7 +1 +6 +0 +57 % +\d+$/m);
  assert.equal(await folder.git("status", "--porcelain"), "");
});

Deno.test("deno task mutate leaves equivalent mutants out, and names entries that fit none or have no reason", async () => {
  await using folder = await project();
  const gone = "lib/clamp.ts clamp: condition: value < max -> true";
  const equivalent = `# Reviewed.\n${SURVIVOR}\n  At the limit\n  both are equal.\n${gone}\n  Gone.\n`;
  const { score } = await run(folder, { equivalent });
  assert.deepEqual([score.all, score.run, score.equivalent, score.score], [11, 10, 1, 50]);
  assert.deepEqual(score.stale, [gone]);
  assert.deepEqual((await run(folder, { equivalent: `${SURVIVOR}\n` })).score.stale, [SURVIVOR]);
});

Deno.test("deno task mutate does not run again what it knows, unless the source or, for survivors, a test changes", async () => {
  await using folder = await project();
  const first = await run(folder);
  const again = await run(folder);
  assert.deepEqual(again.lines, []);
  assert.deepEqual(again.score.survivors, first.score.survivors);
  await folder.write({
    "tests/clamp_test.ts": TEST.replace("clamp(1, 2) !== 1", "!Object.is(clamp(0, -0), 0)"),
  });
  const { lines } = await run(folder);
  assert.equal(lines[0], "lib: 6 mutants, 5 known, 1 test files");
  await folder.write({ "lib/clamp.ts": `// Changed.\n${SOURCE}` });
  assert.equal((await run(folder)).lines[0], "lib: 11 mutants, 0 known, 1 test files");
});

Deno.test("a sample has the same mutants each time, and others with another seed", async () => {
  await using folder = await project();
  const keys = async (seed: number) => {
    const { score, lines } = await run(folder, { room: { ...ROOM, sample: 4, seed } });
    assert.deepEqual([score.all, score.run], [11, 4]);
    return lines.slice(1);
  };
  const sample = await keys(1);
  await Deno.remove(`${folder.path}/.git/outcomes.jsonl`);
  assert.deepEqual(await keys(1), sample);
  await Deno.remove(`${folder.path}/.git/outcomes.jsonl`);
  assert.notDeepEqual(await keys(2), sample);
});
