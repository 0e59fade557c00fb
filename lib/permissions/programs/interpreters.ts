/**
 * Programs that run code: shells, interpreters, and those that talk to databases.
 * @module
 */
import { suspectCode } from "../effects/code_text.ts";
import {
  destructive,
  external,
  type Handler,
  type Handlers,
  handlers,
  harmless,
  hereText,
  hidden,
  isKnown,
  isOption,
  type Scene,
  unclassified,
} from "../effects/effects.ts";
import { partOf } from "./known_options.ts";
import { judgeNames } from "./services.ts";
import type { ShellWord } from "../shell/ast.ts";

/** Where a shell or an interpreter reads what it runs, instead of a file. */
const STDIN = /^(?:-|\/dev\/(?:stdin|fd\/.*|tty)|\/proc\/.*)$/;

const shell: Handler = (scene, args, name) => {
  const syntaxOnly = args[0]?.text === "-n" && args.length === 2;
  for (const [index, word] of args.entries()) {
    const { text } = word;
    if (
      /^--(?!norc$|noprofile$|posix$|login$|command$|version$|help$|rcfile$|init-file$|restricted$)./.test(
        text,
      )
    ) {
      scene.note(hidden(`nothing is known of the option "${text}" of ${name}`));
    }
    if (name === "fish" && /^(?:-C|--init-c)/.test(text)) scene.note(hidden("fish runs commands first"));
    if (/^-[A-Za-z]*s/.test(text)) scene.note(hidden(`${name} runs what it reads`));
    if (/^-[A-Za-z]*c[A-Za-z]*$/.test(text) || text === "--command") {
      // Some letters of the same word take words before the commands.
      const taken = text.startsWith("--") ? 0 : text.match(/[oO]/g)?.length ?? 0;
      const script = args.slice(index + 1 + taken).find((candidate, at, rest) =>
        !isOption(candidate) && !/^[+]/.test(candidate.text) && !VALUED.test(rest[at - 1]?.text ?? "")
      );
      if (script === undefined) return scene.note(hidden(`${name} is given no commands`));
      if (script.expands.length > 0) scene.note(unclassified(`a part of what ${name} runs is not told`));
      if (/^\$[\w(]/.test(script.text) && script.expands.length > 0) {
        scene.note(hidden(`what ${name} runs is not told`));
      }
      scene.script(script.text);
      // What stands behind the commands are their arguments.
      return scene.suspect(args.slice(args.indexOf(script) + 1));
    }
    if (/^--(?:rcfile|init-file)$/.test(text)) scene.note(hidden(`${name} runs a file first`));
    if (
      !isOption(word) && !STDIN.test(text) && !/^[+]/.test(text) && !VALUED.test(args[index - 1]?.text ?? "")
    ) {
      scene.path(word, "read");
      return scene.note(
        syntaxOnly ? harmless("it checks a script's syntax") : unclassified(`it runs the script ${text}`),
      );
    }
  }
  if (args.some(({ text }) => /^--?(?:version|help)$/.test(text))) return scene.note(harmless());
  const body = hereText(scene);
  if (body !== undefined) return scene.script(body);
  scene.note(hidden(`${name} runs what it reads`));
};

/** Options of a shell whose value is the next word. */
const VALUED = /^[+-][A-Za-z]*[oO]$|^--(?:rcfile|init-file)$/;

/** How an interpreter is given code on its command line. */
interface Interpreter {
  readonly names: string;
  /** Options before code. */
  readonly code: RegExp;
  /** Options with code directly behind them. */
  readonly glued: RegExp;
  /** Options with which a file is only looked at. */
  readonly checks?: RegExp;
}

const INTERPRETERS: readonly Interpreter[] = [
  { names: "python pypy ipython", code: /^-[A-Za-z]*c$/, glued: /^-c(.+)$/ },
  {
    names: "node nodejs tsx ts-node",
    code: /^(?:-[a-z]*[ep]|--eval|--print)$/,
    glued: /^--(?:eval|print)=(.*)$/,
    checks: /^(?:--check|-c)$/,
  },
  { names: "perl", code: /^-[A-Za-z0-9]*[eE]$/, glued: /^-[eE](.+)$/ },
  { names: "ruby", code: /^-[A-Za-z0-9]*e$/, glued: /^-e(.+)$/, checks: /^-c$/ },
  {
    names: "php",
    code: /^(?:-[rBRE]|--run|--process-(?:begin|code|end))$/,
    glued: /^-r(.+)$/,
    checks: /^-l$/,
  },
  {
    names: "lua luajit rscript r julia elixir erl groovy scala swift racket guile ghci tclsh osascript raku",
    code: /^(?:-e|-eval|--eval|--expr|--execute)$/,
    glued: /^-e(.+)$/,
  },
];

function interpreter({ code, glued, checks }: Interpreter): Handler {
  return (scene, args, name) => {
    let found = false;
    const flagEnd = args.findIndex((word) => !isOption(word));
    for (const [index, word] of args.entries()) {
      const inside = code.test(word.text) ? args[index + 1] : undefined;
      const behind = glued.exec(word.text)?.[1];
      if (inside === undefined && behind === undefined) continue;
      found = true;
      if (inside !== undefined && /^\$[\w(]/.test(inside.text) && inside.expands.length > 0) {
        scene.note(hidden(`the code that ${name} runs is not told`));
      }
      suspectCode(scene, behind ?? inside!.text);
    }
    if (found) {
      if (/^(?:perl|ruby)$/.test(name) && args.some(({ text }) => /^-[A-Za-z]*i/.test(text))) {
        for (const word of args.slice(flagEnd + 1)) if (!isOption(word)) scene.path(word, "write");
      }
      return scene.note(unclassified(`it runs code of ${name}`));
    }
    const body = hereText(scene);
    const file = args[flagEnd];
    const module = name === "python" || name === "pypy" ? moduleAt(args) : undefined;
    if (module !== undefined) return judgeModule(scene, module, name);
    if (/^node/.test(name) && file === undefined && args.some(({ text }) => text === "--test")) {
      return scene.note(unclassified("it runs the tests of the project"));
    }
    if (file === undefined || STDIN.test(file.text)) {
      if (args.length > 0 && args.every(({ text }) => /^(?:--?version|-v|-V|--help|-h)$/.test(text))) {
        return scene.note(harmless());
      }
      if (body === undefined) return scene.note(hidden(`${name} runs what it reads`));
      suspectCode(scene, body);
      return scene.note(unclassified(`it runs code of ${name}`));
    }
    scene.path(file, "read");
    if (checks !== undefined && args.length === 2 && checks.test(args[0]!.text)) {
      return scene.note(harmless("it checks a file's syntax"));
    }
    if (flagEnd > 0) scene.suspect(args.slice(flagEnd));
    judgeNames(scene, args.slice(flagEnd + 1), name);
    if (/:\/\//.test(file.text)) scene.note(external(`it runs ${file.text}`));
    scene.note(unclassified(`it runs ${name} on ${file.text}`));
  };
}

/** `python -m module …`, with other options before, and as one word: the module and what follows. */
function moduleAt(args: readonly ShellWord[]): readonly ShellWord[] | undefined {
  for (let index = 0; index < args.length; index++) {
    const word = args[index]!;
    const match = /^-[bBdEhiIOPqRsSuvVx]*m([^]*)$/.exec(word.text);
    if (match !== null) {
      return match[1] === ""
        ? args.slice(index + 1)
        : [partOf(word, word.text.length - match[1]!.length), ...args.slice(index + 1)];
    }
    if (/^-[bBdEhiIOPqRsSuvVx]*[WX]$/.test(word.text)) index++;
    else if (!isOption(word)) return undefined;
  }
  return undefined;
}

/** The words behind `python -m`. A module of the project may have any name. */
function judgeModule(scene: Scene, words: readonly ShellWord[], name: string): void {
  const [module, ...rest] = words;
  if (module === undefined || !isKnown(module)) return scene.note(hidden(`what ${name} runs is not told`));
  judgeNames(scene, rest, name);
  if (/^(?:py_compile|json\.tool|compileall|tokenize|ast)$/.test(module.text)) {
    for (const word of rest) if (!isOption(word)) scene.path(word, "write");
  }
  if (/^(?:pip|pipx|ensurepip|twine|poetry|build)$/.test(module.text)) {
    return scene.command([module, ...rest]);
  }
  if (/^(?:http\.server|SimpleHTTPServer)$/.test(module.text)) {
    return scene.note(unclassified("it serves files of the folder"));
  }
  scene.note(unclassified(`it runs the module ${module.text}`));
}

/** What deletes data, in any language of queries. */
const DELETES =
  /\b(?:drop|truncate|delete\s+from|alter\s+table|flushall|flushdb|dropDatabase|deleteMany|deleteOne|remove\s*\(|grant|revoke)\b/i;

const database: Handler = (scene, args, name) => {
  const text = [...args.map((word) => word.text), hereText(scene) ?? ""].join(" ");
  if (DELETES.test(text)) scene.note(destructive(`${name} would delete data`));
  const local = name === "sqlite3" || name === "sqlite" || name === "duckdb";
  if (!local) return scene.note(external(`${name} reaches a database`));
  const [file] = args.filter((word) => !isOption(word));
  if (file !== undefined) scene.path(file, "write");
  if (
    scene.piped || /\.(?:shell|system|read|output|once|import)\b|load_extension|attach|writefile/i.test(text)
  ) {
    scene.note(hidden(`${name} may run commands or write files`));
  }
  scene.note(unclassified(`${name} may change data`));
};

const REMOVES =
  /\b(?:remove-item|rm|ri|rd|rmdir|del|erase|clear-content|format-volume|clear-disk|stop-computer|restart-computer|remove-itemproperty|clear-recyclebin|stop-process|kill|unlink|delete)\b/i;
const FETCHES =
  /\b(?:invoke-webrequest|iwr|invoke-restmethod|irm|curl|wget|start-bitstransfer|downloadstring|downloadfile|webclient|httpclient|test-netconnection|enter-pssession|invoke-command|new-pssession|publish-\w+|install-module)\b/i;

const powershell: Handler = (scene, args, name) => {
  const text = [...args.map((word) => word.text), hereText(scene) ?? ""].join(" ");
  if (REMOVES.test(text)) scene.note(destructive(`${name} would delete`));
  if (FETCHES.test(text)) scene.note(external(`${name} would reach the network`));
  suspectCode(scene, text);
  scene.suspect(args);
  const encoded = /(?:^|\s)[-/]e(?:nc?|c|ncodedcommand)?\b/i.test(text) ||
    /\b(?:iex|invoke-expression)\b/i.test(text);
  scene.note(encoded ? hidden(`${name} runs what is not told`) : hidden(`it runs code of ${name}`));
};

const cmd: Handler = (scene, args, name) => {
  const run = args.findIndex(({ text }) => /^\/[ck]$/i.test(text));
  if (run !== -1) scene.suspect([...args.slice(run + 1), joined(args.slice(run + 1))]);
  scene.note(hidden(`it runs commands of ${name}`));
};

function joined(words: readonly ShellWord[]): ShellWord {
  const text = words.map((word) => word.text).join(" ");
  return { text, raw: text, expands: [], pattern: false, tilde: false };
}

/** The programs of this file. */
export const interpreterHandlers: Handlers = {
  ...handlers("sh bash dash zsh ksh ash fish mksh csh tcsh rbash", shell),
  ...Object.assign({}, ...INTERPRETERS.map((one) => handlers(one.names, interpreter(one)))) as Handlers,
  ...handlers(
    `psql mysql mariadb mongosh mongo redis-cli cqlsh sqlcmd clickhouse-client sqlite3 sqlite duckdb mysqladmin
     mysqldump pg_dump pg_restore`,
    database,
  ),
  ...handlers("powershell pwsh", powershell),
  ...handlers("cmd", cmd),
};
