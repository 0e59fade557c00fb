/**
 * Programs and builtins that run the command they are given.
 * @module
 */
import {
  type Handler,
  type Handlers,
  handlers,
  harmless,
  hereText,
  hidden,
  isOption,
  type Scene,
  unclassified,
} from "../effects/effects.ts";
import { partOf } from "./known_options.ts";
import { DORMANT, judgeName, judgePlainName, judgeSum, judgeVariable } from "../effects/variables.ts";
import { plainWord } from "../shell/parser.ts";
import type { ShellWord } from "../shell/ast.ts";

/** How a wrapper's own arguments are told from the command behind them. */
interface Wrapper {
  readonly names: string;
  /** Options whose value is the next word. */
  readonly valued?: RegExp;
  /** Words before the command that are no options: a duration, a file. */
  readonly operands?: number;
  /** Whether assignments may stand before the command. */
  readonly assigns?: boolean;
  /** Why a person is asked, whatever the command is. */
  readonly asks?: string;
  /** Options with which it runs nothing. */
  readonly looks?: RegExp;
}

const WRAPPERS: readonly Wrapper[] = [
  { names: "command", looks: /^-[pvV]*[vV]/ },
  { names: "builtin" },
  { names: "exec", valued: /^-a$/ },
  { names: "nohup setsid setarch linux32 linux64 caffeinate unbuffer winpty dbus-run-session nocache" },
  { names: "nice", valued: /^(?:-n|--adjustment)$/ },
  { names: "ionice", valued: /^-[cnpPu]$/ },
  { names: "chrt taskset", operands: 1 },
  { names: "timeout gtimeout", valued: /^(?:-[ks]|--kill-after|--signal)$/, operands: 1 },
  { names: "time", valued: /^-[fo]$/ },
  { names: "stdbuf", valued: /^-[ioe]$/ },
  { names: "arch", valued: /^-arch$/ },
  { names: "faketime", operands: 1 },
  { names: "busybox toybox" },
  { names: "sudo doas", valued: /^-[ugphCTRDrtcU]$/, assigns: true, asks: "it acts as another user" },
  { names: "su runuser", operands: 1, asks: "it acts as another user" },
  { names: "chroot", operands: 1, asks: "it works in another system" },
  {
    names: "unshare nsenter firejail bwrap proot systemd-run strace ltrace gdb valgrind perf",
    asks: "it runs a command in another way",
  },
];

function wrapper({ valued, operands = 0, assigns = false, asks, looks }: Wrapper): Handler {
  return (scene, args) => {
    if (asks !== undefined) scene.note(hidden(asks));
    let index = 0;
    let left = operands;
    for (; index < args.length; index++) {
      const word = args[index]!;
      if (word.text === "--") {
        index++;
        break;
      }
      if (looks?.test(word.text)) return scene.note(harmless());
      if (valued?.test(word.text)) index++;
      else if (isOption(word)) continue;
      else if (assigns && /^[A-Za-z_]\w*=/.test(word.text)) judgeVariable(scene, word, true);
      else if (left > 0) left--;
      else break;
    }
    inner(scene, args.slice(index));
    // An option that is not known here may have taken the wrong word for the command.
    if (args.slice(0, index).some(isOption)) scene.suspect(args);
  };
}

function inner(scene: Scene, words: readonly ShellWord[]): void {
  if (words.length === 0) scene.note(harmless());
  else scene.command(words);
}

const env: Handler = (scene, args) => {
  let index = 0;
  for (; index < args.length; index++) {
    const word = args[index]!;
    const { text } = word;
    const split = /^(?:-[a-zA-Z]*S|--split-string=?)(.*)$/.exec(text);
    if (split !== null && !/^--s?$/.test(text)) {
      const script = [
        split[1] === "" ? args[++index]?.text ?? "" : split[1]!,
        ...args.slice(index + 1).map((one) => one.raw),
      ];
      return scene.script(script.join(" "));
    }
    if (/^(?:-u|--unset|-C|--chdir)$/.test(text)) {
      const value = args[++index];
      if (/C|chdir/.test(text)) scene.note(hidden("it would work in another folder"));
      else if (value !== undefined) scene.assign(value.text);
    } else if (/^(?:--chdir=|-C.)/.test(text)) scene.note(hidden("it would work in another folder"));
    else if (isOption(word) || text === "-") {
      if (!ENV.test(text)) scene.note(hidden(`nothing is known of the option "${text}" of env`));
    } else if (/^[^=/]+=/.test(text)) judgeVariable(scene, word, true);
    else break;
  }
  if (index >= args.length) {
    return scene.note(unclassified("it shows the environment, which may hold secrets"));
  }
  scene.command(args.slice(index));
};

const ENV =
  /^(?:-[i0v]*|-u[^=]+|--|--(?:ignore-environment|null|debug|version|help|list-signal-handling)|--unset=\w+)$/;

const XARGS_VALUED =
  /^(?:-[IiLlnPsdEea]|--(?:replace|max-lines|max-args|max-procs|delimiter|arg-file|max-chars))$/;

const XARGS =
  /^(?:-[0rtpxo]+|-[IiLlnPsdEe].*|--(?:null|no-run-if-empty|verbose|interactive|exit|open-tty|show-limits|version|help)|--(?:replace|max-lines|max-args|max-procs|delimiter|max-chars|eof)=.*)$/;

/** What xargs adds to its command is not known. */
const xargs: Handler = (scene, args) => {
  let index = 0;
  for (; index < args.length; index++) {
    const word = args[index]!;
    if (word.text === "--") {
      index++;
      break;
    }
    if (/^(?:-a|--arg-file)$/.test(word.text) && args[index + 1] !== undefined) {
      scene.path(args[index + 1]!, "read");
    }
    const glued = /^(?:-a|--arg-file=)(?=.)/.exec(word.text)?.[0].length;
    if (glued !== undefined) scene.path(partOf(word, glued), "read");
    if (isOption(word) && glued === undefined && !XARGS_VALUED.test(word.text) && !XARGS.test(word.text)) {
      scene.note(hidden(`nothing is known of the option "${word.text}" of xargs`));
    }
    if (XARGS_VALUED.test(word.text) && !/^-[il]$/.test(word.text)) index++;
    else if (!isOption(word)) break;
  }
  const command = args.slice(index);
  if (command.length === 0) return scene.note(harmless());
  const added = { ...plainWord("$()"), expands: ["()"] };
  if (/^(?:git|find|env|sh|bash|dash|zsh|xargs|eval|sudo)$/.test(command[0]!.text)) {
    scene.note(hidden(`${command[0]!.text} gets words that are not told`));
  }
  scene.command([...command, added]);
};

const evaluate: Handler = (scene, words) => {
  const args = afterDashes(words);
  if (args.some(({ expands }) => expands.length > 0)) scene.note(hidden("what is evaluated is not told"));
  scene.script(args.map(({ text }) => text).join(" "));
};

const trap: Handler = (scene, args) => {
  const [action] = args.filter((word) => !isOption(word));
  if (action !== undefined) scene.script(action.text);
  scene.note(harmless());
};

const watch: Handler = (scene, args) => {
  const from = args.findIndex((word, index) =>
    !isOption(word) && !/^-n$|^--interval$/.test(args[index - 1]?.text ?? "")
  );
  if (from === -1) return scene.note(harmless());
  scene.script(args.slice(from).map(({ text }) => text).join(" "));
};

const declare: Handler = (scene, args, name) => {
  const options = args.filter((word) => isOption(word) || /^[+]/.test(word.text));
  if (options.some(({ text }) => /^[+-]\w*[in]/.test(text))) {
    scene.note(hidden(`${name} gives a variable another meaning`));
  }
  for (const word of args) if (!options.includes(word)) judgeVariable(scene, word, name === "export");
  scene.note(harmless());
};

const read: Handler = (scene, args, name) => {
  const valued = name === "read" ? /^-[A-Za-z]*[dinNptu]$/ : /^-[A-Za-z]*[dnOsuCc]$/;
  for (const [index, word] of args.entries()) {
    const list = name === "read" ? /^-[ers]*a(?=.)/.exec(word.text)?.[0].length : undefined;
    if (list !== undefined) judgeName(scene, partOf(word, list));
    if (/^-[A-Za-z]*[CA]/.test(word.text)) scene.note(hidden("it runs a command for what it reads"));
    if (!isOption(word) && !valued.test(args[index - 1]?.text ?? "")) {
      judgeName(scene, word);
    }
  }
  scene.note(harmless());
};

function print(scene: Scene, args: readonly ShellWord[]): void {
  let index = 0;
  for (; /^-v/.test(args[index]?.text ?? ""); index++) {
    const word = args[index]!;
    const target = word.text === "-v" ? args[++index] : partOf(word, 2);
    if (target !== undefined) judgeName(scene, target);
  }
  const [format, ...values] = afterDashes(args.slice(index));
  // Some shells compute what is shown as a number.
  if (/%[^A-Za-z%]*[a-rt-zA-Z]/.test(format?.text ?? "") && values.some(({ text }) => DORMANT.test(text))) {
    scene.note(hidden("it computes what is not plain"));
  }
  scene.note(harmless());
}

const loop: Handler = (scene, args) => {
  const [name, , ...words] = args;
  if (name !== undefined) {
    judgePlainName(scene, name);
    scene.assign(words.some(({ text }) => text.startsWith("-")) ? name.text : "");
    if (!words.every(({ text }) => NUMBERS.test(text))) scene.vary(name.text);
    if (words.some(({ text }) => /\$\((?!\))|`/.test(text))) scene.note(hidden("its values hold commands"));
  }
  for (const word of words) scene.path(word, "read");
  scene.note(harmless());
};

const NUMBERS = /^-?\d+$/;

/** `[[`, `[` and `test`: what is compared as a number is computed. */
const test: Handler = (scene, args, name) => {
  for (const [index, { text }] of args.entries()) {
    if (/^-[vR]$/.test(text) && args[index + 1] !== undefined) {
      if (!/^\w+$/.test(args[index + 1]!.text)) scene.note(hidden("the name of a variable is not plain"));
    }
    if (!/^-(?:eq|ne|lt|le|gt|ge)$/.test(text)) continue;
    for (const word of [args[index - 1], args[index + 1]]) {
      if (word === undefined) continue;
      if (name === "[[") judgeSum(scene, word);
      else if (DORMANT.test(word.text)) scene.note(hidden("it computes what is not plain"));
    }
  }
  scene.note(harmless());
};

/** The words after a leading `--`. */
function afterDashes(args: readonly ShellWord[]): readonly ShellWord[] {
  return args[0]?.text === "--" ? args.slice(1) : args;
}

/** `cd` and `pushd`. With an option that is not known, or several operands, the folder is not known. */
const changeFolder: Handler = (scene, args, name) => {
  const from = args.findIndex(({ text }) => name === "pushd" || !/^-[LPe@]+$/.test(text));
  const options = from === -1 ? args : args.slice(0, from);
  const rest = args.slice(options.length);
  const operands = afterDashes(rest);
  const [folder] = operands;
  const unknown = operands.length !== 1 || (folder === rest[0] && isOption(folder!)) ||
    (name === "pushd" && /^[+-]\d*$/.test(folder!.text));
  scene.enter(unknown ? undefined : folder);
  scene.note(harmless());
};

/** The programs of this file. */
export const wrapperHandlers: Handlers = {
  ...Object.assign({}, ...WRAPPERS.map((one) => handlers(one.names, wrapper(one)))) as Handlers,
  env,
  xargs,
  gxargs: xargs,
  eval: evaluate,
  trap,
  watch,
  ...handlers("export declare local readonly typeset", declare),
  ...handlers("read mapfile readarray printf", (scene, args, name) => {
    if (name !== "printf") return read(scene, args, name);
    print(scene, args);
  }),
  getopts: (scene, args) => {
    for (const word of [...afterDashes(args).slice(1, 2), plainWord("OPTARG")]) judgeName(scene, word);
    scene.note(harmless());
  },
  let: (scene, args) => {
    for (const word of args) judgeSum(scene, word);
    scene.note(harmless());
  },
  ...handlers("unset wait", (scene, args, name) => {
    for (const [index, word] of args.entries()) {
      if (!/^-{0,2}[\w%$!]*$/.test(word.text)) scene.note(hidden("the name of a variable is not plain"));
      const target = name === "wait" ? /^-n?p/.exec(word.text)?.[0].length : undefined;
      const named = target === word.text.length ? args[index + 1] : undefined;
      if (target !== undefined) judgeName(scene, named ?? partOf(word, target));
    }
    scene.note(harmless());
  }),
  ...handlers("test [ [[", test),
  ...handlers("set shift exit return break continue", (scene, args) => {
    // Some shells compute these numbers; those of `set` may be computed with later.
    if (args.some(({ text }) => DORMANT.test(text))) scene.note(hidden("it computes what is not plain"));
    scene.note(harmless());
  }),
  ...handlers("for select", loop),
  printenv: (scene) => scene.note(unclassified("it shows the environment, which may hold secrets")),
  ...handlers("cd chdir pushd", changeFolder),
  popd: (scene) => scene.enter(undefined),
  ...handlers("source .", (scene, args) => {
    const [file] = afterDashes(args);
    if (file !== undefined) scene.path(file, "read");
    if (file !== undefined && file === args[0] && isOption(file)) {
      return scene.note(hidden("which script it runs is not known"));
    }
    if (file === undefined || /^(?:-|\/dev\/.*|\/proc\/.*)$/.test(file.text)) {
      const body = hereText(scene);
      if (body !== undefined) scene.script(body);
      return scene.note(hidden("it runs what it reads in the same shell"));
    }
    scene.note(unclassified("it runs a script in the same shell"));
  }),
  ...handlers("alias unalias enable hash bind complete shopt", (scene, args) => {
    scene.suspect(args);
    scene.note(args.length === 0 ? harmless() : hidden("it gives names another meaning"));
  }),
  ...handlers("parallel script expect flock entr nodemon concurrently", (scene, args, name) => {
    scene.suspect(args);
    scene.note(hidden(`${name} runs other commands`));
  }),
};
