/**
 * Programs that read, write or delete the files they are given, and nothing else.
 * @module
 */
import { suspectCode } from "./code_text.ts";
import type { PathIntent } from "../../../schemas/permission.ts";
import {
  destructive,
  type Handler,
  type Handlers,
  handlers,
  harmless,
  hidden,
  isOption,
  type Scene,
  unclassified,
} from "./scene.ts";
import { plainWord } from "./shell_parser.ts";
import type { ShellWord } from "./shell_script.ts";

/** How a program uses its arguments. */
interface Usage {
  /** What happens to its operands; "target" reads all but the last, which it writes. */
  readonly operands: PathIntent | "target" | "none";
  /** Leading operands that are no paths, such as a pattern or a mode. */
  readonly skip?: number;
  /** Options with which the first operand is a path as the others, since the pattern stands elsewhere. */
  readonly unskip?: RegExp;
  /** Options whose value is a file that is written. */
  readonly outputs?: readonly string[];
  /** Options with which everything is written. */
  readonly writes?: RegExp;
  /** Options with which it changes more than what is named. */
  readonly unclear?: RegExp;
  /** Options that run other programs. */
  readonly runs?: RegExp;
}

const READ: Usage = { operands: "read" };
const PATTERN: Usage = {
  operands: "read",
  skip: 1,
  unskip: /^-[A-Za-z]*[ef]|^--(?:regexp|file|files)\b/,
  runs: /^--(?:pre|hostname-bin|pager|search-zip)\b|^-z$/,
};

/** Programs by how they use their arguments. */
const USAGES: readonly (readonly [names: string, usage: Usage])[] = [
  [
    `cat tac head tail wc nl ls dir vdir stat file du df cmp diff diff3 comm md5sum sha1sum sha224sum sha256sum
     sha384sum sha512sum shasum sum cksum b2sum od hexdump hd strings cut paste join fold fmt pr column expand
     unexpand rev tsort base64 base32 realpath readlink look zcat bzcat xzcat bat eza exa lsd cloc tokei nm size
     less more tail`,
    READ,
  ],
  ["tree", { operands: "read", outputs: ["-o"] }],
  ["sort", { operands: "read", outputs: ["-o", "--output"], runs: /^--co/ }],
  ["sdiff", { operands: "read", outputs: ["-o", "--output"], runs: /^--diff-program/ }],
  ["uniq xxd", { operands: "target" }],
  ["grep egrep fgrep zgrep rg ag ack", PATTERN],
  ["jq", { operands: "read", skip: 1, unskip: /^(?:-f|--from-file)$/ }],
  ["yq", { operands: "read", skip: 1, writes: /^(?:-[A-Za-z]*i|--in-?place)/ }],
  ["touch mkdir mkfifo", { operands: "write" }],
  ["tee", { operands: "write" }],
  ["chmod", { operands: "write", skip: 1, unskip: /^--reference/, unclear: /^-[a-z]*R|^--rec/ }],
  ["cp install", { operands: "target", writes: /^(?:-[A-Za-z]*t|--t)/ }],
  ["mv ln", { operands: "write" }],
  ["rm rmdir unlink shred trash trash-put srm wipe del erase rd rimraf del-cli", { operands: "delete" }],
  // These format or check sources and run nothing of the project.
  [
    "tsc gofmt goimports rustfmt shellcheck ruff black clang-format shfmt stylua hadolint yamllint taplo",
    { operands: "write" },
  ],
];

/** Programs that look at files at most, or at the machine. */
const QUIET =
  `echo true false : pwd whoami id groups uname arch nproc uptime which whereis seq expr sleep tput
  clear cal yes factor numfmt tr basename dirname locale getconf tty logname users who ps pgrep free lscpu ulimit
  umask jobs wait times exit return break continue shift set getopts let logout bg fg disown type test [ [[`;

function byUsage(usage: Usage): Handler {
  return (scene, args, name) => judgeUsage(scene, args, { ...usage, name });
}

function judgeUsage(
  scene: Scene,
  args: readonly ShellWord[],
  usage: Usage & { readonly name: string },
): void {
  const { name, outputs = [], runs, writes } = usage;
  const options = args.filter(isOption);
  if (usage.unclear !== undefined && options.some(({ text }) => usage.unclear!.test(text))) {
    scene.note(unclassified(`${name} changes files that are not told`));
  }
  const writesAll = writes !== undefined && options.some(({ text }) => writes.test(text));
  const operands = writesAll ? "write" : usage.operands;
  const intent = operands === "target" ? "read" : operands === "none" ? "read" : operands;
  if (runs !== undefined && options.some(({ text }) => runs.test(text))) {
    scene.note(hidden(`${name} would run another program`));
  }
  const paths: ShellWord[] = [];
  let skip = options.some(({ text }) => usage.unskip?.test(text)) ? 0 : usage.skip ?? 0;
  let onlyOperands = false;
  for (const [index, word] of args.entries()) {
    if (!onlyOperands && word.text === "--") {
      onlyOperands = true;
    } else if (!onlyOperands && isOption(word)) {
      judgeOption(scene, word, { intent, outputs });
    } else if (!onlyOperands && outputs.includes(args[index - 1]?.text ?? "")) {
      scene.path(word, "write");
    } else if (skip > 0) {
      skip--;
    } else {
      paths.push(word);
    }
  }
  for (const [index, word] of paths.entries()) {
    const written = operands === "target" && index > 0 && index === paths.length - 1;
    scene.path(word, written ? "write" : intent);
  }
  if (paths.length === 0) scene.note(operands === "delete" ? destructive(`${name} deletes`) : harmless());
}

/** An option may hold a path: `--output=x`, `-ox`, `--file=/x`. */
function judgeOption(
  scene: Scene,
  word: ShellWord,
  { intent, outputs }: { readonly intent: PathIntent; readonly outputs: readonly string[] },
): void {
  const { text } = word;
  if (outputs.includes(text)) return;
  if (word.expands.length > 0 && !/^--?[\w-]+=/.test(text)) {
    return scene.note(hidden("its options are not told"));
  }
  const equals = text.indexOf("=");
  const name = equals === -1 ? text : text.slice(0, equals);
  const part = (from: number): ShellWord => ({ ...word, text: text.slice(from), raw: text.slice(from) });
  const long = outputs.some((output) =>
    output.startsWith("--") && name.length > 3 && output.startsWith(name)
  );
  const short = outputs.find((output) => /^-\w$/.test(output) && text.startsWith(output) && text.length > 2);
  if (equals !== -1 && long) return scene.path(part(equals + 1), "write");
  if (short !== undefined) return scene.path(part(2), "write");
  // Several letters in one, the last of which takes the file: `-uo x` is seen as an operand.
  if (outputs.some((output) => /^-\w$/.test(output) && /^-\w+$/.test(text) && text.includes(output[1]!))) {
    return scene.note(hidden("it writes to a file that is not told"));
  }
  if (equals !== -1 && /[/~]|\.\./.test(text.slice(equals))) return scene.path(part(equals + 1), intent);
  if (/^-[A-Za-z][/~]/.test(text)) scene.path(part(2), intent);
}

/** `date` and `hostname` show what they can also set. */
const showOrSet: Handler = (scene, args, name) => {
  const sets = name === "date"
    ? args.some(({ text }) => /^(?:-[a-zA-Z]*s|--s)|^\d+$/.test(text))
    : args.some((word) => !isOption(word));
  scene.note(sets ? hidden(`${name} would change the machine`) : harmless());
};

/** Anything that a script of sed can do beyond editing text: write files, run commands. */
const SED_ACTS = /(?:^|[^\w\\])[gpiImM\d]*[weWE](?:\s|$|[;}])/m;

const sed: Handler = (scene, args) => {
  const inPlace = args.some(({ text }) => /^-[A-Za-z]*i|^--i/.test(text));
  const apart = args.some(({ text }) => /^-[A-Za-z]*e$|^--e/.test(text));
  if (args.some(({ text }) => /^-[A-Za-z]*f$|^--fi/.test(text))) {
    scene.note(unclassified("sed would run a script from a file"));
  }
  const operands = args.filter((word, index) => {
    return !isOption(word) && !/^(?:-[A-Za-z]*e|--expression)$/.test(args[index - 1]?.text ?? "");
  });
  const files = apart ? operands : operands.slice(1);
  const scripts = args.filter((word) => !files.includes(word));
  if (
    scripts.some(({ text, expands }) =>
      expands.length > 0 || (!/^-[A-Za-z]+$/.test(text) && SED_ACTS.test(text))
    )
  ) {
    scene.note(hidden("the script of sed may write files or run commands"));
    scene.suspect(scripts);
  }
  for (const file of files) scene.path(file, inPlace ? "write" : "read");
  scene.note(harmless("it edits text"));
};

const AWK_ACTS = /system\s*\(|[|>]|getline|@load|@include/;

const awk: Handler = (scene, args) => {
  const operands = args.filter((word, index) =>
    !isOption(word) && !/^-[vF]$/.test(args[index - 1]?.text ?? "")
  );
  const [program, ...files] = operands;
  const fromFile = args.some(({ text }) => /^-[fi]|^--(?:file|include|load|in)/.test(text));
  if (fromFile || program === undefined || program.expands.length > 0 || AWK_ACTS.test(program.text)) {
    scene.note(hidden("the program of awk may write files or run commands"));
    suspectCode(scene, program?.text ?? "");
  }
  for (const file of files) scene.path(file, "read");
  scene.note(harmless("it edits text"));
};

const FIND_RUNS = /^-(?:exec|execdir|ok|okdir)$/;
const FIND_WRITES = /^-(?:fprint0?|fprintf|fls)$/;

const find: Handler = (scene, args) => {
  const roots: ShellWord[] = [];
  for (const word of args) {
    if (word.text.startsWith("-") || word.text === "(" || word.text === "!") break;
    roots.push(word);
  }
  for (const root of roots) scene.path(root, "read");
  for (let index = roots.length; index < args.length; index++) {
    const word = args[index]!;
    if (word.text === "-delete") scene.note(destructive("find -delete deletes files"));
    else if (FIND_WRITES.test(word.text) && args[index + 1] !== undefined) {
      scene.path(args[index + 1]!, "write");
    } else if (word.expands.length > 0) scene.note(hidden("the conditions of find are not told"));
    else if (FIND_RUNS.test(word.text)) {
      const end = args.findIndex(({ text }, at) => at > index && (text === ";" || text === "+"));
      const stop = end === -1 ? args.length : end;
      scene.command(args.slice(index + 1, stop).map(foundPath));
      index = stop;
    }
  }
  scene.note(harmless("it looks for files"));
};

/** What find puts for `{}` lies below its roots, and may be anything there: git's own files too. */
function foundPath(word: ShellWord): ShellWord {
  return word.text.includes("{}") ? { ...word, expands: ["{}"] } : word;
}

const fd: Handler = (scene, args) => {
  const run = args.findIndex(({ text }) => /^(?:-[A-Za-z]*[xX]|--exec(?:-batch)?)$/.test(text));
  const own = run === -1 ? args : args.slice(0, run);
  judgeUsage(scene, own, { operands: "read", skip: 1, name: "fd" });
  if (run !== -1) {
    scene.command([...args.slice(run + 1).map(foundPath), { ...plainWord("{}"), expands: ["{}"] }]);
  }
};

const dd: Handler = (scene, args) => {
  for (const word of args) {
    const match = /^(if|of)=/.exec(word.text);
    if (match === null) continue;
    const path = { ...word, text: word.text.slice(3), raw: word.raw.slice(3) };
    scene.path(path, match[1] === "of" ? "write" : "read");
  }
  scene.note(destructive("dd overwrites what it writes to"));
};

const truncate: Handler = (scene, args) => {
  judgeUsage(scene, args, { operands: "write", name: "truncate" });
  scene.note(destructive("truncate cuts files off"));
};

const archive: Handler = (scene, args, name) => {
  if (
    args.some(({ text }) =>
      /^--(?:to-command|checkpoint-action|use-compress-program|rsh-command)|^-I/.test(text)
    )
  ) {
    scene.note(hidden(`${name} would run another program`));
  }
  if (args.some(({ text }) => /^--remove-files/.test(text))) {
    scene.note(destructive(`${name} deletes what it packs`));
  }
  const lists = name === "tar" ? /^-?[A-Za-z]*t/.test(args[0]?.text ?? "") : args[0]?.text === "-l";
  const into = args.findIndex(({ text }) => /^(?:-C|-d|--directory)$/.test(text));
  if (into !== -1 && args[into + 1] !== undefined) scene.path(args[into + 1]!, "write");
  if (!lists) return scene.note(unclassified(`${name} writes files that are not told`));
  for (const word of args.slice(1)) if (!isOption(word)) scene.path(word, "read");
  scene.note(harmless("it lists an archive"));
};

/** The programs of this file. */
export const fileHandlers: Handlers = {
  ...handlers(QUIET, (scene) => scene.note(harmless())),
  ...Object.assign({}, ...USAGES.map(([names, usage]) => handlers(names, byUsage(usage)))) as Handlers,
  ...handlers("date hostname", showOrSet),
  ...handlers("sed gsed", sed),
  ...handlers("awk gawk mawk nawk", awk),
  ...handlers("tar unzip zip 7z gzip gunzip bzip2 xz zstd", archive),
  find,
  fd,
  fdfind: fd,
  dd,
  truncate,
};
