import {
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
  type Scene,
  unclassified,
} from "../effects/effects.ts";
import { partOf } from "./known_options.ts";
import { patchedPaths } from "../patch_paths.ts";
import { plainWord } from "../shell/parser.ts";
import type { ShellWord } from "../shell/ast.ts";

/** Subcommands that only look. */
const LOOKS = new Set(
  `status diff log show blame annotate ls-files ls-tree rev-parse describe shortlog grep cat-file rev-list merge-base
   name-rev for-each-ref show-ref show-branch check-ignore check-attr check-mailmap check-ref-format help version
   whatchanged count-objects var diff-tree diff-index diff-files range-diff cherry merge-tree patch-id verify-commit
   verify-tag fsck get-tar-commit-id column stripspace`.split(/\s+/),
);
/** Subcommands that make commits, or write what git keeps: the tool commits. */
const COMMITS = new Set(
  `commit commit-tree merge cherry-pick revert am fast-import update-ref symbolic-ref notes citool gui mktree mktag
   hash-object write-tree read-tree update-index`.split(/\s+/),
);
/** Subcommands that rewrite history or put the working tree into another state. */
const REWRITES: Readonly<Record<string, string>> = {
  rebase: "git rebase rewrites history",
  "filter-branch": "git filter-branch rewrites history",
  "filter-repo": "git filter-repo rewrites history",
  replace: "git replace rewrites history",
  prune: "git prune deletes what no branch holds",
  gc: "git gc deletes what no branch holds",
  repack: "git repack may delete what no branch holds",
  rm: "git rm deletes files",
  checkout: "git checkout overwrites files or leaves the branch of the work",
  switch: "git switch leaves the branch of the work",
  "checkout-index": "git checkout-index overwrites files",
  "sparse-checkout": "git sparse-checkout removes files",
};
const REACHES = new Set(
  `push fetch pull clone ls-remote submodule send-email request-pull svn lfs p4 daemon instaweb send-pack fetch-pack
   http-push http-fetch imap-send archimport cvsimport`.split(/\s+/),
);
/** Subcommands that run programs that git's configuration names. */
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

/** Settings whose values are programs that git runs, or that keep its hooks from running. */
const HOOKS = /^core\.hookspath\b/i;
/** Settings of which it is known that they run nothing. */
const MILD_SETTINGS =
  /^(?:user\.(?:name|email)|color\.|core\.(?:quotepath|autocrlf|safecrlf|eol|abbrev|commentchar|ignorecase|precomposeunicode|longpaths|filemode)=|(?:core\.)?pager(?:\.\w+)?=(?:cat|less|false|)$|diff\.(?:renames?|renamelimit|algorithm|noprefix|mnemonicprefix|context|wserrorhighlight|colormoved|submodule|suppressblankempty|relative)=|log\.(?:date|decorate|showsignature=false|follow|abbrevcommit)|advice\.|init\.defaultbranch|i18n\.|column\.|status\.|grep\.(?:linenumber|patterntype|extendedregexp|fullname|threads)=|blame\.(?!ignorerevsfile)|gc\.auto=0|maintenance\.auto=false|submodule\.recurse=|versionsort\.|branch\.sort|tag\.sort)/i;
/** Options before the subcommand that only say how something is shown. */
const MILD_GLOBALS =
  /^(?:-[pPvh]|--(?:no-pager|paginate|no-replace-objects|literal-pathspecs|glob-pathspecs|noglob-pathspecs|icase-pathspecs|no-optional-locks|no-advice|no-lazy-fetch|version|help|html-path|man-path|info-path|list-cmds=.*))$/;

/** Judges git by its subcommand. See docs/decisions/running-tasks.md. */
export function git(scene: Scene, args: readonly ShellWord[]): void {
  for (const { text } of args) {
    if (/^--no-v(?:e(?:r(?:i(?:fy?)?)?)?)?$/.test(text)) scene.note(never("hooks of git are never bypassed"));
  }
  const rest = judgeGlobals(scene, args);
  const [subcommand, ...own] = rest;
  if (subcommand === undefined) return scene.note(harmless());
  if (!isKnown(subcommand)) {
    scene.note(hidden("the subcommand of git is not told"));
    return;
  }
  judgeSubcommand(scene, subcommand.text, own);
}

/** Judges the options before the subcommand, and gives what stands behind them. */
function judgeGlobals(scene: Scene, args: readonly ShellWord[]): readonly ShellWord[] {
  let index = 0;
  for (; index < args.length; index++) {
    const word = args[index]!;
    const { text } = word;
    if (text === "-c" || text === "--config-env") {
      judgeSetting(scene, args[++index]);
    } else if (text.startsWith("--config-env=")) {
      judgeSetting(scene, { ...word, text: text.slice("--config-env=".length) });
    } else if (/^-c./.test(text)) {
      judgeSetting(scene, { ...word, text: text.slice(2) });
    } else if (text === "-C") {
      const folder = args[++index];
      if (folder !== undefined) {
        scene.path(folder, "read");
        if (!/^\.?\/?$/.test(folder.text)) scene.note(unclassified("git would work in another folder"));
      }
    } else if (/^--(?:git-dir|work-tree|namespace|exec-path|super-prefix|attr-source)\b/.test(text)) {
      if (text !== "--exec-path") {
        scene.note(hidden("git would work on another repository or run other programs"));
      }
      if (!text.includes("=") && text !== "--exec-path") index++;
    } else if (!text.startsWith("-")) {
      break;
    } else if (word.expands.length > 0 || !(MILD_GLOBALS.test(text) || text === "--exec-path")) {
      scene.note(hidden(`nothing is known of the option "${text}" of git`));
    }
  }
  return args.slice(index);
}

function judgeSetting(scene: Scene, word: ShellWord | undefined): void {
  if (word === undefined) return;
  if (HOOKS.test(word.text)) return scene.note(never("hooks of git are never bypassed"));
  if (/^alias\./i.test(word.text)) {
    return scene.note(never("an alias of git would hide what it does"));
  }
  if (word.expands.length > 0 || !MILD_SETTINGS.test(word.text)) {
    return scene.note(hidden(`the setting ${word.text.split("=")[0]} lets git run other programs`));
  }
}

function judgeSubcommand(scene: Scene, subcommand: string, args: readonly ShellWord[]): void {
  if (LOOKS.has(subcommand)) return judgeReadOnly(scene, subcommand, args);
  if (COMMITS.has(subcommand)) {
    if (isReadOnly(subcommand, args)) return scene.note(harmless());
    return scene.note(never(`git ${subcommand} is the tool's: it commits when the checks pass`));
  }
  const rewrites = REWRITES[subcommand];
  if (rewrites !== undefined && Object.hasOwn(REWRITES, subcommand)) {
    if (subcommand === "rm") judgePaths(scene, args, "delete");
    return scene.note(destructive(rewrites));
  }
  if (REACHES.has(subcommand)) return judgeReach(scene, subcommand, args);
  if (RUNS.has(subcommand)) {
    scene.suspect(args);
    return scene.note(hidden(`git ${subcommand} runs other programs`));
  }
  const own = Object.hasOwn(SUBCOMMANDS, subcommand) ? SUBCOMMANDS[subcommand] : undefined;
  if (own !== undefined) return own(scene, args, subcommand);
  scene.suspect(args);
  scene.note(hidden(`"git ${subcommand}" may be an alias of anything`));
}

/** Options of the looking subcommands that run programs, or read or write other files; abbreviations count. */
const LOOK_RUNS = [
  "--ext-diff",
  "--textconv",
  "--open-files-in-pager",
  "--filters",
  "--web",
  "--man",
  "--info",
];
const LOOK_READS = [
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

function judgeReadOnly(scene: Scene, subcommand: string, args: readonly ShellWord[]): void {
  // A row of letters may end in the one that runs a program.
  const runs = subcommand === "grep" ? /^-(?![ABCmef])\w*O/ : subcommand === "help" ? /^-[wmi]/ : /(?!)/;
  const noIndex = args.some(({ text }) => abbreviates(text, ["--no-index"]));
  for (const [index, word] of args.entries()) {
    const { text } = word;
    const next = args[index + 1];
    if (text === "--") break;
    if (text.startsWith("--o") && abbreviates(text, ["--output"]) || text === "--output") {
      if (!text.includes("=")) scene.note(hidden("git writes to a file"));
      else scene.path(partOf(word, text.indexOf("=") + 1), "write");
    } else if (abbreviates(text, LOOK_RUNS) || runs.test(text)) {
      scene.note(hidden("git would run another program"));
    } else if (abbreviates(text, LOOK_READS)) {
      if (text.includes("=")) scene.path(partOf(word, text.indexOf("=") + 1), "read");
      else if (next !== undefined) scene.path(next, "read");
    } else if (/^-[XfSO]$/.test(text) && next !== undefined && READS_NEXT.test(`${subcommand} ${text}`)) {
      scene.path(next, "read");
    } else if (subcommand === "grep" && /^-[abcdg-zA-Z]*f/.test(text)) {
      const file = text.slice(text.indexOf("f") + 1);
      if (file !== "") scene.path(partOf(word, text.length - file.length), "read");
      else if (next !== undefined) scene.path(next, "read");
    } else if (/^-O./.test(text) && subcommand !== "grep") {
      scene.path(partOf(word, 2), "read");
    }
  }
  // Outside of the repository git compares files as they are.
  const outside = /^(?:[/~]|\.\.?\/)|(?:^|\/)\.\.(?:\/|$)/;
  for (const word of args) {
    if (isOption(word)) continue;
    if (
      noIndex || (subcommand === "diff" && (outside.test(word.text) || word.tilde || word.expands.length > 0))
    ) {
      scene.path(word, "read");
    }
  }
  if (subcommand === "fsck" && args.some(({ text }) => /^--lost/.test(text))) {
    scene.note(hidden("git writes files"));
  }
  scene.note(harmless("git only looks"));
}

const READS_NEXT = /^(?:ls-files -X|grep -f|blame -S|annotate -S|(?:diff|log|show) -O)$/;

/** `git notes show`, `git merge --no-commit`: only the former looks. */
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

function judgeReach(scene: Scene, subcommand: string, args: readonly ShellWord[]): void {
  scene.note(external(`git ${subcommand} reaches a remote repository`));
  if (subcommand === "push") {
    const forced = args.some(({ text }) =>
      /^(?:-[a-z]*[fd][a-z]*|--f.*|--d.*|--mirror|--prune|\+.*|:.*)$/.test(text)
    );
    if (forced) scene.note(destructive("a forced push overwrites what others have"));
  }
  if (subcommand === "pull") scene.note(never("git pull makes commits, which are the tool's"));
  if (subcommand === "clone" && operandsOf(args).length > 1) {
    scene.path(args.filter((word) => !isOption(word)).at(-1)!, "write");
  }
  if (subcommand === "submodule") scene.suspect(args);
}

/** The file or folder that is written, as its option names it. */
function judgeOutput(scene: Scene, args: readonly ShellWord[], names: readonly string[]): void {
  for (const [index, word] of args.entries()) {
    const { text } = word;
    const next = args[index + 1];
    if (/^-o./.test(text)) scene.path(partOf(word, 2), "write");
    else if (text.startsWith("--") && abbreviates(text, names) && text.includes("=")) {
      scene.path(partOf(word, text.indexOf("=") + 1), "write");
    } else if (next !== undefined && (text === "-o" || abbreviates(text, names))) scene.path(next, "write");
    else if (/^-\w+o/.test(text)) scene.note(hidden("git writes to a file"));
  }
}

function judgePaths(scene: Scene, args: readonly ShellWord[], intent: "write" | "delete"): void {
  for (const word of args) if (!isOption(word)) scene.path(word, intent);
}

const LISTING =
  /^(?:-[avrl]+|--(?:list|all|remotes|show-current|verbose|merged|no-merged|contains|no-contains|points-at|sort|format|column|no-column|color|no-color|abbrev|ignore-case|omit-empty)(?:=.*)?)$/;

/** Subcommands that look or change, as their arguments say. */
const SUBCOMMANDS: Readonly<Record<string, Handler>> = {
  add: (scene, args) => {
    if (args.some(({ text }) => /^(?:-\w*e\w*|--e\w*)$/.test(text))) {
      scene.note(hidden("git would run an editor"));
    }
    judgePaths(scene, args, "write");
    scene.note({ category: "edit", reason: "it stages changes" });
  },
  mv: (scene, args) => {
    judgePaths(scene, args, "write");
    scene.note({ category: "edit", reason: "it moves files" });
  },
  apply: (scene, args) => {
    for (const word of args) if (!isOption(word)) scene.path(word, "read");
    const paths = patchedPaths(hereText(scene) ?? "");
    for (const { path, intent } of paths) scene.path(plainWord(path), intent);
    if (args.some(({ text }) => /^--(?:u(?!nidiff-zero)|di|build)/.test(text))) {
      scene.note(hidden("git apply would write to other folders"));
    }
    scene.note(unclassified("git apply changes files that are not told"));
  },
  init: (scene, args) => {
    judgePaths(scene, args, "write");
    scene.note(hidden("git init makes a repository of its own"));
  },
  archive: (scene, args) => {
    const remote = args.some(({ text }) => /^--(?:r|e|ad)/.test(text));
    judgeOutput(scene, args, ["--output"]);
    scene.note(
      remote
        ? external("git archive reaches a remote repository")
        : unclassified("git archive writes a file"),
    );
  },
  "format-patch": (scene, args) => {
    judgeOutput(scene, args, ["--output-directory", "--output"]);
    scene.note(unclassified("git format-patch writes files"));
  },
  bundle: (scene, args) => {
    const [action, file] = args.filter((word) => !isOption(word));
    if (file !== undefined) scene.path(file, action?.text === "create" ? "write" : "read");
    scene.note(unclassified("git bundle writes a file"));
  },
  branch: (scene, args) => {
    const deletes = args.some(({ text }) =>
      /^-[a-z]*[dDmMcCfu]|^--(?:d|m(?!erged)|co(?!n|l)|f(?!ormat)|s(?!ort|how)|u|e)/.test(text)
    );
    if (deletes) return scene.note(destructive("git branch would delete, move or rename a branch"));
    const lists = args.every((word) => isKnown(word) && LISTING.test(word.text)) ||
      args.some(({ text }) => /^(?:-l|--list|--contains|--merged|--no-merged|--points-at)/.test(text));
    scene.note(lists ? harmless("git only looks") : hidden("git branch would make a branch"));
  },
  tag: (scene, args) => {
    if (args.some(({ text }) => /^(?:-[a-z]*[df]|--d|--fo)/.test(text))) {
      return scene.note(destructive("git tag would delete or move a tag"));
    }
    const lists = args.every(({ text }) => LISTING.test(text)) ||
      args.some(({ text }) => /^(?:-[nl]|--l)/.test(text));
    scene.note(lists ? harmless("git only looks") : hidden("git tag would make a tag"));
  },
  stash: (scene, args) => {
    const [action] = operandsOf(args);
    const looks = action === "list" || action === "show";
    scene.note(looks ? harmless("git only looks") : destructive("git stash takes changes away"));
  },
  reset: (scene, args) => {
    const options = args.filter(isOption).map(({ text }) => text);
    const mild = options.every((text) => /^(?:-q|--quiet|--|--mixed|-N)$/.test(text));
    const separator = args.findIndex(({ text }) => text === "--");
    const [ref = "HEAD"] = operandsOf(separator === -1 ? args : args.slice(0, separator));
    if (!mild || !/^(?:HEAD|@)$/.test(ref) || args.some(({ expands }) => expands.length > 0)) {
      return scene.note(destructive("git reset would move the branch or overwrite files"));
    }
    scene.note({ category: "edit", reason: "it takes changes off the stage" });
  },
  restore: (scene, args) => {
    const staged = args.some(({ text }) => /^(?:--staged|-S)$/.test(text));
    const others = args.filter(isOption).some(({ text }) => !/^(?:--staged|-S|--|-q|--quiet)$/.test(text));
    if (!staged || others) return scene.note(destructive("git restore overwrites files"));
    scene.note({ category: "edit", reason: "it takes changes off the stage" });
  },
  clean: (scene, args) => {
    const options = args.filter(isOption).map(({ text }) => text);
    const dry = options.some((text) => /^(?:-[a-eg-z]*n[a-eg-z]*|--dry-run)$/.test(text)) &&
      !options.some((text) => /^(?:-\w*[fi]|--f|--i)/.test(text));
    scene.note(dry ? harmless("git only looks") : destructive("git clean deletes files"));
  },
  reflog: (scene, args) => {
    const [action = "show"] = operandsOf(args);
    const deletes = ["expire", "delete", "drop"].includes(action);
    scene.note(deletes ? destructive("git reflog would delete history") : harmless("git only looks"));
  },
  worktree: (scene, args) => {
    const [action, path] = args.filter((word) => !isOption(word));
    if (action?.text === "list") return scene.note(harmless("git only looks"));
    if (/^(?:remove|prune|move)$/.test(action?.text ?? "")) {
      return scene.note(destructive("git worktree would remove a working tree"));
    }
    if (path !== undefined) scene.path(path, "write");
    scene.note(hidden("git worktree would make a working tree"));
  },
  remote: (scene, args) => {
    const [action] = operandsOf(args);
    if (action === undefined || action === "get-url") return scene.note(harmless("git only looks"));
    if (["show", "update", "prune"].includes(action)) {
      return scene.note(external(`git remote ${action} reaches a remote repository`));
    }
    scene.note(never("git's configuration is not an agent's to change"));
  },
  config: (scene, args) => {
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
      if (/^--file=/.test(text)) scene.path(partOf(word, text.indexOf("=") + 1), "read");
      else if (/^-f./.test(text)) scene.path(partOf(word, 2), "read");
      else if (/^(?:-f|--file)$/.test(text) && next !== undefined) scene.path(next, "read");
    }
    if (args.some(({ text }) => /^(?:-f|--file)/.test(text)) && !asks) {
      return scene.note(never("git's configuration is not an agent's to change"));
    }
    if (
      !writes && (asks || verbs.includes(operands[0] ?? "") || operands.length <= 1) && args.every(isKnown)
    ) {
      return scene.note(harmless("git only looks"));
    }
    scene.note(
      never("git's configuration is not an agent's to change: its hooks and aliases decide what git runs"),
    );
  },
  maintenance: (scene) => scene.note(never("git's configuration is not an agent's to change")),
};
