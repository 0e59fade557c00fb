/**
 * Programs that search for files, or query documents.
 *
 * @module
 */
import { nameSet } from "../../collections/name_set.ts";
import { knownOptions, readArguments } from "./known_options.ts";
import {
  destructive,
  type Handler,
  type Handlers,
  handlers,
  harmless,
  hidden,
  isBelow,
  isKnown,
  unclassified,
} from "../effects/effects.ts";
import { plainWord } from "../shell/word.ts";
import type { ShellWord } from "../shell/ast.ts";

/** The conditions and actions of find that only select or print. */
const FIND_KNOWN = nameSet(
  `-print -print0 -printf -ls -prune -quit -depth -mount -xdev -daystart -follow -noleaf -true -false -not -a -and -o -or -H -L -P
   -empty -executable -readable -writable -nouser -nogroup -maxdepth -mindepth -name -iname -path -ipath -wholename -iwholename -regex
   -iregex -regextype -lname -ilname -type -xtype -size -amin -atime -cmin -ctime -mmin -mtime -newer -anewer -cnewer -newermt -newerat
   -newerct -perm -user -uid -group -gid -inum -links -samefile -fstype -used -warn -nowarn -d -s -x -E -X -f`,
);

const find: Handler = (context, args) => {
  const roots: ShellWord[] = [];
  let before = 0;
  while (/^-(?:[EHLPXdsx]+|O\d|D)$/.test(args[before]?.text ?? "")) {
    before += args[before]!.text === "-D" ? 2 : 1;
  }
  if (args[before]?.text === "--") before++;
  if (/^-[EHLPXdsx]*f(?:$|[/.~])/.test(args[before]?.text ?? "")) {
    context.note(hidden("the folders that find searches cannot be determined"));
  }
  for (const word of args.slice(before)) {
    if (word.text.startsWith("-") || word.text === "(" || word.text === "!") break;
    roots.push(word);
  }
  for (const root of roots) context.path(root, "read");
  for (let index = before + roots.length; index < args.length; index++) {
    const word = args[index]!;
    const next = args[index + 1];
    if (word.text === "-delete") context.note(destructive("find -delete deletes files"));
    else if (/^-(?:fprint0?|fprintf|fls)$/.test(word.text) && next !== undefined) context.path(next, "write");
    else if (/^-(?:newer|samefile|anewer|cnewer)$/.test(word.text) && next !== undefined) {
      context.path(next, "read");
    } else if (/^-(?:exec|execdir|ok|okdir)$/.test(word.text)) {
      const end = args.findIndex(({ text }, at) => at > index && (text === ";" || text === "+"));
      const stop = end === -1 ? args.length : end;
      const mark = roots.length > 0 && roots.every((root) => isKnown(root) && isBelow(root.text))
        ? EDITABLE
        : FOUND;
      context.command(args.slice(index + 1, stop).map((one) => foundPath(one, mark)));
      index = stop;
    } else if (word.expands.length > 0 || (/^-[a-z]/i.test(word.text) && !FIND_KNOWN.has(word.text))) {
      context.note(hidden("the conditions of find cannot be determined"));
    }
  }
  context.note(harmless("it searches for files"));
};

/** Marks the words with `{}`, which find replaces by the paths that it finds. */
function foundPath(word: ShellWord, mark: string): ShellWord {
  return word.text.includes("{}") ? { ...word, expands: [mark] } : word;
}

const FD = knownOptions(`-HIuisFpagLlq0 -t: -e: -E: -d: -S: -o: -c: -j: --hidden --no-ignore --unrestricted
  --case-sensitive --ignore-case --fixed-strings --full-path --absolute-path --glob --follow --list-details --quiet
  --print0 --type: --extension: --exclude: --max-depth: --min-depth: --size: --color: --threads:
  --changed-within: --changed-before: --max-results: --version --help --base-directory< --search-path<`);

const fd: Handler = (context, args, name) => {
  const run = args.findIndex(({ text }) =>
    /^-[A-Za-z]*[xX]|^--e[^=]*(?:=|$)/.test(text) && !/^--ex(?:t|cl)/.test(text)
  );
  const { operands } = readArguments(context, run === -1 ? args : args.slice(0, run), { name, known: FD });
  for (const folder of operands.slice(1)) context.path(folder, "read");
  context.note(harmless("it searches for files"));
  if (run === -1) return;
  const option = args[run]!;
  const glued = /^-[A-Za-z]*?[xX](.+)$|^--[\w-]+=(.*)$/.exec(option.text);
  const first = glued === null ? [] : [plainWord(glued[1] ?? glued[2]!)];
  const command = [...first, ...args.slice(run + 1)].map((one) => foundPath(one, FOUND));
  if (command.length > 0) context.command([...command, { ...plainWord("{}"), expands: [FOUND] }]);
};

/** Judges `jq` and `yq`, whose first operand is a program. */
const query: Handler = (context, args, name) => {
  const rest: ShellWord[] = [];
  for (let index = 0; index < args.length; index++) {
    const { text } = args[index]!;
    if (name === "jq" && /^--(?:arg|argjson)$/.test(text)) index += 2;
    else if (name === "jq" && /^--(?:slurpfile|rawfile)$/.test(text)) {
      index += 2;
      if (args[index] !== undefined) context.path(args[index]!, "read");
    } else rest.push(args[index]!);
  }
  const { given, operands } = readArguments(context, rest, { name, known: QUERY });
  const inPlace = name === "yq" && (given.has("-i") || given.has("--inplace"));
  const program = given.has("-f") || given.has("--from-file") ? undefined : operands[0];
  for (const file of program === undefined ? operands : operands.slice(1)) {
    context.path(file, inPlace ? "write" : "read");
  }
  const text = args.map((word) => word.text).join("\n");
  if (/\benv\b|\$ENV|\$__prog/.test(text)) {
    context.note(unclassified("it shows the environment, which may contain secrets"));
  }
  const loads = name === "jq"
    ? /(?<![.\w"])(?:import|include)\b/
    : /\b(?:load\w*|strload|\w*env\w*|system)\b/;
  if (loads.test(text)) context.note(hidden(`${name} would read other files or the environment`));
  context.note(harmless("it queries documents"));
};

const QUERY = knownOptions(
  `-nrcjaSeCMRsPi -L< -f< -o: -p: -I: --null-input --raw-output --compact-output --join-output --ascii-output
  --sort-keys --exit-status --color-output --monochrome-output --raw-input --slurp --tab --indent: --stream --seq --args --jsonargs
  --from-file< --inplace --prettyPrint --output-format: --input-format: --no-colors --colors --exit-status --version --help --library-path<`,
);

/** Judges `ps`: letters without a dash, or `-E`, may add the environment of programs. */
const ps: Handler = (context, args) => {
  const shows = args.some(({ text }, index) => {
    const valued = /^-(?:[CUGgopqstu]|-\w+)$/.test(args[index - 1]?.text ?? "");
    return /environ/.test(text) || /^-\w*E/.test(text) ||
      (!valued && /^[acefghjklmnorstuvwxHLSTUVXZ]*e[acefghjklmnorstuvwxHLSTUVXZ]*$/.test(text));
  });
  context.note(shows ? unclassified("it shows the environment, which may contain secrets") : harmless());
};

/** Judges `dd`, whose operands are `name=value`. */
const dd: Handler = (context, args) => {
  for (const word of args) {
    const path = { ...word, text: word.text.slice(3), raw: word.raw.slice(3) };
    if (/^(?:if|of)=/.test(word.text)) context.path(path, word.text.startsWith("of") ? "write" : "read");
  }
  context.note(destructive("dd overwrites its target"));
};

/** Judges `type`, which shows files on Windows. */
const type: Handler = (context, args) => {
  const shows = args.some(({ raw }) => /[\\/.]/.test(raw));
  context.note(shows ? hidden("type shows files on Windows") : harmless());
};

export const searchHandlers: Handlers = {
  find,
  ...handlers("fd fdfind", fd),
  ...handlers("jq yq", query),
  ps,
  dd,
  type,
};

/**
 * The mark of paths that a command lists: {@link FOUND} for paths below the folders that it names,
 * {@link EDITABLE} if those are below the working folder. Undefined if it does not list paths.
 */
export function listedPaths(words: readonly ShellWord[]): string | undefined {
  const [program = "", ...args] = words.map(({ text }) => text);
  const has = (option: RegExp) => args.some((text) => option.test(text));
  const lists = /^(?:find|fd)$/.test(program)
    ? !has(/^-(?:printf|exec|x)/)
    : program === "git"
    ? args[0] === "ls-files" || (args[0] === "grep" && has(/^-\w*l/))
    : program === "rg"
    ? has(/^(?:-\w*l|--files|--files-with-matches)$/)
    : program === "grep" && has(/^-\w*l/);
  if (!lists || !words.every(isKnown)) return lists ? FOUND : undefined;
  const first = args.findIndex((text) => text.startsWith("-"));
  const operands = program === "find"
    ? args.slice(0, first === -1 ? args.length : first)
    // A word after an option may be its value.
    : args.filter((text, index) =>
      !/^-/.test(text) && !/^-(?:\w*[A-EMTd-gjmt]|-[\w-]+)$/.test(args[index - 1] ?? "")
    )
      .slice(program === "git" && args[0] === "grep" ? 2 : 1);
  return operands.length > 0 && operands.every(isBelow) ? EDITABLE : FOUND;
}

/** Marks a path below searched folders, git's own files included. */
export const FOUND = "{}";
/** Marks a path below folders that are below the working folder. */
export const EDITABLE = "{w}";

/** Matches programs that leave out lines, or sort them. */
export const FILTERS = /^(?:grep|head|tail|sort|uniq)$/;
