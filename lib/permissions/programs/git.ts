import {
  type CommandContext,
  destructive,
  external,
  type Handler,
  harmless,
  hereText,
  hidden,
  isKnown,
  isOption,
  never,
  operandsOf,
  unclassified,
} from "../effects/effects.ts";
import { partOf } from "./known_options.ts";
import { patchedPaths } from "../patched_paths.ts";
import { plainWord } from "../shell/word.ts";
import type { ShellWord } from "../shell/ast.ts";

/** The subcommands that only read. */
const READ_ONLY = new Set(
  `status diff log show blame annotate ls-files ls-tree rev-parse describe shortlog grep cat-file rev-list merge-base
   name-rev for-each-ref show-ref show-branch check-ignore check-attr check-mailmap check-ref-format help version
   whatchanged count-objects var diff-tree diff-index diff-files range-diff cherry merge-tree patch-id verify-commit
   verify-tag fsck get-tar-commit-id column stripspace`.split(/\s+/),
);
/** The subcommands that make commits or write to the repository: only wf commits. */
const COMMITS = new Set(
  `commit commit-tree merge cherry-pick revert am fast-import update-ref symbolic-ref notes citool gui mktree mktag
   hash-object write-tree read-tree update-index`.split(/\s+/),
);
/** The subcommands that rewrite history or replace files in the working tree. */
const REWRITES: Readonly<Record<string, string>> = {
  rebase: "git rebase rewrites history",
  "filter-branch": "git filter-branch rewrites history",
  "filter-repo": "git filter-repo rewrites history",
  replace: "git replace rewrites history",
  prune: "git prune deletes commits that are on no branch",
  gc: "git gc deletes commits that are on no branch",
  repack: "git repack may delete commits that are on no branch",
  rm: "git rm deletes files",
  checkout: "git checkout overwrites files or leaves the working branch",
  switch: "git switch leaves the working branch",
  "checkout-index": "git checkout-index overwrites files",
  "sparse-checkout": "git sparse-checkout removes files",
};
const REACHES = new Set(
  `push fetch pull clone ls-remote submodule send-email request-pull svn lfs p4 daemon instaweb send-pack fetch-pack
   http-push http-fetch imap-send archimport cvsimport`.split(/\s+/),
);
/** The subcommands that run programs from git's configuration. */
const RUNS = new Set([
  "difftool",
  "mergetool",
  "bisect",
  "hook",
  "web--browse",
  "credential",
  "upload-pack",
  "shell",
]);

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
  judgeSubcommand(context, subcommand.text, own);
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
        context.path(folder, "read");
        if (!/^\.?\/?$/.test(folder.text)) context.note(unclassified("git would work in another folder"));
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

function judgeSubcommand(context: CommandContext, subcommand: string, args: readonly ShellWord[]): void {
  if (READ_ONLY.has(subcommand)) return judgeReadOnly(context, subcommand, args);
  if (COMMITS.has(subcommand)) {
    if (isReadOnly(subcommand, args)) return context.note(harmless());
    return context.note(never(`only wf may run git ${subcommand}: it commits when the checks pass`));
  }
  const rewrites = REWRITES[subcommand];
  if (rewrites !== undefined && Object.hasOwn(REWRITES, subcommand)) {
    if (subcommand === "rm") judgePaths(context, args, "delete");
    return context.note(destructive(rewrites));
  }
  if (REACHES.has(subcommand)) return judgeReach(context, subcommand, args);
  if (RUNS.has(subcommand)) {
    context.suspect(args);
    return context.note(hidden(`git ${subcommand} runs other programs`));
  }
  const own = Object.hasOwn(SUBCOMMANDS, subcommand) ? SUBCOMMANDS[subcommand] : undefined;
  if (own !== undefined) return own(context, args, subcommand);
  context.suspect(args);
  context.note(hidden(`"git ${subcommand}" may be an alias for any command`));
}

/** The options of read-only subcommands that run programs; abbreviations count too. */
const READ_ONLY_RUNS = [
  "--ext-diff",
  "--textconv",
  "--open-files-in-pager",
  "--filters",
  "--web",
  "--man",
  "--info",
];
const READ_ONLY_READS = [
  "--contents",
  "--ignore-revs-file",
  "--exclude-from",
  "--exclude-per-directory",
  "--file",
  "--pathspec-from-file",
  "--orderfile",
];

function abbreviates(text: string, names: readonly string[]): boolean {
  const name = text.split("=", 1)[0]!;
  return name.length > 3 && names.some((one) => one.startsWith(name));
}

function judgeReadOnly(context: CommandContext, subcommand: string, args: readonly ShellWord[]): void {
  // Combined letters may end in the one that runs a program.
  const runs = subcommand === "grep" ? /^-(?![ABCmef])\w*O/ : subcommand === "help" ? /^-[wmi]/ : /(?!)/;
  const noIndex = args.some(({ text }) => abbreviates(text, ["--no-index"]));
  for (const [index, word] of args.entries()) {
    const { text } = word;
    const next = args[index + 1];
    if (text === "--") break;
    if (text.startsWith("--o") && abbreviates(text, ["--output"]) || text === "--output") {
      if (!text.includes("=")) context.note(hidden("git writes to a file"));
      else context.path(partOf(word, text.indexOf("=") + 1), "write");
    } else if (abbreviates(text, READ_ONLY_RUNS) || runs.test(text)) {
      context.note(hidden("git would run another program"));
    } else if (abbreviates(text, READ_ONLY_READS)) {
      if (text.includes("=")) context.path(partOf(word, text.indexOf("=") + 1), "read");
      else if (next !== undefined) context.path(next, "read");
    } else if (/^-[XfSO]$/.test(text) && next !== undefined && READS_NEXT.test(`${subcommand} ${text}`)) {
      context.path(next, "read");
    } else if (subcommand === "grep" && /^-[abcdg-zA-Z]*f/.test(text)) {
      const file = text.slice(text.indexOf("f") + 1);
      if (file !== "") context.path(partOf(word, text.length - file.length), "read");
      else if (next !== undefined) context.path(next, "read");
    } else if (/^-O./.test(text) && subcommand !== "grep") {
      context.path(partOf(word, 2), "read");
    }
  }
  // Outside the repository git compares any files.
  const outside = /^(?:[/~]|\.\.?\/)|(?:^|\/)\.\.(?:\/|$)/;
  for (const word of args) {
    if (isOption(word)) continue;
    if (
      noIndex || (subcommand === "diff" && (outside.test(word.text) || word.tilde || word.expands.length > 0))
    ) {
      context.path(word, "read");
    }
  }
  if (subcommand === "fsck" && args.some(({ text }) => /^--lost/.test(text))) {
    context.note(hidden("git writes files"));
  }
  context.note(harmless("git only reads"));
}

const READS_NEXT = /^(?:ls-files -X|grep -f|blame -S|annotate -S|(?:diff|log|show) -O)$/;

/** Reports whether a subcommand only reads with these arguments, such as `git notes show`. */
function isReadOnly(subcommand: string, args: readonly ShellWord[]): boolean {
  const operands = operandsOf(args);
  switch (subcommand) {
    case "notes":
      return operands.length === 0 || operands[0] === "list" || operands[0] === "show";
    case "symbolic-ref":
      return operands.length === 1 && !args.some(({ text }) => /^(?:-d|--d)/.test(text));
    case "hash-object":
      return !args.some(({ text }) => /^-\w*w/.test(text));
    default:
      return false;
  }
}

function judgeReach(context: CommandContext, subcommand: string, args: readonly ShellWord[]): void {
  context.note(external(`git ${subcommand} reaches a remote repository`));
  if (subcommand === "push") {
    const forced = args.some(({ text }) =>
      /^(?:-[a-z]*[fd][a-z]*|--f.*|--d.*|--mirror|--prune|\+.*|:.*)$/.test(text)
    );
    if (forced) context.note(destructive("a forced push overwrites the commits of others"));
  }
  if (subcommand === "pull") context.note(never("git pull makes commits, which only wf may make"));
  if (subcommand === "clone" && operandsOf(args).length > 1) {
    context.path(args.filter((word) => !isOption(word)).at(-1)!, "write");
  }
  if (subcommand === "submodule") context.suspect(args);
}

/** Judges the file or folder that an output option names. */
function judgeOutput(context: CommandContext, args: readonly ShellWord[], names: readonly string[]): void {
  for (const [index, word] of args.entries()) {
    const { text } = word;
    const next = args[index + 1];
    if (/^-o./.test(text)) context.path(partOf(word, 2), "write");
    else if (text.startsWith("--") && abbreviates(text, names) && text.includes("=")) {
      context.path(partOf(word, text.indexOf("=") + 1), "write");
    } else if (next !== undefined && (text === "-o" || abbreviates(text, names))) context.path(next, "write");
    else if (/^-\w+o/.test(text)) context.note(hidden("git writes to a file"));
  }
}

function judgePaths(context: CommandContext, args: readonly ShellWord[], intent: "write" | "delete"): void {
  for (const word of args) if (!isOption(word)) context.path(word, intent);
}

const LISTING =
  /^(?:-[avrl]+|--(?:list|all|remotes|show-current|verbose|merged|no-merged|contains|no-contains|points-at|sort|format|column|no-column|color|no-color|abbrev|ignore-case|omit-empty)(?:=.*)?)$/;

/** The subcommands that read or change, depending on their arguments. */
const SUBCOMMANDS: Readonly<Record<string, Handler>> = {
  add: (context, args) => {
    if (args.some(({ text }) => /^(?:-\w*e\w*|--e\w*)$/.test(text))) {
      context.note(hidden("git would run an editor"));
    }
    judgePaths(context, args, "write");
    context.note({ category: "edit", reason: "it stages changes" });
  },
  mv: (context, args) => {
    judgePaths(context, args, "write");
    context.note({ category: "edit", reason: "it moves files" });
  },
  apply: (context, args) => {
    for (const word of args) if (!isOption(word)) context.path(word, "read");
    const paths = patchedPaths(hereText(context) ?? "");
    for (const { path, intent } of paths) context.path(plainWord(path), intent);
    if (args.some(({ text }) => /^--(?:u(?!nidiff-zero)|di|build)/.test(text))) {
      context.note(hidden("git apply would write to other folders"));
    }
    context.note(unclassified("git apply changes files that are not named"));
  },
  init: (context, args) => {
    judgePaths(context, args, "write");
    context.note(hidden("git init creates a separate repository"));
  },
  archive: (context, args) => {
    const remote = args.some(({ text }) => /^--(?:r|e|ad)/.test(text));
    judgeOutput(context, args, ["--output"]);
    context.note(
      remote
        ? external("git archive reaches a remote repository")
        : unclassified("git archive writes a file"),
    );
  },
  "format-patch": (context, args) => {
    judgeOutput(context, args, ["--output-directory", "--output"]);
    context.note(unclassified("git format-patch writes files"));
  },
  bundle: (context, args) => {
    const [action, file] = args.filter((word) => !isOption(word));
    if (file !== undefined) context.path(file, action?.text === "create" ? "write" : "read");
    context.note(unclassified("git bundle writes a file"));
  },
  branch: (context, args) => {
    const deletes = args.some(({ text }) =>
      /^-[a-z]*[dDmMcCfu]|^--(?:d|m(?!erged)|co(?!n|l)|f(?!ormat)|s(?!ort|how)|u|e)/.test(text)
    );
    if (deletes) return context.note(destructive("git branch would delete, move or rename a branch"));
    const lists = args.every((word) => isKnown(word) && LISTING.test(word.text)) ||
      args.some(({ text }) => /^(?:-l|--list|--contains|--merged|--no-merged|--points-at)/.test(text));
    context.note(lists ? harmless("git only reads") : hidden("git branch would create a branch"));
  },
  tag: (context, args) => {
    if (args.some(({ text }) => /^(?:-[a-z]*[df]|--d|--fo)/.test(text))) {
      return context.note(destructive("git tag would delete or move a tag"));
    }
    const lists = args.every(({ text }) => LISTING.test(text)) ||
      args.some(({ text }) => /^(?:-[nl]|--l)/.test(text));
    context.note(lists ? harmless("git only reads") : hidden("git tag would create a tag"));
  },
  stash: (context, args) => {
    const [action] = operandsOf(args);
    const reads = action === "list" || action === "show";
    context.note(
      reads ? harmless("git only reads") : destructive("git stash removes changes from the working tree"),
    );
  },
  reset: (context, args) => {
    const options = args.filter(isOption).map(({ text }) => text);
    const mild = options.every((text) => /^(?:-q|--quiet|--|--mixed|-N)$/.test(text));
    const separator = args.findIndex(({ text }) => text === "--");
    const [ref = "HEAD"] = operandsOf(separator === -1 ? args : args.slice(0, separator));
    if (!mild || !/^(?:HEAD|@)$/.test(ref) || args.some(({ expands }) => expands.length > 0)) {
      return context.note(destructive("git reset would move the branch or overwrite files"));
    }
    context.note({ category: "edit", reason: "it unstages changes" });
  },
  restore: (context, args) => {
    const staged = args.some(({ text }) => /^(?:--staged|-S)$/.test(text));
    const others = args.filter(isOption).some(({ text }) => !/^(?:--staged|-S|--|-q|--quiet)$/.test(text));
    if (!staged || others) return context.note(destructive("git restore overwrites files"));
    context.note({ category: "edit", reason: "it unstages changes" });
  },
  clean: (context, args) => {
    const options = args.filter(isOption).map(({ text }) => text);
    const dry = options.some((text) => /^(?:-[a-eg-z]*n[a-eg-z]*|--dry-run)$/.test(text)) &&
      !options.some((text) => /^(?:-\w*[fi]|--f|--i)/.test(text));
    context.note(dry ? harmless("git only reads") : destructive("git clean deletes files"));
  },
  reflog: (context, args) => {
    const [action = "show"] = operandsOf(args);
    const deletes = ["expire", "delete", "drop"].includes(action);
    context.note(deletes ? destructive("git reflog would delete history") : harmless("git only reads"));
  },
  worktree: (context, args) => {
    const [action, path] = args.filter((word) => !isOption(word));
    if (action?.text === "list") return context.note(harmless("git only reads"));
    if (/^(?:remove|prune|move)$/.test(action?.text ?? "")) {
      return context.note(destructive("git worktree would remove a working tree"));
    }
    if (path !== undefined) context.path(path, "write");
    context.note(hidden("git worktree would create a working tree"));
  },
  remote: (context, args) => {
    const [action] = operandsOf(args);
    if (action === undefined || action === "get-url") return context.note(harmless("git only reads"));
    if (["show", "update", "prune"].includes(action)) {
      return context.note(external(`git remote ${action} reaches a remote repository`));
    }
    context.note(never("an agent may not change git's configuration"));
  },
  config: (context, args) => {
    const operands = operandsOf(args);
    const verbs = ["get", "list", "get-all", "get-regexp"];
    const asks = args.some(({ text }) =>
      /^(?:-l|--list|--get|--get-all|--get-regexp|--get-urlmatch)$/.test(text)
    );
    const writes = args.some(({ text }) =>
      /^(?:--add|--unset|--replace|--rename|--remove|-e|--edit)/.test(text)
    );
    for (const [index, word] of args.entries()) {
      const { text } = word;
      const next = args[index + 1];
      if (/^--file=/.test(text)) context.path(partOf(word, text.indexOf("=") + 1), "read");
      else if (/^-f./.test(text)) context.path(partOf(word, 2), "read");
      else if (/^(?:-f|--file)$/.test(text) && next !== undefined) context.path(next, "read");
    }
    if (args.some(({ text }) => /^(?:-f|--file)/.test(text)) && !asks) {
      return context.note(never("an agent may not change git's configuration"));
    }
    if (
      !writes && (asks || verbs.includes(operands[0] ?? "") || operands.length <= 1) && args.every(isKnown)
    ) {
      return context.note(harmless("git only reads"));
    }
    context.note(
      never("an agent may not change git's configuration: its hooks and aliases decide what git runs"),
    );
  },
  maintenance: (context) => context.note(never("an agent may not change git's configuration")),
};
