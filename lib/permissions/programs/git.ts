import { type CommandContext, destructive, harmless, hidden, isKnown, never } from "../effects/effects.ts";
import { byTable } from "./by_table.ts";
import { patch } from "./patches.ts";
import type { ShellWord } from "../shell/ast.ts";

/** Matches the setting that can disable the hooks. */
const HOOKS = /^core\.hookspath\b/i;
/** Matches settings that are known to run no program. */
const HARMLESS_SETTINGS =
  /^(?:user\.(?:name|email)|color\.|core\.(?:quotepath|autocrlf|safecrlf|eol|abbrev|commentchar|ignorecase|precomposeunicode|longpaths|filemode)=|(?:core\.)?pager(?:\.\w+)?=(?:cat|less|false|)$|diff\.(?:renames?|renamelimit|algorithm|noprefix|mnemonicprefix|context|wserrorhighlight|colormoved|submodule|suppressblankempty|relative)=|log\.(?:date|decorate|showsignature=false|follow|abbrevcommit)|advice\.|init\.defaultbranch|i18n\.|column\.|status\.|grep\.(?:linenumber|patterntype|extendedregexp|fullname|threads)=|blame\.(?!ignorerevsfile)|gc\.auto=0|maintenance\.auto=false|submodule\.recurse=|versionsort\.|branch\.sort|tag\.sort)/i;
/** Matches options before the subcommand that only change the output. */
const HARMLESS_GLOBALS =
  /^(?:-[pPvh]|--(?:no-pager|paginate|no-replace-objects|literal-pathspecs|glob-pathspecs|noglob-pathspecs|icase-pathspecs|no-optional-locks|no-advice|no-lazy-fetch|version|help|html-path|man-path|info-path|list-cmds=.*))$/;

/** Judges git by its subcommand. See docs/decisions/running-tasks.md. */
export function git(context: CommandContext, args: readonly ShellWord[]): void {
  for (const { text } of args) {
    if (/^--no-v(?:e(?:r(?:i(?:fy?)?)?)?)?$/.test(text)) context.note(never("git hooks are never bypassed"));
  }
  const rest = judgeGlobals(context, args);
  const [subcommand, ...own] = rest;
  if (subcommand === undefined) return context.note(harmless());
  if (!isKnown(subcommand)) {
    context.note(hidden("the subcommand of git cannot be determined"));
    return;
  }
  if (subcommand.text === "apply") return patch(context, own, "git apply");
  if (subcommand.text === "push" && own.some(({ text }) => /^[+:]/.test(text))) {
    context.note(destructive("a forced push overwrites the commits of others"));
  }
  byTable(context, rest, "git");
}

/** Judges the options before the subcommand and returns the words after them. */
function judgeGlobals(context: CommandContext, args: readonly ShellWord[]): readonly ShellWord[] {
  let index = 0;
  for (; index < args.length; index++) {
    const word = args[index]!;
    const { text } = word;
    if (text === "-c" || text === "--config-env") {
      judgeSetting(context, args[++index]);
    } else if (text.startsWith("--config-env=")) {
      judgeSetting(context, { ...word, text: text.slice("--config-env=".length) });
    } else if (/^-c./.test(text)) {
      judgeSetting(context, { ...word, text: text.slice(2) });
    } else if (text === "-C") {
      const folder = args[++index];
      if (folder !== undefined) {
        context.apart().enter(folder);
      }
    } else if (/^--(?:git-dir|work-tree|namespace|exec-path|super-prefix|attr-source)\b/.test(text)) {
      if (text !== "--exec-path") {
        context.note(hidden("git would work on another repository or run other programs"));
      }
      if (!text.includes("=") && text !== "--exec-path") index++;
    } else if (!text.startsWith("-")) {
      break;
    } else if (word.expands.length > 0 || !(HARMLESS_GLOBALS.test(text) || text === "--exec-path")) {
      context.note(hidden(`the option "${text}" of git is unknown`));
    }
  }
  return args.slice(index);
}

function judgeSetting(context: CommandContext, word: ShellWord | undefined): void {
  if (word === undefined) return;
  if (HOOKS.test(word.text)) return context.note(never("git hooks are never bypassed"));
  if (/^alias\./i.test(word.text)) {
    return context.note(never("an alias of git would hide what it does"));
  }
  if (word.expands.length > 0 || !HARMLESS_SETTINGS.test(word.text)) {
    return context.note(hidden(`the setting ${word.text.split("=")[0]} lets git run other programs`));
  }
}
