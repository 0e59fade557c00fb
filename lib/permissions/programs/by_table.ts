import {
  type CommandContext,
  destructive,
  external,
  type Handler,
  harmless,
  hidden,
  isKnown,
  isOption,
  never,
  unclassified,
} from "../effects/effects.ts";
import { type KnownOptions, knownOptions, readArguments } from "./known_options.ts";
import { judgeNames, MAKES } from "./judge_names.ts";
import { suspectCode } from "../effects/suspect_code.ts";
import { plainWord } from "../shell/word.ts";
import type { ShellWord } from "../shell/ast.ts";
import { COMMON, TABLE } from "./table.ts";

/** A row of the table. */
interface Row {
  /** The program and its subcommands. */
  readonly command: string;
  readonly uses: ReadonlySet<string>;
  readonly known: KnownOptions | undefined;
}

const ROWS: ReadonlyMap<string, Row> = rowsOf(TABLE);
/** The effects that count more than what another row says of the same command. */
const WORSE = ["commits", "deletes", "beyond", "hides", "reaches"];

function rowsOf(table: string): ReadonlyMap<string, Row> {
  const rows = new Map<string, Row>();
  for (const line of table.replaceAll(/\n +/g, " ").trim().split(/\n+/)) {
    const [names = "", use = "", options = ""] = line.split(" | ");
    const uses = new Set(use.trim().split(" "));
    const common = [...uses].map((one) => COMMON[one] ?? "").join(" ");
    const known = options.trim() === "*" ? undefined : knownOptions(`${common} ${options}`);
    const [programs = "", ...further] = names.trim().split(/(?<!\/) /);
    const subcommands = further.length === 0 ? [""] : further.join(" ").split(/\/\s*/);
    for (const program of programs.split(/\/\s*/)) {
      for (const subcommand of subcommands) {
        const command = `${program} ${subcommand}`.trim();
        rows.set(command, { command, uses, known });
      }
    }
  }
  return rows;
}

/** Returns the handler of a program in the table. */
export function handlerInTable(name: string): Handler | undefined {
  return ROWS.has(name) ? byTable : undefined;
}

/** Reports whether a program is a usual tool of the project, in any of its rows. */
export function isTool(name: string): boolean {
  return TOOLS.has(name);
}

const TOOLS: ReadonlySet<string> = new Set(
  [...ROWS.values()].filter(({ uses }) => uses.has("project")).map(({ command }) => command.split(" ")[0]!),
);

/** Judges a program by the row of its subcommand. */
export function byTable(context: CommandContext, args: readonly ShellWord[], name: string): void {
  const base = ROWS.get(name)!;
  const row = rowOf(base, args);
  const inherited = name === "git" || row === base ? [] : base.known ?? [];
  if (row.uses.has("deletes") && base.uses.has("reaches")) noteEffect(context, name, base.uses);
  judgeRow(context, args, { ...row, known: row.known && new Map([...inherited, ...row.known]) });
}

/** Returns the row of the subcommand: a worse one if an option or a later word selects it. */
function rowOf(base: Row, words: readonly ShellWord[]): Row {
  const dashes = words.findIndex(({ text }) => text === "--");
  const args = dashes === -1 ? words : words.slice(0, dashes + 1);
  const operands: string[] = [];
  for (let index = 0; index < args.length && operands.length < 6; index++) {
    const { text } = args[index]!;
    // A task of a part of a Gradle project: `:core:test`.
    if (!isOption(args[index]!)) operands.push(text.replace(/^:(?:[\w-]+:)*/, ""));
    else if (operands.length === 0 && /[:<>]/.test(base.known?.get(text) ?? "")) index++;
  }
  const options = args.filter(isOption).slice(0, 20)
    .flatMap(({ text }) => [text.split("=")[0]!, /^-[A-Za-z]/.exec(text)?.[0] ?? ""]);
  const [first = "", second = ""] = operands;
  const at = (...words: readonly string[]) => ROWS.get([base.command, ...words].join(" "));
  const selected = [...options.map((word) => at(first, word)), ...options.map((word) => at(word))];
  const later = base.uses.has("reaches") ? operands.slice(1).map((word) => at(word)) : [];
  const worst = selected.filter((row) => row !== undefined && rankOf(row) < WORSE.length);
  if (worst.length > 0) {
    return [...worst, at(first)].filter((row) => row !== undefined).sort((a, b) => rankOf(a) - rankOf(b))[0]!;
  }
  return later.find((row) => row?.uses.has("deletes")) ??
    at(first, second) ?? selected.find((row) => row !== undefined) ?? at(first) ?? base;
}

/** Returns the rank of the worst effect of a row, from 0; the number of effects if it has none. */
function rankOf({ uses }: Row): number {
  const rank = WORSE.findIndex((one) => uses.has(one));
  return rank === -1 ? WORSE.length : rank;
}

function judgeRow(context: CommandContext, args: readonly ShellWord[], { command, uses, known }: Row): void {
  const has = (...names: readonly string[]) => names.some((name) => uses.has(name));
  if (
    args.length === 1 && /^(?:--?version|-v|-V|--help|-h|help)$/.test(args[0]!.text) &&
    !has("hides", "delete")
  ) {
    return context.note(harmless("it shows its version or help"));
  }
  if (args.length === 0 && command === "yarn") {
    return context.note(external(`${command} installs packages`));
  }
  for (const { text } of args) {
    if (ADDRESS.test(text)) context.note(external(`${command} reaches ${text.slice(0, 200)}`));
  }
  if (has("commits", "deletes", "reaches", "beyond", "hides", "asks")) {
    const [first] = args;
    const whole = command.includes(" ") || first === undefined || !isKnown(first) || isOption(first);
    noteEffect(context, whole ? command : `${command} ${first.text}`, uses);
    context.suspect(args);
    for (const { text } of args) {
      if (/[(;]/.test(text)) suspectCode(context, text);
      if (INPUT.test(text)) context.note(hidden(`${command} runs code from its input`));
    }
    if (!has("text", "write")) return context.names(args);
  }
  if (has("starts")) return start(context, args, { command, uses, known });
  const project = has("project") && !MAKES.test(command);
  const parsed = known === undefined
    ? {
      given: new Map(),
      operands: args.filter((word, index) => !isOption(word) || followsDashes(args, index)),
    }
    : readArguments(context, has("mode") ? afterMode(args) : args, { name: command, known, project });
  const { given } = parsed;
  const subcommands = command.split(" ").slice(1).filter((word) => !word.startsWith("-")).length;
  const operands = parsed.operands.slice(subcommands);
  if (
    operands.some(({ text, expands }) => expands.some((one) => one !== "{}") && OPTIONAL.test(text)) &&
    known !== undefined
  ) {
    context.note(unclassified(`the arguments of ${command} cannot be determined`));
  }
  if (has("project")) return judgeProject(context, args, { command, uses, given, operands });
  judgeOperands(context, operands, { command, uses, given });
}

/** Replaces a mode that looks like an option: `chmod -x`. */
function afterMode(args: readonly ShellWord[]): readonly ShellWord[] {
  const at = args.findIndex(({ text }) => /^-[rwxXst]+$/.test(text) && !/^-[rR]$/.test(text));
  return at === -1 ? args : args.with(at, plainWord("mode"));
}

function followsDashes(args: readonly ShellWord[], index: number): boolean {
  const dashes = args.findIndex(({ text }) => text === "--");
  return dashes !== -1 && index > dashes;
}

function noteEffect(context: CommandContext, command: string, uses: ReadonlySet<string>): void {
  if (uses.has("commits")) {
    const isSetting = /^(?:wf|git config|git remote)\b/.test(command);
    context.note(never(
      isSetting
        ? `only the user may run ${command}`
        : `only wf may run ${command}: it commits when the checks pass`,
    ));
  }
  if (uses.has("deletes")) context.note(destructive(`${command} deletes or overwrites`));
  if (uses.has("reaches")) context.note(external(`${command} reaches the network or a service`));
  if (uses.has("beyond")) {
    context.note({ category: "outside", reason: `${command} acts beyond the working folder` });
  }
  if (uses.has("hides")) context.note(hidden(`${command} runs what cannot be analyzed`));
  if (uses.has("asks")) context.note(unclassified(`the effect of ${command} is unknown`));
}

/** Judges the command in the arguments, such as that of `bundle exec`. */
function start(
  context: CommandContext,
  args: readonly ShellWord[],
  { command, uses, known }: Row,
): void {
  const [, subcommand] = command.split(" ");
  const at = args.findIndex(({ text }) => text === subcommand);
  const rest = subcommand === undefined ? args : args.slice(/^(?:exec|run)$/.test(subcommand) ? at + 1 : at);
  const { operands } = readArguments(context, rest, {
    name: command,
    known: known ?? new Map(),
    leading: true,
  });
  const own = operands.slice(uses.has("skips") ? 1 : 0);
  if (own.length > 0) return context.command(own);
  context.note(subcommand === undefined ? harmless() : unclassified(`the command of ${command} is missing`));
}

interface Parsed {
  readonly command: string;
  readonly uses: ReadonlySet<string>;
  readonly given: ReadonlyMap<string, ShellWord | undefined>;
  readonly operands: readonly ShellWord[];
}

function judgeOperands(
  context: CommandContext,
  operands: readonly ShellWord[],
  parsed: Omit<Parsed, "operands">,
): void {
  const { command, uses, given } = parsed;
  const has = (name: string) => uses.has(name);
  const apart = ["-e", "-f", "--regexp", "--file", "--files", "--reference"].some((option) =>
    given.has(option)
  );
  const shown = ["-c", "-l", "-t", "--stdout", "--to-stdout", "--list", "--test"].some((option) =>
    given.has(option)
  );
  for (const [index, word] of operands.entries()) {
    const last = index > 0 && index === operands.length - 1;
    if (has("text")) continue;
    else if (has("pattern") || has("mode")) {
      if (index > 0 || apart) context.path(word, has("mode") ? "write" : "read");
    } else if (has("outer")) {
      if (OUTER.test(word.text) || word.tilde || word.expands.length > 0) context.path(word, "read");
    } else if (has("none") || (has("one") && index > 0) || (has("format") && !word.text.startsWith("+"))) {
      context.note(
        has("one") ? never(`an agent may not run ${command}`) : hidden(`${command} would change something`),
      );
    } else if (has("unstages")) {
      if (index > 1 && /^HEAD./.test(word.text)) {
        context.note(destructive(`${command} would move the branch`));
      }
    } else if (has("read") || has("target") || has("archive") || has("shows")) {
      if (/^\+(?!\d+$)/.test(word.text)) context.note(hidden(`${command} is started with commands`));
      const writes = (has("target") && last) || (has("archive") && index === 0) || (has("shows") && !shown);
      context.path(word, writes ? "write" : "read");
    } else if (has("delete")) context.path(word, "delete");
    else if (has("write")) context.path(word, "write");
  }
  if (has("delete") && operands.length === 0) context.note(destructive(`${command} deletes`));
  if (has("shows") && !shown) {
    const kept = given.has("-k") || given.has("--keep");
    context.note(kept ? unclassified(`${command} writes files`) : destructive(`${command} replaces files`));
  }
  if (has("previews") && !(given.has("-n") || given.has("--dry-run"))) {
    context.note(destructive(`${command} deletes files`));
  }
  if (has("stages") || has("unstages")) {
    context.note({ category: "edit", reason: "it changes what is staged" });
  } else if (!has("asks") && (operands.length === 0 || !FILES.some(has))) {
    context.note(harmless(`${command} only shows something`));
  }
}

/** The uses whose operands are all files. */
const FILES = ["read", "write", "delete", "target", "archive", "shows"];
/** Matches words that begin with a value that may be an option. */
const OPTIONAL = /^\$(?!(?:PWD|HOME)\/)/;
/** Matches arguments with which a program reads code from its input. */
const INPUT = /^(?:-f|--?[\w-]+=)?(?:-|\/dev\/(?!null$).*|\/proc\/.*)$/;
/** Matches addresses and packages with a version. */
const ADDRESS = /^[a-z+]+:\/\/|^(?:npm|jsr|git|ssh|github|gitlab):|^git@|^[\w-]+(?:\.[\w-]+)+\/[^\s]*@/;
/** Matches words that name files, not revisions. */
const OUTER = /^(?:[/~]|\.\.?\/)|(?:^|\/)\.\.(?:\/|$)/;
/** Judges a usual tool of the project. */
function judgeProject(context: CommandContext, args: readonly ShellWord[], parsed: Parsed): void {
  const { command, uses, operands } = parsed;
  const [program] = command.split(" ");
  const previews = MAKES.test(program!) &&
    args.some(({ text }) => /^(?:-n|--dry-run|--just-print)$/.test(text));
  if (!previews) judgeNames(context, args, program!);
  if (uses.has("write")) { for (const word of operands) context.path(word, "write"); }
  else context.names(args);
  for (const { text, expands } of args) {
    if (INPUT.test(text)) context.note(hidden(`${program} runs code from its input`));
    if (MAKES.test(program!) && (MAKE_VARIABLE.test(text) || expands.length > 0)) {
      context.note(hidden(`a variable of ${program} may run commands`));
    }
  }
  context.suspect(args.filter(({ text }) => /\s/.test(text)));
  context.note({ category: "check", reason: `${command} is a usual tool of the project` });
}

const MAKE_VARIABLE = /^\.?\w*(?:SHELL|FLAGS)\w*[:+?!]?=|\$[({]|`/;
