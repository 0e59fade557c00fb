import type { Fix } from "../../../schemas/diagnostic.ts";
import { commandList, type ListedCommand } from "../../text/command_list.ts";
import type { Rule } from "../rule.ts";
import { checksOf, type PlacedCheck } from "../text/checks_of.ts";

/** A command that always succeeds. */
const SUCCEEDS = /^(?:true|:|exit 0|(?:echo|printf)(?=\s|$)[^|]*)(?:\s+\d?>+\S*)*$/;
/** The last stage of a pipeline that succeeds with any input. */
const COUNTS = /^(?:wc|sort|uniq|column|nl)(?=\s|$)/;
/** A command after which the script ends with its own status. */
const ENDS = /\bexit\b|^(?:return|exec|trap)\b|^set\s+-\w*e/;
/** The first word of an `echo` that can only mean success, that can only mean failure, and that means it after a success. */
const PASS = /^(?:pass(?:ed)?|ok(?:ay)?|success|✓|✅)(?!\w)/i;
const FAIL = /^(?:fail(?:ed|ure)?|error|✗|❌)(?!\w)/i;
/** Words by which a failure is expected or does no harm. */
const HARMLESS =
  /\b(?:as expected|expected(?: (?:to|until|before|for|in|at)\b|(?! \w))|ok(?:ay)?|fine|allowed|ignored?|skipped|pre-?existing|RED)\b/i;
const LACK = /^(?:missing|not?|none|nothing|bad|wrong|broken|invalid)(?!\w)/i;

/** Finds checks that succeed with any result. */
export const checkCannotFail: Rule = {
  code: "check-cannot-fail",
  severity: "warning",
  open: true,
  summary: "The command in `<automated>` fails when the task has not reached its goal",
  why:
    "The tool judges a check by its exit status. After `|| true`, `|| echo FAIL`, `; echo done` or `| wc -l` it " +
    "is always 0, so the task passes with any result. A check that ends with `PASS` and `FAIL` is " +
    "fixed; in all other cases only its author knows when it should fail. Complete plans are not checked.",
  shows: ["<verify>"],
  *plan(plan) {
    for (const check of checksOf(plan)) {
      const found = swallowed(check);
      if (found === undefined) continue;
      const { last, hint, fix } = found;
      yield {
        message: `The check of task ${check.task} cannot fail: it ends with "${shortened(last)}"`,
        hint,
        span: check.place(last.span) ?? check.span,
        ...(fix === undefined ? {} : { fix }),
      };
    }
  },
};

interface Swallowed {
  readonly last: ListedCommand;
  readonly hint: string;
  readonly fix?: Fix;
}

/** Returns the end of a check that makes it succeed, if the check is understood and has one. */
function swallowed(check: PlacedCheck): Swallowed | undefined {
  const commands = commandList(check.command);
  const last = commands?.at(-1);
  if (commands === undefined || last === undefined) return undefined;
  const others = commands.slice(0, -1);
  if (others.some(({ text }) => ENDS.test(text))) return undefined;
  if (last.operator === "&&") return undefined;
  if (!SUCCEEDS.test(last.text)) {
    // After `;` the status of the commands before is lost too, but here nothing of theirs may be meant.
    if (last.operator !== undefined || !COUNTS.test(last.lastStage) || last.lastStage === last.text) {
      return undefined;
    }
    return {
      last,
      hint: 'Compare the result, for example `test "$(… | wc -l)" -eq 3`, or search with `grep -q`',
    };
  }
  if (last.operator === "||") {
    return {
      last,
      hint: "Remove the part after `||`, or end it with `exit 1`",
      ...withFix(check, others.at(-1), last),
    };
  }
  return others.length === 0
    ? {
      last,
      hint: "Write a command that fails when the task has not reached its goal, or describe what to check",
    }
    : { last, hint: "Join the commands with `&&`, so that a failure decides" };
}

/**
 * The fix of `… && echo PASS || echo FAIL`, of the two exchanged, and of `… || echo FAIL`. Other words leave open
 * which result the author wants: `pgrep app || echo "not running"`.
 */
function withFix(
  check: PlacedCheck,
  before: ListedCommand | undefined,
  last: ListedCommand,
): { readonly fix?: Fix } {
  const failing = failingEcho(before?.operator === "&&" ? before : undefined, last);
  const place = failing === undefined || HARMLESS.test(wordOf(failing))
    ? undefined
    : check.place(failing.span);
  if (failing === undefined || place === undefined) return {};
  return {
    fix: {
      title: `Exit with 1 after ${shortened({ ...failing, operator: undefined })}`,
      edits: [
        { start: place.start, end: place.start, text: "{ " },
        { start: place.end, end: place.end, text: "; exit 1; }" },
      ],
    },
  };
}

/** Returns the one of two commands that reports a failure, if their words leave no doubt. */
function failingEcho(before: ListedCommand | undefined, last: ListedCommand): ListedCommand | undefined {
  const [first, second] = [wordOf(before), wordOf(last)];
  if (FAIL.test(first)) return FAIL.test(second) ? undefined : before;
  return FAIL.test(second) || (PASS.test(first) && LACK.test(second)) ? last : undefined;
}

/** Returns what an `echo` prints, from its first word; empty for another command. */
function wordOf(command: ListedCommand | undefined): string {
  return /^(?:echo|printf)\s+(?:-\w+\s+)*["']?\s*(.*)$/s.exec(command?.text ?? "")?.[1] ?? "";
}

function shortened({ operator, text }: ListedCommand): string {
  const whole = `${operator === undefined || operator === ";" ? "" : `${operator} `}${
    text.replace(/\s+/g, " ")
  }`;
  return whole.length > 50 ? `…${whole.slice(-49)}` : whole;
}
