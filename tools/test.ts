/**
 * Runs all tests and prints a last line with their number: `N passed, N failed`.
 *
 * The tests of the pure floors run first, with only permission to read, the others with all permissions.
 * Tests that start the program use a bundle of it, which is built once for each state of the sources. `--e2e`
 * runs only those that start the program, including the documentation's. `WF_PROGRAM` names another program:
 * `WF_PROGRAM=dist/wf.js`. `--quick` leaves out the slow tests. Other arguments are passed on to `deno test` (`--filter`, `--reporter`, …).
 * @module
 */
import { bundleForTests } from "./build/test_bundle.ts";
import { SLOW_TESTS } from "./slow_tests.ts";
import { temporaryFolder } from "./temporary_folder.ts";

const PURE = [
  "tests/text/",
  "tests/path/",
  "tests/collections/",
  "tests/release/",
  "tests/parse/",
  "tests/check/",
  "tests/permissions/",
  "tests/plan/",
  "tests/report/",
];
/** Entry points and folders whose examples are run. */
const DOCUMENTED = [
  "mod.ts",
  "internals.ts",
  "generated/schemas.ts",
  "lib/text",
  "lib/parse",
  "lib/check",
  "lib/permissions",
  "lib/plan",
  "lib/report",
];
/** Folders whose many temporary files are in memory, which Deno denies to tests without all permissions. */
const IN_MEMORY = ["tests/apply/", "tests/e2e/", "tests/host/"];
/** Files of the pure floors that run a program. */
const IMPURE = /_(?:git|shell)_test\.ts$/;

const bundle = await bundleForTests();
/** More files than processors at a time: many tests wait for programs that they have started. */
const jobs = Deno.env.get("DENO_JOBS") ?? String(2 * navigator.hardwareConcurrency);
const handedOn = Deno.args.filter((argument) => argument !== "--e2e" && argument !== "--quick");

async function testFiles(folder: string): Promise<string[]> {
  const files: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) files.push(...await testFiles(path));
    else if (name.endsWith("_test.ts")) files.push(path);
  }
  return files.sort();
}

async function deno(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly passed: number; readonly failed: number }> {
  // Nothing else checks the types of examples.
  const isDoc = args.includes("--doc");
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", "--no-prompt", ...args, ...handedOn.filter((flag) => !isDoc || flag !== "--no-check")],
    env: { DENO_TLS_CA_STORE: "system", WF_TEST_BUNDLE: bundle, DENO_JOBS: jobs, ...env },
    stdout: "piped",
  }).spawn();
  let printed = "";
  const decoder = new TextDecoder();
  for await (const chunk of child.stdout) {
    printed += decoder.decode(chunk, { stream: true });
    await Deno.stdout.write(chunk);
  }
  // deno-lint-ignore no-control-regex -- colors are removed
  const counts = /(\d+) passed.*?\| (\d+) failed/.exec(printed.replace(/\x1b\[[0-9;]*m/g, ""));
  return {
    code: (await child.status).code,
    passed: Number(counts?.[1] ?? 0),
    failed: Number(counts?.[2] ?? 0),
  };
}

/** Runs tests that may do everything. */
async function free(files: readonly string[]) {
  const isInMemory = (file: string) => IN_MEMORY.some((start) => file.startsWith(start));
  const TMPDIR = temporaryFolder();
  return [
    await deno(
      ["--allow-all", "--parallel", ...files.filter(isInMemory)],
      TMPDIR === undefined ? {} : { TMPDIR },
    ),
    await deno(["--allow-all", "--parallel", ...files.filter((file) => !isInMemory(file))]),
  ];
}

async function everything() {
  const quick = Deno.args.includes("--quick");
  const isRun = (file: string) => !quick || !SLOW_TESTS.some((start) => file.startsWith(start));
  const files = (await testFiles("tests")).filter(isRun);
  const isPure = (file: string) => PURE.some((start) => file.startsWith(start)) && !IMPURE.test(file);
  return [
    await deno(["--allow-read", "--parallel", ...files.filter(isPure)]),
    ...await free(files.filter((file) => !isPure(file))),
    await deno(["--allow-all", "--doc", ...DOCUMENTED]),
  ];
}

const e2e = Deno.args.includes("--e2e");
const runs = e2e
  ? await free([...await testFiles("tests/e2e"), "tests/docs/documents_test.ts"])
  : await everything();
const passed = runs.reduce((total, run) => total + run.passed, 0);
// A run that fails without a failed test, for example by a type error, counts as one failure.
const failed = runs.reduce((total, run) => total + (run.failed || (run.code === 0 ? 0 : 1)), 0);
await Deno.stdout.write(new TextEncoder().encode(`\n${passed} passed, ${failed} failed\n`));
Deno.exit(failed === 0 ? 0 : 1);
