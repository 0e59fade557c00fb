/**
 * Programs that run code: shells, interpreters and database clients.
 *
 * @module
 */
import { suspectCode } from "../effects/suspect_code.ts";
import {
  type CommandContext,
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
  unclassified,
} from "../effects/effects.ts";
import { partOf } from "./known_options.ts";
import { judgeNames } from "./recipes.ts";
import type { ShellWord } from "../shell/ast.ts";

/** Matches operands with which a shell or an interpreter reads code from its input instead of a file. */
const STDIN = /^(?:-|\/dev\/(?:stdin|fd\/.*|tty)|\/proc\/.*)$/;

const shell: Handler = (context, args, name) => {
  const syntaxOnly = args[0]?.text === "-n" && args.length === 2;
  for (const [index, word] of args.entries()) {
    const { text } = word;
    if (
      /^--(?!norc$|noprofile$|posix$|login$|command$|version$|help$|rcfile$|init-file$|restricted$)./.test(
        text,
      )
    ) {
      context.note(hidden(`the option "${text}" of ${name} is unknown`));
    }
    if (name === "fish" && /^(?:-C|--init-c)/.test(text)) context.note(hidden("fish runs commands first"));
    if (/^-[A-Za-z]*s/.test(text)) context.note(hidden(`${name} runs commands from its input`));
    if (/^-[A-Za-z]*c[A-Za-z]*$/.test(text) || text === "--command") {
      // Some of the combined letters take words before the commands.
      const taken = text.startsWith("--") ? 0 : text.match(/[oO]/g)?.length ?? 0;
      const script = args.slice(index + 1 + taken).find((candidate, at, rest) =>
        !isOption(candidate) && !/^[+]/.test(candidate.text) && !VALUED.test(rest[at - 1]?.text ?? "")
      );
      if (script === undefined) return context.note(hidden(`${name} is started without commands`));
      if (script.expands.length > 0) {
        context.note(unclassified(`a part of the commands of ${name} cannot be determined`));
      }
      if (/^\$[\w(]/.test(script.text) && script.expands.length > 0) {
        context.note(hidden(`the commands of ${name} cannot be determined`));
      }
      context.script(script.text);
      // The words after the commands are their arguments.
      return context.suspect(args.slice(args.indexOf(script) + 1));
    }
    if (/^--(?:rcfile|init-file)$/.test(text)) context.note(hidden(`${name} runs a file first`));
    if (
      !isOption(word) && !STDIN.test(text) && !/^[+]/.test(text) && !VALUED.test(args[index - 1]?.text ?? "")
    ) {
      context.path(word, "read");
      return context.note(
        syntaxOnly ? harmless("it checks a script's syntax") : unclassified(`it runs the script ${text}`),
      );
    }
  }
  if (args.some(({ text }) => /^--?(?:version|help)$/.test(text))) return context.note(harmless());
  const body = hereText(context);
  if (body !== undefined) return context.script(body);
  context.note(hidden(`${name} runs commands from its input`));
};

/** Matches options of a shell whose value is the next word. */
const VALUED = /^[+-][A-Za-z]*[oO]$|^--(?:rcfile|init-file)$/;

/** The options with which an interpreter receives code on its command line. */
interface Interpreter {
  readonly names: string;
  /** Matches options whose next word is code. */
  readonly code: RegExp;
  /** Matches options that contain code. */
  readonly glued: RegExp;
  /** Matches options with which a file is only checked. */
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
  return (context, args, name) => {
    let found = false;
    const flagEnd = args.findIndex((word) => !isOption(word));
    for (const [index, word] of args.entries()) {
      const inside = code.test(word.text) ? args[index + 1] : undefined;
      const attached = glued.exec(word.text)?.[1];
      if (inside === undefined && attached === undefined) continue;
      found = true;
      if (inside !== undefined && /^\$[\w(]/.test(inside.text) && inside.expands.length > 0) {
        context.note(hidden(`the code that ${name} runs cannot be determined`));
      }
      suspectCode(context, attached ?? inside!.text);
    }
    if (found) {
      if (/^(?:perl|ruby)$/.test(name) && args.some(({ text }) => /^-[A-Za-z]*i/.test(text))) {
        for (const word of args.slice(flagEnd + 1)) if (!isOption(word)) context.path(word, "write");
      }
      return context.note(unclassified(`it runs ${name} code`));
    }
    const body = hereText(context);
    const file = args[flagEnd];
    const module = name === "python" || name === "pypy" ? moduleAt(args) : undefined;
    if (module !== undefined) return judgeModule(context, module, name);
    if (/^node/.test(name) && file === undefined && args.some(({ text }) => text === "--test")) {
      return context.note(unclassified("it runs the tests of the project"));
    }
    if (file === undefined || STDIN.test(file.text)) {
      if (args.length > 0 && args.every(({ text }) => /^(?:--?version|-v|-V|--help|-h)$/.test(text))) {
        return context.note(harmless());
      }
      if (body === undefined) return context.note(hidden(`${name} runs commands from its input`));
      suspectCode(context, body);
      return context.note(unclassified(`it runs ${name} code`));
    }
    context.path(file, "read");
    if (checks !== undefined && args.length === 2 && checks.test(args[0]!.text)) {
      return context.note(harmless("it checks a file's syntax"));
    }
    if (flagEnd > 0) context.suspect(args.slice(flagEnd));
    judgeNames(context, args.slice(flagEnd + 1), name);
    if (/:\/\//.test(file.text)) context.note(external(`it runs ${file.text}`));
    context.note(unclassified(`it runs ${name} on ${file.text}`));
  };
}

/**
 * Returns the module and the words after it in `python -m module …`, also with other options before it or as
 * one word.
 */
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

/** Judges the words after `python -m`. A module of the project may have any name. */
function judgeModule(context: CommandContext, words: readonly ShellWord[], name: string): void {
  const [module, ...rest] = words;
  if (module === undefined || !isKnown(module)) {
    return context.note(hidden(`the commands of ${name} cannot be determined`));
  }
  judgeNames(context, rest, name);
  if (/^(?:py_compile|json\.tool|compileall|tokenize|ast)$/.test(module.text)) {
    for (const word of rest) if (!isOption(word)) context.path(word, "write");
  }
  if (/^(?:pip|pipx|ensurepip|twine|poetry|build)$/.test(module.text)) {
    return context.command([module, ...rest]);
  }
  if (/^(?:http\.server|SimpleHTTPServer)$/.test(module.text)) {
    return context.note(unclassified("it serves files of the folder"));
  }
  context.note(unclassified(`it runs the module ${module.text}`));
}

/** Matches statements that delete data, in any query language. */
const DELETES =
  /\b(?:drop|truncate|delete\s+from|alter\s+table|flushall|flushdb|dropDatabase|deleteMany|deleteOne|remove\s*\(|grant|revoke)\b/i;

const database: Handler = (context, args, name) => {
  const text = [...args.map((word) => word.text), hereText(context) ?? ""].join(" ");
  if (DELETES.test(text)) context.note(destructive(`${name} would delete data`));
  const local = name === "sqlite3" || name === "sqlite" || name === "duckdb";
  if (!local) return context.note(external(`${name} reaches a database`));
  const [file] = args.filter((word) => !isOption(word));
  if (file !== undefined) context.path(file, "write");
  if (
    context.piped ||
    /\.(?:shell|system|read|output|once|import)\b|load_extension|attach|writefile/i.test(text)
  ) {
    context.note(hidden(`${name} may run commands or write files`));
  }
  context.note(unclassified(`${name} may change data`));
};

const REMOVES =
  /\b(?:remove-item|rm|ri|rd|rmdir|del|erase|clear-content|format-volume|clear-disk|stop-computer|restart-computer|remove-itemproperty|clear-recyclebin|stop-process|kill|unlink|delete)\b/i;
const FETCHES =
  /\b(?:invoke-webrequest|iwr|invoke-restmethod|irm|curl|wget|start-bitstransfer|downloadstring|downloadfile|webclient|httpclient|test-netconnection|enter-pssession|invoke-command|new-pssession|publish-\w+|install-module)\b/i;

const powershell: Handler = (context, args, name) => {
  const text = [...args.map((word) => word.text), hereText(context) ?? ""].join(" ");
  if (REMOVES.test(text)) context.note(destructive(`${name} would delete`));
  if (FETCHES.test(text)) context.note(external(`${name} would reach the network`));
  suspectCode(context, text);
  context.suspect(args);
  const encoded = /(?:^|\s)[-/]e(?:nc?|c|ncodedcommand)?\b/i.test(text) ||
    /\b(?:iex|invoke-expression)\b/i.test(text);
  context.note(
    encoded ? hidden(`${name} runs code that cannot be determined`) : hidden(`it runs ${name} code`),
  );
};

const cmd: Handler = (context, args, name) => {
  const run = args.findIndex(({ text }) => /^\/[ck]$/i.test(text));
  if (run !== -1) context.suspect([...args.slice(run + 1), joined(args.slice(run + 1))]);
  context.note(hidden(`it runs ${name} commands`));
};

function joined(words: readonly ShellWord[]): ShellWord {
  const text = words.map((word) => word.text).join(" ");
  return { text, raw: text, expands: [], pattern: false, tilde: false };
}

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
