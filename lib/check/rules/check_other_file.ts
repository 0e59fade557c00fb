import { commandList } from "../../text/command_list.ts";
import type { Rule } from "../rule.ts";
import { checksOf } from "../text/checks_of.ts";

/** Files that commands write, and a search that expects nothing. */
const WRITTEN = /(?:^|\/)(?:dist|build|out|target|coverage)\/|\.log$/;
const EXPECTS_NOTHING = /\|\s*grep\s+-\w*q\w*\s+["']?\^?0\$?["']?$/;

/** Finds checks that search a file of which their task does not say that it changes it. */
export const checkOtherFile: Rule = {
  code: "check-other-file",
  severity: "hint",
  open: true,
  summary: "A check searches the files that its task lists in `<files>`",
  why:
    "A `grep` in a file that the task leaves as it is has the same result before and after, so it says nothing " +
    "about the task. Or the file is missing in `<files>`. A search that expects nothing (`! grep`), one in a whole " +
    "folder or in what a build writes (`dist/`, logs), and complete plans are not checked.",
  shows: ["<files>", "<verify>"],
  *plan(plan) {
    for (const check of checksOf(plan)) {
      if (check.files.length === 0 || !check.command.includes("grep")) continue;
      for (const { text, span } of commandList(check.command) ?? []) {
        const other = searchedFiles(text).find((path) => !check.files.some((file) => isSame(path, file)));
        if (other === undefined) continue;
        yield {
          message: `The check of task ${check.task} searches ${other}, which the task does not list`,
          hint: `Add ${other} to <files>, or search a file that the task changes`,
          span: check.place(span) ?? check.span,
        };
        break;
      }
    }
  },
};

/** Returns the files that a `grep` searches, as paths relative to where it runs; none where they are not plain. */
function searchedFiles(command: string): readonly string[] {
  if (!/^[ef]?grep\s/.test(command) || EXPECTS_NOTHING.test(command)) return [];
  const words = [...command.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|((?:[^\s"'\\|<>&]|\\.)+)|([|<>&])/g)];
  const found: string[] = [];
  let patterns = 0;
  for (const [word, double, single, plain, operator] of words.slice(1)) {
    if (operator !== undefined) break;
    const value = double ?? single ?? plain ?? "";
    if (word.startsWith("-")) {
      // A pattern, or a file of them, is the option's own value.
      if (/^-\w*[ef]$|^--(?:regexp|file)\b/.test(word)) return [];
      if (/^-\w*[ABCm]$/.test(word)) return [];
    } else if (patterns++ > 0) found.push(value);
  }
  return found.every((path) => /^[\w.@-][\w.@/-]*\.\w+$/.test(path) && !WRITTEN.test(path)) ? found : [];
}

/** Reports whether two paths may be the same file: a check may have changed to a folder before. */
function isSame(path: string, file: string): boolean {
  return path === file || file.endsWith(`/${path}`) || path.endsWith(`/${file}`) ||
    /[*{}?]|\/$/.test(file) || path.startsWith(`${file}/`);
}
