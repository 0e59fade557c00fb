/**
 * Programs that only read, write or delete the files in their arguments.
 *
 * @module
 */
import { awk } from "./awk.ts";
import { knownOptions, partOf, readArguments } from "./known_options.ts";
import { sed } from "./sed.ts";
import type { PathIntent } from "../../../schemas/permission.ts";
import {
  type CommandContext,
  destructive,
  type Handler,
  type Handlers,
  handlers,
  harmless,
  hidden,
  isOption,
  unclassified,
} from "../effects/effects.ts";
import { plainWord } from "../shell/word.ts";
import type { ShellWord } from "../shell/ast.ts";

/** The way a program uses its arguments. */
interface Usage {
  /** The intent for its operands; "target" reads all but the last, which it writes. */
  readonly operands: PathIntent | "target" | "none";
  /** The number of leading operands that are not paths, such as a pattern or a mode. */
  readonly skip?: number;
  /** Matches options with which the leading operands are paths too, because the pattern is elsewhere. */
  readonly unskip?: RegExp;
  /** The options whose value is a file that is written. */
  readonly outputs?: readonly string[];
  /** Matches leading operands that look like options, such as the mode `-x`. */
  readonly leads?: RegExp;
  /** Matches options with which all operands are written. */
  readonly writes?: RegExp;
  /** Matches options with which more files are changed than named. */
  readonly unclear?: RegExp;
  /** Matches options that run other programs. */
  readonly runs?: RegExp;
}

const READ: Usage = { operands: "read" };
const PATTERN: Usage = {
  operands: "read",
  skip: 1,
  unskip: /^-[A-Za-z]*[ef]|^--(?:regexp|file|files)\b/,
  runs: /^--(?:p|pre|h.*bin|hostname|pager|search-zip|ackrc|env)(?:=|$)|^-[A-Za-z]*z[A-Za-z]*$/,
};

/** The programs by the use of their arguments. */
const USAGES: readonly (readonly [names: string, usage: Usage])[] = [
  [
    `cat tac head tail wc nl ls dir vdir stat file du df cmp diff comm md5sum sha1sum sha224sum sha256sum
     sha384sum sha512sum shasum sum cksum b2sum od hexdump hd strings cut paste join fold fmt pr column expand
     unexpand rev tsort base64 base32 realpath readlink look zcat bzcat xzcat eza exa lsd cloc tokei nm size tail`,
    { ...READ, runs: /^-C$|^--compile/ },
  ],
  ["less more bat batcat", {
    operands: "read",
    runs:
      /^(?!-[NnSFRXEeiIpsAl]+$|--?(?:version|help)$|--(?:plain|number|line-range|language|style|color|paging)=)/,
  }],
  ["tree", { operands: "read", outputs: ["-o"], runs: /^-\w*[Ro]/ }],
  ["sort", { operands: "read", outputs: ["-o", "--output"], runs: /^--(?:c|co.*|comp.*)(?:=|$)/ }],
  ["sdiff", { operands: "read", outputs: ["-o", "--output"], runs: /^--d/ }],
  ["diff3", { operands: "read", runs: /^--d/ }],
  ["uniq xxd", { operands: "target" }],
  ["grep egrep fgrep zgrep rg ag ack", PATTERN],
  ["split gsplit csplit", { operands: "target", runs: /^--fi/ }],
  ["touch mkdir mkfifo", { operands: "write" }],
  ["tee", { operands: "write" }],
  ["chmod", {
    operands: "write",
    skip: 1,
    unskip: /^--reference/,
    leads: /^-[rwxXstugo,=+-]+$/,
    unclear: /^-[a-z]*R|^--rec/,
  }],
  ["rm rmdir unlink shred trash trash-put srm wipe del erase rd rimraf del-cli", { operands: "delete" }],
  // These format or check sources and run no code of the project.
  [
    "gofmt goimports shellcheck ruff black clang-format shfmt stylua hadolint yamllint taplo",
    { operands: "write" },
  ],
];

/** The programs that only show files or the state of the machine. */
const HARMLESS =
  `echo true false : pwd whoami id groups uname arch nproc uptime which whereis seq expr sleep tput
  clear cal yes factor numfmt tr basename dirname locale getconf tty logname users who pgrep free lscpu ulimit
  umask jobs times logout bg fg disown`;

function byUsage(usage: Usage): Handler {
  return (context, args, name) => judgeUsage(context, args, { ...usage, name });
}

function judgeUsage(
  context: CommandContext,
  args: readonly ShellWord[],
  usage: Usage & { readonly name: string },
): void {
  const { name, outputs = [], runs, writes } = usage;
  const options = args.filter(isOption);
  if (usage.unclear !== undefined && options.some(({ text }) => usage.unclear!.test(text))) {
    context.note(unclassified(`${name} changes files that are not named`));
  }
  const writesAll = writes !== undefined && options.some(({ text }) => writes.test(text));
  const operands = writesAll ? "write" : usage.operands;
  const intent = operands === "target" ? "read" : operands === "none" ? "read" : operands;
  if (runs !== undefined && options.some(({ text }) => runs.test(text))) {
    context.note(hidden(`${name} would run another program`));
  }
  const paths: ShellWord[] = [];
  let skip = options.some(({ text }) => usage.unskip?.test(text)) ? 0 : usage.skip ?? 0;
  let onlyOperands = false;
  for (const [index, word] of args.entries()) {
    if (!onlyOperands && word.text === "--") {
      onlyOperands = true;
    } else if (!onlyOperands && skip > 0 && usage.leads?.test(word.text)) {
      skip--;
    } else if (!onlyOperands && isOption(word)) {
      judgeOption(context, word, { intent, outputs });
    } else if (!onlyOperands && outputs.includes(args[index - 1]?.text ?? "")) {
      context.path(word, "write");
    } else if (/^[+]/.test(word.text) && /^(?:less|more)$/.test(name)) {
      context.note(hidden(`${name} is started with commands`));
    } else if (skip > 0) {
      skip--;
    } else {
      paths.push(word);
    }
  }
  for (const [index, word] of paths.entries()) {
    const written = operands === "target" && index > 0 && index === paths.length - 1;
    context.path(word, written ? "write" : intent);
  }
  if (paths.length === 0) context.note(operands === "delete" ? destructive(`${name} deletes`) : harmless());
}

/** Judges an option that may contain a path: `--output=x`, `-ox`, `--file=/x`. */
function judgeOption(
  context: CommandContext,
  word: ShellWord,
  { intent, outputs }: { readonly intent: PathIntent; readonly outputs: readonly string[] },
): void {
  const { text } = word;
  if (outputs.includes(text)) return;
  if (word.expands.length > 0 && !/^--?[\w-]+=/.test(text)) {
    return context.note(hidden("its options cannot be determined"));
  }
  const equals = text.indexOf("=");
  const name = equals === -1 ? text : text.slice(0, equals);
  const part = (from: number): ShellWord => ({ ...word, text: text.slice(from), raw: text.slice(from) });
  const long = outputs.some((output) =>
    output.startsWith("--") && name.length > 3 && output.startsWith(name)
  );
  const short = outputs.find((output) => /^-\w$/.test(output) && text.startsWith(output) && text.length > 2);
  if (equals !== -1 && long) return context.path(part(equals + 1), "write");
  if (short !== undefined) return context.path(part(2), "write");
  // In combined letters the last takes the file: the `x` of `-uo x` is read as an operand.
  if (outputs.some((output) => /^-\w$/.test(output) && /^-\w+$/.test(text) && text.includes(output[1]!))) {
    return context.note(hidden("it writes to a file that cannot be determined"));
  }
  if (equals !== -1 && /[/~]|\.\./.test(text.slice(equals))) return context.path(part(equals + 1), intent);
  const glued = /^-[A-Za-z]+(?=[/~]|\.\.\/)/.exec(text)?.[0].length;
  if (glued !== undefined) context.path(part(glued), intent);
}

/** Judges `date` and `hostname`, which can show a value or set it. */
const showOrSet: Handler = (context, args, name) => {
  for (const [index, word] of args.entries()) {
    if (name === "date" && /^(?:-[a-zA-Z]*[fr]|--(?:file|reference))$/.test(word.text) && args[index + 1]) {
      context.path(args[index + 1]!, "read");
    }
    const glued = /^-[a-zA-Z]*[fr](?=.)/.exec(word.text)?.[0].length;
    if (name === "date" && glued !== undefined && !word.text.startsWith("--")) {
      context.path(partOf(word, glued), "read");
    }
    if (name === "date" && /^--[fr]\w*=/.test(word.text)) {
      context.path(partOf(word, word.text.indexOf("=") + 1), "read");
    }
  }
  const sets = name === "date"
    ? args.some(({ text }) => /^(?:-[a-zA-Z]*s|--s)|^\d+$/.test(text))
    : args.some((word) => !isOption(word));
  context.note(sets ? hidden(`${name} would change the machine`) : harmless());
};

const FIND_RUNS = /^-(?:exec|execdir|ok|okdir)$/;
const FIND_WRITES = /^-(?:fprint0?|fprintf|fls)$/;

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
    if (word.text === "-files0-from") {
      context.note(hidden("the folders that find searches cannot be determined"));
    } else if (word.text === "-delete") context.note(destructive("find -delete deletes files"));
    else if (FIND_WRITES.test(word.text) && args[index + 1] !== undefined) {
      context.path(args[index + 1]!, "write");
    } else if (word.expands.length > 0) context.note(hidden("the conditions of find cannot be determined"));
    else if (FIND_RUNS.test(word.text)) {
      const end = args.findIndex(({ text }, at) => at > index && (text === ";" || text === "+"));
      const stop = end === -1 ? args.length : end;
      context.command(args.slice(index + 1, stop).map(foundPath));
      index = stop;
    }
  }
  context.note(harmless("it searches for files"));
};

/** Marks the words with `{}`, which find replaces by any path below its roots, git's own files included. */
function foundPath(word: ShellWord): ShellWord {
  return word.text.includes("{}") ? { ...word, expands: ["{}"] } : word;
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
  const command = [...first, ...args.slice(run + 1)].map(foundPath);
  if (command.length > 0) context.command([...command, { ...plainWord("{}"), expands: ["{}"] }]);
};

const jq: Handler = (context, args, name) => {
  const modules = args.findIndex(({ text }) => /^-[A-Za-z]*L$|^--library-path$/.test(text));
  if (modules !== -1 && args[modules + 1] !== undefined) context.path(args[modules + 1]!, "read");
  const rest = modules === -1 ? args : args.filter((_, index) => index !== modules && index !== modules + 1);
  judgeUsage(context, rest, { operands: "read", skip: 1, unskip: /^(?:-[A-Za-z]*f|--from-file)$/, name });
  if (args.some(({ text }) => /\benv\b|\$ENV|\$__prog/.test(text))) {
    context.note(unclassified("it shows the environment, which may contain secrets"));
  }
  if (args.some(({ text }) => /(?<![.\w"])(?:import|include)\b/.test(text))) {
    context.note(hidden("jq would read modules from other places"));
  }
};

/** Judges `ps`: letters without a dash, or `-E`, may add the environment of programs. */
const ps: Handler = (context, args) => {
  const shows = args.some(({ text }, index) => {
    const valued = /^-(?:[CUGgopqstu]|-\w+)$/.test(args[index - 1]?.text ?? "");
    return /environ/.test(text) || /^-\w*E/.test(text) ||
      (!valued && /^[acefghjklmnorstuvwxHLSTUVXZ]*e[acefghjklmnorstuvwxHLSTUVXZ]*$/.test(text));
  });
  context.note(shows ? unclassified("it shows the environment, which may contain secrets") : harmless());
};

const yq: Handler = (context, args, name) => {
  const writes = /^(?:-[A-Za-z]*i|--in-?place)/;
  judgeUsage(context, args, {
    operands: "read",
    skip: 1,
    writes,
    runs: /^-[A-Za-z]*s|^--(?:split|from)/,
    name,
  });
  if (args.some(({ text }) => /\b(?:load\w*|strload|\w*env\w*|system)\b/.test(text))) {
    context.note(hidden("yq would read other files or the environment"));
  }
};

const dd: Handler = (context, args) => {
  for (const word of args) {
    const match = /^(if|of)=/.exec(word.text);
    if (match === null) continue;
    const path = { ...word, text: word.text.slice(3), raw: word.raw.slice(3) };
    context.path(path, match[1] === "of" ? "write" : "read");
  }
  context.note(destructive("dd overwrites its target"));
};

const truncate: Handler = (context, args) => {
  judgeUsage(context, args, { operands: "write", name: "truncate" });
  context.note(destructive("truncate shortens files"));
};

export const fileHandlers: Handlers = {
  ...handlers(HARMLESS, (context) => context.note(harmless())),
  ...Object.assign({}, ...USAGES.map(([names, usage]) => handlers(names, byUsage(usage)))) as Handlers,
  ...handlers("date hostname", showOrSet),
  ...handlers("sed gsed", sed),
  ...handlers("awk gawk mawk nawk", awk),
  ...handlers("jq", jq),
  ps,
  ...handlers("yq", yq),
  type: (context, args) => {
    // On Windows it shows files.
    const shows = args.some(({ raw }) => /[\\/.]/.test(raw));
    context.note(shows ? hidden("type shows files on Windows") : harmless());
  },
  tsc: (context, args) => {
    for (const [index, word] of args.entries()) {
      if (isOption(word) || /^(?:true|false)$/.test(word.text)) continue;
      const written = /^--?(?:out\w*|declarationdir|tsbuildinfofile|generate\w*)$/i;
      context.path(word, written.test(args[index - 1]?.text ?? "") ? "write" : "read");
    }
    const at = args.findIndex(({ text }) => text === "--noEmit");
    const writes = at === -1 || args[at + 1]?.text === "false" ||
      args.some(({ text }) =>
        /^--?(?:generate|b$|build|out|declarationdir|tsbuildinfo|locale|init)/i.test(text)
      );
    context.note(
      writes ? unclassified("tsc writes files according to its configuration") : harmless("it checks types"),
    );
  },
  find,
  fd,
  fdfind: fd,
  dd,
  truncate,
};
