/**
 * Checks what every commit passes: first what only reads the sources, all at the same time, then the tests but
 * for the slow ones. `--all` runs all tests, as `deno task test` does.
 * @module
 */

interface Step {
  readonly name: string;
  /** Arguments of Deno. */
  readonly args: readonly string[];
}

const ENTRIES = [
  "mod.ts",
  "internals.ts",
  "lib/permissions/mod.ts",
  "lib/apply/mod.ts",
  "lib/host/deno.ts",
  "lib/host/node.ts",
  "cli.ts",
];
const CHECKS: readonly Step[] = [
  { name: "generated files", args: ["task", "--quiet", "generate", "--check"] },
  { name: "format", args: ["fmt", "--check"] },
  { name: "lint", args: ["lint"] },
  { name: "types", args: ["check"] },
  { name: "documentation", args: ["doc", "--lint", ...ENTRIES] },
];

/** Runs a step and prints how it ended, with what it printed where it failed. Returns true if it passed. */
async function passes({ name, args }: Step): Promise<boolean> {
  const started = performance.now();
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    stdin: "null",
    env: { DENO_TLS_CA_STORE: "system" },
  }).output();
  await print(`${success ? "ok     " : "FAILED "} ${name} (${secondsSince(started)})\n`);
  if (success) return true;
  await Deno.stdout.write(stdout);
  await Deno.stdout.write(stderr);
  return false;
}

// deno-lint-ignore no-control-regex -- dots may have colors
const DOT_LINE = /^((?:\x1b\[[\d;]*m)*[.!,](?:\x1b\[[\d;]*m)*)\n/gm;

/** Runs the tests, which print dots and the failures. Returns true if all passed. */
async function passTests(): Promise<boolean> {
  const started = performance.now();
  // The types are checked already, but for those of examples.
  const which = Deno.args.includes("--all") ? [] : ["--quick"];
  const args = ["run", "-A", "tools/test.ts", "--no-check", "--reporter=dot", ...which];
  const child = new Deno.Command(Deno.execPath(), { args, stdout: "piped" }).spawn();
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    // Away from a terminal Deno writes each dot on its own line.
    await print(chunk.replaceAll(DOT_LINE, "$1"));
  }
  const { success } = await child.status;
  await print(`${success ? "ok     " : "FAILED "} tests (${secondsSince(started)})\n`);
  return success;
}

function secondsSince(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(0)} s`;
}

async function print(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}

const begun = performance.now();
const results = await Promise.all(CHECKS.map(passes));
results.push(await passTests());
const isOk = !results.includes(false);
const rest = Deno.args.includes("--all") ? "" : ", but for the slow tests: `deno task test` runs all";
await print(isOk ? `\nok in ${secondsSince(begun)}${rest}\n` : `\nFAILED in ${secondsSince(begun)}\n`);
Deno.exit(isOk ? 0 : 1);
