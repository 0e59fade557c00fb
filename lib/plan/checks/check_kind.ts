import { commandList } from "../../text/command_list.ts";

/**
 * The relation of a check to failing tests: `tests` fails while they fail, `expects-failure` passes only while they
 * fail, and `other` does not depend on them.
 */
export type CheckKind = "tests" | "expects-failure" | "other";

/** Matches commands whose own status does not tell whether tests pass. */
const RUNS_NO_TESTS =
  /^(?:!\s*)?(?:(?:cd|test|grep|[ef]grep|rg|ls|cat|wc|head|find|stat|jq|awk|sed|echo|printf|true|exit|git|tsc|eslint|prettier)(?:\s|$)|\[|(?:ba|z)?sh\s+-n\b|node\s+--check\b|(?:npx|yarn|(?:npm|pnpm)(?: run)?)\s+(?:tsc|eslint|prettier|lint|typecheck|build)\b)/;
/** Matches the end of a list of commands that makes it pass with any result. */
const PASSES = /^(?:true|:|exit 0|echo|printf)(?:\s|$)/;
/** Matches a test of an exit status that a failure passes. */
const WANTS_FAILURE = /(?:\$\{?\w+\}?|\$\?)"?\s*(?:-ne|-gt|!=)\s*"?0/;
const FINDS_FAILURE = /\|\s*(?:[ef]?grep|rg)\b[^|]*(?:fail|not ok|error|[✗✖✕])/i;
const FINDS_SUCCESS = /\|\s*(?:[ef]?grep|rg)\b[^|]*(?:pass|success|✓|\^\(?ok\b)/i;

export function checkKind(command: string): CheckKind {
  const commands = commandList(command) ?? [{ operator: undefined, text: command, lastStage: command }];
  const last = commands.at(-1)!;
  if ((last.operator !== "&&" && PASSES.test(last.text)) || /^wc\b/.test(last.lastStage)) return "other";
  const wantsFailure = commands.some(({ operator, text }, index) => {
    return WANTS_FAILURE.test(text) || (/^!\s/.test(text) && !RUNS_NO_TESTS.test(text)) ||
      (FINDS_FAILURE.test(text) && !FINDS_SUCCESS.test(text)) ||
      (operator === "&&" && text === "exit 1" && !RUNS_NO_TESTS.test(commands[index - 1]!.text));
  });
  if (wantsFailure) return "expects-failure";
  return commands.every(({ text }) => RUNS_NO_TESTS.test(text)) ? "other" : "tests";
}
