/** Matches lines with which usual test runners report a failure. */
const FAILED_TESTS =
  /^\s*not ok\b|\b[1-9]\d* (?:tests? |specs? |suites? )?(?:failed|failing|failures?)\b|\bAssertionError\b|^\s*--- FAIL\b|^\s*FAIL(?:ED)?\s+\S|test result: FAILED/m;

/**
 * Reports whether a hook refused a commit because of failing tests: its output has a line of the output of the
 * failing tests, or one with which test runners report failures.
 *
 * @param output The output of the hook.
 * @param tests The output of the tests, if it is known.
 */
export function hookRunsTests(output: string, tests = ""): boolean {
  const failing = new Set(linesOf(tests));
  return FAILED_TESTS.test(plain(output)) || linesOf(output).some((line) => failing.has(line));
}

/** Returns the lines that say something, without what differs between two runs. */
function linesOf(output: string): readonly string[] {
  return plain(output).split("\n").map((line) => line.replace(/\d+(?:\.\d+)?/g, "0").trim())
    .filter((line) => /\p{L}{4}/u.test(line) && !/^(?:>|npm |exit code)/.test(line));
}

function plain(output: string): string {
  // deno-lint-ignore no-control-regex -- sequences of a terminal begin with ESC
  return output.replace(/\u001b\[[\d;]*[A-Za-z]/g, "").replaceAll("\r", "");
}
