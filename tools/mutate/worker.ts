/**
 * Imports test files once and runs their tests again and again, each time with another mutant.
 *
 * Usage: `deno run worker.ts <mutant> <test file>…` in the copied tree. Lines on standard input are
 * {@link RunRequest}s, and those marked on standard output {@link WorkerMessage}s.
 * @module
 */
import { collectTests, type Snapshots, testContext } from "./collected_tests.ts";
import { type FoundTest, MESSAGE_MARK, type RunRequest, SNAPSHOTS, type WorkerMessage } from "./protocol.ts";
import { mutantSwitch } from "./switch.ts";

const [selected = "0", ...files] = Deno.args;
const write = Deno.stdout.writeSync.bind(Deno.stdout);
const root = Deno.cwd();

function reply(message: WorkerMessage): void {
  const bytes = new TextEncoder().encode(`\n${MESSAGE_MARK}${JSON.stringify(message)}\n`);
  for (let at = 0; at < bytes.length;) at += write(bytes.subarray(at));
}

let unhandled = false;
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  unhandled = true;
});
Deno.exit = () => {
  throw new Error("A test ended the process");
};

mutantSwitch.selected = Number(selected);
mutantSwitch.reached = new Set();
const collected = collectTests();
const found: FoundTest[] = [];
for (const file of files) {
  await import(`file://${root}/${file}`).catch((error: unknown) => {
    reply({ kind: "broken", message: `${file}: ${error}` });
    throw error;
  });
  while (found.length < collected.length) found.push({ file, name: collected[found.length]!.name });
}
const snapshots: Snapshots = JSON.parse(await Deno.readTextFile(SNAPSHOTS).catch(() => "{}"));
reply({ kind: "ready", tests: found, reached: [...mutantSwitch.reached] });

async function runTest(index: number, record: boolean): Promise<boolean> {
  const { name, run } = collected[index]!;
  unhandled = false;
  const begin = performance.now();
  mutantSwitch.reached = record ? new Set() : undefined;
  let passed = true;
  try {
    await run(testContext(`${found[index]!.file} ${name}`, snapshots, record));
    await new Promise((resolve) => setTimeout(resolve, 0));
  } catch {
    passed = false;
  }
  const reached: readonly number[] = [...mutantSwitch.reached ?? []];
  passed &&= !unhandled;
  Deno.chdir(root);
  const milliseconds = Math.round(performance.now() - begin);
  reply({ kind: "result", result: { index, passed, milliseconds, reached } });
  return passed;
}

async function runAll({ selected, tests, record }: RunRequest): Promise<void> {
  mutantSwitch.selected = selected;
  for (const index of tests) {
    reply({ kind: "begin", index });
    if (!await runTest(index, record) && !record) break;
  }
  mutantSwitch.selected = 0;
  if (record) await Deno.writeTextFile(SNAPSHOTS, JSON.stringify(snapshots));
  reply({ kind: "end" });
}

let rest = "";
for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) await runAll(JSON.parse(line));
}
