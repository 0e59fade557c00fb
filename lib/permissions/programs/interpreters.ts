/**
 * Programs that run code: shells, interpreters and database clients.
 *
 * @module
 */
import { isPlainCode } from "../effects/plain_code.ts";
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
import { knownOptions, partOf, readArguments } from "./known_options.ts";
import { isTool } from "./by_table.ts";
import { judgeNames } from "./judge_names.ts";
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
        context.note(hidden(`a part of the commands of ${name} cannot be determined`));
      }
      context.script(script.text);
      // The words after the commands are their arguments.
      return context.suspect(args.slice(args.indexOf(script) + 1));
    }
    if (/^--(?:rcfile|init-file)$/.test(text)) context.note(hidden(`${name} runs a file first`));
    if (
      !isOption(word) && !STDIN.test(text) && !/^[+]/.test(text) && !VALUED.test(args[index - 1]?.text ?? "")
    ) {
      context.path(word, "run");
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
    names: "lua luajit rscript r julia elixir erl groovy scala racket guile ghci tclsh osascript raku",
    code: /^(?:-e|-eval|--eval|--expr|--execute)$/,
    glued: /^-e(.+)$/,
  },
];

function interpreter({ code, glued, checks }: Interpreter): Handler {
  return (context, args, name) => {
    if (name === "perl" && replacesText(context, args)) return;
    let found = false;
    const flagEnd = args.findIndex((word) => !isOption(word));
    for (const [index, word] of args.entries()) {
      const inside = code.test(word.text) ? args[index + 1] : undefined;
      const attached = glued.exec(word.text)?.[1];
      if (inside === undefined && attached === undefined) continue;
      found = true;
      judgeCode(context, attached ?? inside!.text, { name, known: (inside?.expands ?? []).length === 0 });
    }
    if (found) {
      const others = args.filter((word, index) => {
        const part = code.test(word.text) || glued.test(word.text) || code.test(args[index - 1]?.text ?? "");
        return !part && !MILD.test(word.text);
      });
      if (others.some(isOption)) context.note(hidden(`an option of ${name} may load other code`));
      context.names(others);
      if (/^(?:perl|ruby)$/.test(name) && args.some(({ text }) => /^-[A-Za-z]*i/.test(text))) {
        for (const word of args.slice(flagEnd + 1)) if (!isOption(word)) context.path(word, "write");
      }
      return;
    }
    const body = hereText(context);
    const file = args[flagEnd];
    const module = name === "python" || name === "pypy" ? moduleAt(args) : undefined;
    if (module !== undefined) return judgeModule(context, module, name);
    if (/^(?:node|tsx)/.test(name) && args.some(({ text }) => text === "--test")) {
      return judgeTests(context, args);
    }
    if (file === undefined || STDIN.test(file.text)) {
      if (args.length > 0 && args.every(({ text }) => /^(?:--?version|-v|-V|--help|-h)$/.test(text))) {
        return context.note(harmless());
      }
      if (body === undefined) return context.note(hidden(`${name} runs commands from its input`));
      return judgeCode(context, body, { name, known: true });
    }
    context.path(file, "run");
    const tool = file.text.split("/").at(-1)!.replace(/\.py$/, "");
    if (/^(?:php|python|ruby|node)$/.test(name) && flagEnd === 0 && isTool(tool)) {
      return context.command([{ ...file, text: tool, raw: tool }, ...args.slice(1)]);
    }
    if (checks !== undefined && args.length === 2 && checks.test(args[0]!.text)) {
      return context.note(harmless("it checks a file's syntax"));
    }
    context.names(args);
    if (flagEnd > 0) context.suspect(args.slice(flagEnd));
    judgeNames(context, args.slice(flagEnd + 1), name);
    if (/:\/\//.test(file.text)) context.note(external(`it runs ${file.text}`));
    context.note(unclassified(`it runs ${name} on ${file.text}`));
  };
}

/** Judges code on the command line or in the input. */
function judgeCode(
  context: CommandContext,
  code: string,
  { name, known }: { readonly name: string; readonly known: boolean },
): void {
  suspectCode(context, code);
  const plain = known && /^(?:python|pypy|node|nodejs)$/.test(name) && isPlainCode(code);
  context.note((plain ? unclassified : hidden)(`it runs ${name} code`));
}

/** Matches options of interpreters that load no other code. */
const MILD = /^(?:-[bBEIsSuqnlap0]+|--|--input-type=\w+|--no-warnings|--experimental-strip-types|-Xutf8)$/;

/** Matches code of Perl that only replaces text, and the options that apply it to files. */
const REPLACES = /^(?:\s*s([/|#,!])(?:(?!\1)[^\\\n]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1[gimsx]*[;\s]*)+$/;
const RUNS_INSIDE = /[@`]|\$[^\d)/|&]|\$.[[{]|\(\?\??\{/;
const EDITS = /^-(?:0?[0-7]*[pnl]*i?(?:\.\w+)?|[pnl]*i? ?e)$/;

/** Judges `perl -pi -e 's/…/…/' files`; returns false for other code. */
function replacesText(context: CommandContext, args: readonly ShellWord[]): boolean {
  const at = args.findIndex(({ text }) => /^-[pnl]*e$/.test(text)) + 1;
  const code = args[at];
  if (at === 0 || code === undefined || code.expands.length > 0) return false;
  const options = args.filter((word, index) => isOption(word) && index !== at);
  if (
    !REPLACES.test(code.text) || RUNS_INSIDE.test(code.text) || !options.every(({ text }) => EDITS.test(text))
  ) {
    return false;
  }
  const inPlace = options.some(({ text }) => text.includes("i"));
  for (const [index, word] of args.entries()) {
    if (!isOption(word) && index !== at) context.path(word, inPlace ? "write" : "read");
  }
  context.note(harmless("it edits text"));
  return true;
}

const NODE_TEST = knownOptions(
  `--test --watch --test-name-pattern: --test-only --test-reporter: --test-concurrency: --test-timeout:
  --test-skip-pattern: --test-coverage-include: --experimental-test-coverage --experimental-strip-types --no-warnings
  --enable-source-maps --test-force-exit --trace-warnings --test-update-snapshots --experimental-test-module-mocks`,
);

/** Judges `node --test`. */
function judgeTests(context: CommandContext, args: readonly ShellWord[]): void {
  const { operands } = readArguments(context, args, { name: "node", known: NODE_TEST, project: true });
  for (const file of operands) context.path(file, "read");
  context.note({ category: "check", reason: "it runs the tests of the project" });
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

const INSTALLERS = /^(?:pip|pipx|ensurepip|twine|poetry|build)$/;

/** Judges the words after `python -m`. A module of the project may have any name. */
function judgeModule(context: CommandContext, words: readonly ShellWord[], name: string): void {
  const [module, ...rest] = words;
  if (module === undefined || !isKnown(module)) {
    return context.note(hidden(`the commands of ${name} cannot be determined`));
  }
  judgeNames(context, rest, name);
  context.names(rest);
  if (/^(?:py_compile|json\.tool|compileall|tokenize|ast)$/.test(module.text)) {
    for (const word of rest) if (!isOption(word)) context.path(word, "write");
    return context.note({
      category: "edit",
      reason: `it runs ${module.text}, which only compiles or formats`,
    });
  }
  if (isTool(module.text) || INSTALLERS.test(module.text)) return context.command([module, ...rest]);
  if (/^(?:http\.server|SimpleHTTPServer)$/.test(module.text)) {
    return context.note(external("it serves files to the network"));
  }
  context.note(unclassified(`it runs the module ${module.text}`));
}

/** Matches statements that delete data, in any query language. */
const DELETES =
  /\b(?:drop|truncate|delete\s+from|alter\s+table|flushall|flushdb|dropDatabase|deleteMany|deleteOne|remove\s*\(|grant|revoke)\b/i;

const database: Handler = (context, args, name) => {
  const text = [...args.map((word) => word.text), hereText(context) ?? ""].join(" ");
  if (DELETES.test(text)) context.note(destructive(`${name} would delete data`));
  if (!/^(?:sqlite3?|duckdb)$/.test(name)) return context.note(external(`${name} reaches a database`));
  const [file, query] = args.filter((word) => !isOption(word));
  const options = args.filter(isOption).map((word) => word.text);
  const reads = options.includes("-readonly") && READS.test(query?.text ?? "") && !context.piped;
  if (file !== undefined) context.path(file, reads ? "read" : "write");
  if (context.piped || ACTS.test(text) || options.some((option) => !MILD_OPTION.test(option))) {
    context.note(hidden(`${name} may run commands or write files`));
  }
  context.note(reads ? harmless(`${name} only reads`) : unclassified(`${name} may change data`));
};

/** Matches options of SQLite that only change the output. */
const MILD_OPTION =
  /^-{1,2}(?:readonly|batch|bail|box|column|csv|header|html|json|line|list|markdown|table|version)$/;
/** Matches one query that only reads. */
const READS = /^\s*(?:\.(?:schema|tables|indexes|databases)(?: \w+)?|select\b[^;()]*;?)\s*$/i;
/** Matches what may run commands or write files: unknown commands with a dot, and some functions. */
const ACTS =
  /(?:^|\s)\.(?!(?:databases|dump|headers?|indexes|indices|mode|schema|tables|width)\b)[a-z]|load_extension|attach|writefile/i;

export const interpreterHandlers: Handlers = {
  ...handlers("sh bash dash zsh ksh ash fish mksh csh tcsh rbash", shell),
  ...Object.assign({}, ...INTERPRETERS.map((one) => handlers(one.names, interpreter(one)))) as Handlers,
  ...handlers(
    `psql mysql mariadb mongosh mongo redis-cli cqlsh sqlcmd clickhouse-client sqlite3 sqlite duckdb mysqladmin
     mysqldump pg_dump pg_restore`,
    database,
  ),
};
