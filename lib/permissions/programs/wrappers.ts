/**
 * Programs and builtins that run the command in their arguments.
 *
 * @module
 */
import {
  type CommandContext,
  external,
  type Handler,
  type Handlers,
  handlers,
  harmless,
  hereText,
  hidden,
  isKnown,
  isOption,
  unclassified,
} from "../effects/effects.ts";
import { isTool } from "./by_table.ts";
import { knownOptions, partOf, readArguments } from "./known_options.ts";
import { DORMANT, judgeName, judgePlainName, judgeSum, judgeVariable } from "../effects/variables.ts";
import { plainWord } from "../shell/word.ts";
import type { ShellWord } from "../shell/ast.ts";

/** Judges `command`, which only names a program with `-v`. */
const command: Handler = (context, args, name) => {
  const { given, operands } = readArguments(context, args, {
    name,
    known: knownOptions("-pvV"),
    leading: true,
  });
  if (given.has("-v") || given.has("-V") || operands.length === 0) return context.note(harmless());
  context.command(operands);
};

const ENV = knownOptions(
  `-i0v -u: -S: -C: --ignore-environment --null --debug --version --help --list-signal-handling --unset:
  --split-string: --chdir:`,
);

const env: Handler = (context, args, name) => {
  const { given, values, operands } = readArguments(context, args, { name, known: ENV, leading: true });
  if (given.has("-C") || given.has("--chdir")) context.note(hidden("it would work in another folder"));
  for (const { option, value } of values) if (/^(?:-u|--unset)$/.test(option)) context.assign(value.text);
  const split = given.get("-S") ?? given.get("--split-string");
  if (split !== undefined) return context.script([split.text, ...operands.map(({ raw }) => raw)].join(" "));
  const rest = operands[0]?.text === "-" ? operands.slice(1) : operands;
  const end = rest.findIndex(({ text }) => !/^[^=/]+=/.test(text));
  for (const word of end === -1 ? rest : rest.slice(0, end)) judgeVariable(context, word, true);
  if (end === -1) return context.note(unclassified("it shows the environment, which may contain secrets"));
  context.command(rest.slice(end));
};

const XARGS = knownOptions(
  `-0rtpxo -I: -i? -L: -l? -n: -P: -s: -d: -E: -e? -a< --null --no-run-if-empty --verbose --interactive --exit
  --open-tty --show-limits --version --help --replace? --max-lines? --max-args: --max-procs: --delimiter:
  --arg-file< --max-chars: --eof?`,
);

/** Judges `xargs`: the arguments that it adds to its command, or puts into it, are unknown. */
const xargs: Handler = (context, args, name) => {
  const { given, operands } = readArguments(context, args, { name, known: XARGS, leading: true });
  if (operands.length === 0) return context.note(harmless());
  // The paths that a search lists are below its folders, which are judged separately.
  const added = {
    ...plainWord(context.listed === undefined ? "$()" : "{}"),
    expands: [context.listed ?? "()"],
  };
  const mark = ["-I", "-i", "--replace"].filter((option) => given.has(option))
    .map((option) => given.get(option)?.text ?? "{}")[0];
  const [{ text: program }] = operands as [ShellWord];
  if (/^(?:git|find|env|sh|bash|dash|zsh|xargs|eval|sudo)$/.test(program)) {
    context.note(hidden(`${program} receives unknown arguments`));
  }
  if (mark === undefined) return context.command([...operands, added]);
  context.command(operands.map((word) => {
    return word.text === mark ? added : word.text.includes(mark) ? { ...word, expands: ["()"] } : word;
  }));
};

/** Judges `npx` and `bunx`: a program that is not installed in the project is downloaded. */
const npx: Handler = (context, args, name) => {
  const from = args.findIndex((word) => !isOption(word));
  const options = (from === -1 ? args : args.slice(0, from)).map(({ text }) => text);
  const command = from === -1 ? [] : args.slice(from);
  const local = options.some((text) => /^--(?:no|no-install|offline)$/.test(text));
  const known = options.every((text) => /^(?:-[yq]|--(?:yes|no|no-install|offline|quiet|bun|))$/.test(text));
  const plain = command[0] !== undefined && isKnown(command[0]) && /^[\w-]+$/.test(command[0].text);
  if (known && plain && (local || context.installed(command[0]!.text))) {
    const [{ text }, ...rest] = command as [ShellWord, ...ShellWord[]];
    const isKnownTool = isTool(text) || text === "tsx";
    return context.command(isKnownTool ? command : [plainWord(`node_modules/.bin/${text}`), ...rest]);
  }
  context.note(external(`${name} downloads what is not installed`));
  context.suspect(args);
};

const evaluate: Handler = (context, words) => {
  const args = afterDashes(words);
  if (args.some(({ expands }) => expands.length > 0)) {
    context.note(hidden("the evaluated text cannot be determined"));
  }
  context.script(args.map(({ text }) => text).join(" "));
};

const trap: Handler = (context, args) => {
  const [action] = args.filter((word) => !isOption(word));
  if (action !== undefined) context.script(action.text);
  context.note(harmless());
};

const watch: Handler = (context, args) => {
  const from = args.findIndex((word, index) =>
    !isOption(word) && !/^-n$|^--interval$/.test(args[index - 1]?.text ?? "")
  );
  if (from === -1) return context.note(harmless());
  context.script(args.slice(from).map(({ text }) => text).join(" "));
};

const declare: Handler = (context, args, name) => {
  const options = args.filter((word) => isOption(word) || /^[+]/.test(word.text));
  if (options.some(({ text }) => /^[+-]\w*[in]/.test(text))) {
    context.note(hidden(`${name} changes the meaning of a variable`));
  }
  for (const word of args) if (!options.includes(word)) judgeVariable(context, word, name === "export");
  context.note(harmless());
};

const read: Handler = (context, args, name) => {
  const valued = name === "read" ? /^-[A-Za-z]*[dinNptu]$/ : /^-[A-Za-z]*[dnOsuCc]$/;
  for (const [index, word] of args.entries()) {
    const list = name === "read" ? /^-[ers]*a(?=.)/.exec(word.text)?.[0].length : undefined;
    if (list !== undefined) judgeName(context, partOf(word, list));
    if (/^-[A-Za-z]*[CA]/.test(word.text)) context.note(hidden("it runs a command for its input"));
    if (!isOption(word) && !valued.test(args[index - 1]?.text ?? "")) {
      judgeName(context, word);
    }
  }
  context.note(harmless());
};

function print(context: CommandContext, args: readonly ShellWord[]): void {
  let index = 0;
  for (; /^-v/.test(args[index]?.text ?? ""); index++) {
    const word = args[index]!;
    const target = word.text === "-v" ? args[++index] : partOf(word, 2);
    if (target !== undefined) judgeName(context, target);
  }
  const [format, ...values] = afterDashes(args.slice(index));
  // Some shells evaluate values that are printed as numbers.
  if (/%[^A-Za-z%]*[a-rt-zA-Z]/.test(format?.text ?? "") && values.some(({ text }) => DORMANT.test(text))) {
    context.note(hidden("it uses arithmetic that may run commands"));
  }
  context.note(harmless());
}

const loop: Handler = (context, args) => {
  const [name, , ...words] = args;
  if (name !== undefined) {
    judgePlainName(context, name);
    context.assign(words.some(({ text }) => text.startsWith("-")) ? name.text : "");
    if (!words.every(({ text }) => NUMBERS.test(text))) context.vary(name.text);
    if (words.some(({ text }) => /\$\((?!\))|`/.test(text))) {
      context.note(hidden("its values contain commands"));
    }
  }
  for (const word of words) if (word.expands.length === 0) context.path(word, "read");
  context.note(harmless());
};

const NUMBERS = /^-?\d+$/;

/** Judges `[[`, `[` and `test`: values that are compared as numbers are evaluated. */
const test: Handler = (context, args, name) => {
  for (const [index, { text }] of args.entries()) {
    if (/^-[vR]$/.test(text) && args[index + 1] !== undefined) {
      if (!/^\w+$/.test(args[index + 1]!.text)) {
        context.note(hidden("the name of a variable cannot be determined"));
      }
    }
    if (!/^-(?:eq|ne|lt|le|gt|ge)$/.test(text)) continue;
    for (const word of [args[index - 1], args[index + 1]]) {
      if (word === undefined) continue;
      if (name === "[[") judgeSum(context, word);
      else if (DORMANT.test(word.text)) context.note(hidden("it uses arithmetic that may run commands"));
    }
  }
  context.note(harmless());
};

/** Returns the words after a leading `--`. */
function afterDashes(args: readonly ShellWord[]): readonly ShellWord[] {
  return args[0]?.text === "--" ? args.slice(1) : args;
}

/** Judges `cd` and `pushd`. With an unknown option or several operands the folder is unknown. */
const changeFolder: Handler = (context, args, name) => {
  const from = args.findIndex(({ text }) => name === "pushd" || !/^-[LPe@]+$/.test(text));
  const options = from === -1 ? args : args.slice(0, from);
  const rest = args.slice(options.length);
  const operands = afterDashes(rest);
  const [folder] = operands;
  const unknown = operands.length !== 1 || (folder === rest[0] && isOption(folder!)) ||
    (name === "pushd" && /^[+-]\d*$/.test(folder!.text));
  context.enter(unknown ? undefined : folder);
  context.note(harmless());
};

export const wrapperHandlers: Handlers = {
  command,
  env,
  xargs,
  gxargs: xargs,
  eval: evaluate,
  trap,
  ...handlers("npx bunx", npx),
  watch,
  ...handlers("export declare local readonly typeset", declare),
  ...handlers("read mapfile readarray printf", (context, args, name) => {
    if (name !== "printf") return read(context, args, name);
    print(context, args);
  }),
  getopts: (context, args) => {
    for (const word of [...afterDashes(args).slice(1, 2), plainWord("OPTARG")]) judgeName(context, word);
    context.note(harmless());
  },
  let: (context, args) => {
    for (const word of args) judgeSum(context, word);
    context.note(harmless());
  },
  ...handlers("unset wait", (context, args, name) => {
    for (const [index, word] of args.entries()) {
      if (!/^-{0,2}[\w%$!]*$/.test(word.text)) {
        context.note(hidden("the name of a variable cannot be determined"));
      }
      const target = name === "wait" ? /^-n?p/.exec(word.text)?.[0].length : undefined;
      const named = target === word.text.length ? args[index + 1] : undefined;
      if (target !== undefined) judgeName(context, named ?? partOf(word, target));
    }
    context.note(harmless());
  }),
  ...handlers("test [ [[", test),
  ...handlers("set shift exit return break continue", (context, args) => {
    // Some shells evaluate these numbers; those of `set` may be evaluated later.
    if (args.some(({ text }) => DORMANT.test(text))) {
      context.note(hidden("it uses arithmetic that may run commands"));
    }
    context.note(harmless());
  }),
  ...handlers("for select", loop),
  ...handlers("cd chdir pushd", changeFolder),
  popd: (context, args) => args.length === 0 ? context.leave() : context.enter(undefined),
  ...handlers("source .", (context, args) => {
    const [file] = afterDashes(args);
    if (file !== undefined) context.path(file, "run");
    if (file !== undefined && file === args[0] && isOption(file)) {
      return context.note(hidden("the script it runs cannot be determined"));
    }
    if (file === undefined || /^(?:-|\/dev\/.*|\/proc\/.*)$/.test(file.text)) {
      const body = hereText(context);
      if (body !== undefined) context.script(body);
      return context.note(hidden("it runs its input in the same shell"));
    }
    context.note(
      /^(?:\.\/)?\.?v?env\/bin\/activate$/.test(file.text)
        ? { category: "check", reason: "it activates the environment of the project" }
        : unclassified("it runs a script in the same shell"),
    );
  }),
};
