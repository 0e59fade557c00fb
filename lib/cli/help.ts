import { commands } from "../../generated/commands.ts";
import type { CommandMeta, OptionMeta } from "../../schemas/metadata.ts";
import { flagsOf } from "../commands/config/setting_flags.ts";
import { sharedFlags } from "../report/completions/read_words.ts";
import { reportWidth, type Style } from "../report/terminal/style.ts";
import { wrapWords } from "../report/terminal/wrap_words.ts";
import { examplesOf } from "./examples.ts";
import { topicHelp, topics } from "./topics.ts";

/** The titles of the groups of commands, in the order of the help. */
const TITLES: Readonly<Record<CommandMeta["group"], string>> = {
  setup: "Set up",
  plan: "Plan",
  run: "Run",
  look: "Inspect",
  edit: "Edit",
  integrate: "Integrate",
};

/** The width that one line for each command fits into, in columns. */
const WIDTH = 80;
/** The maximum width of the first column. */
const MAX_FIRST = 28;

/**
 * Returns the help that arguments ask for: `help <topic>` explains a topic, `help <command>` and
 * `<command> --help` a command, `--help` the program. Undefined if there is no such topic or command.
 */
export function helpFor([first, word]: readonly string[], style: Style): string | undefined {
  if (first!.startsWith("-")) return programHelp(style);
  const topic = first === "help" ? topics.find(({ name }) => name === word) : undefined;
  if (topic !== undefined) return topicHelp(topic, style);
  const name = first === "help" ? word : first;
  const command = commands.find((command) => command.name === name);
  return command === undefined ? undefined : commandHelp(command, style);
}

/** Returns the help: all commands in groups, one line each, and the topics. */
function programHelp(style: Style): string {
  const first = Math.max(...commands.map(({ name }) => name.length)) + 3;
  const row = (name: string, text: string) =>
    `  ${name.padEnd(first - 2)}${wrapped(text, first, style, first)}`;
  return [
    wrapped("Drives coding agents through plans, one task at a time, and commits what passes.", 0, style),
    "",
    `${style.bold("Usage:")} wf <command> [arguments] [options]`,
    ...Object.entries(TITLES).flatMap(([group, title]) => [
      "",
      style.bold(title),
      ...commands.filter((command) => command.group === group)
        .map(({ name, description }) => row(name, inShort(description, WIDTH - first))),
    ]),
    "",
    style.bold("Topics"),
    ...topics.map(({ name, title }) => row(name, title)),
    "",
    wrapped("wf <command> --help shows its arguments, options and examples,", 0, style),
    wrapped("wf help <topic> explains a topic, and wf --version shows the version.", 0, style),
    "",
  ].join("\n");
}

function commandHelp(command: CommandMeta, style: Style): string {
  const { name, description, positionals } = command;
  const flags = flagsOf(command);
  const own = flags.filter((flag) => !SHARED.has(flag.name));
  const shared = flags.filter((flag) => SHARED.has(flag.name));
  const argumentRows = positionals.map((one) => [`  ${argumentOf(one)}`, meaning(one)] as const);
  const rows = (list: readonly OptionMeta[]) =>
    list.map((flag) => [`  ${optionOf(flag)}`, meaning(flag)] as const);
  const section = (title: string, rows: readonly (readonly [string, string])[]) => {
    return rows.length === 0 ? [] : ["", style.bold(title), ...table(rows, style)];
  };
  const others = commands.filter((other) => other.group === command.group && other !== command)
    .map((other) => `wf ${other.name}`).join(", ");
  const usage = ["wf", name, ...positionals.map(argumentOf), "[options]"].join(" ");
  return [
    wrapped(description, 0, style),
    "",
    `${style.bold("Usage:")} ${usage}`,
    ...section("Arguments", argumentRows),
    ...section("Options", rows(own)),
    ...section("Options of every command", rows(shared)),
    "",
    style.bold("Examples"),
    ...examplesOf(command).map((example) => `  ${example}`),
    ...others === "" ? [] : ["", wrapped(`See also: ${others}`, 10, style)],
    "",
  ].join("\n");
}

/** The names of the options that every command has. */
const SHARED = new Set(sharedFlags(commands).map(({ name }) => name));

/** Returns the first clause of a description, which fits into a width. */
function inShort(description: string, width: number): string {
  const clause = description.split(/[.:;](?: |$)/)[0]!;
  if (clause.length <= width) return clause;
  const end = Math.max(clause.lastIndexOf(", ", width), clause.lastIndexOf(" and ", width));
  return end === -1 ? clause : clause.slice(0, end).replace(/,$/, "");
}

function argumentOf({ name, placeholder, required, repeatable }: OptionMeta): string {
  const word = `${placeholder ?? name}${repeatable ? "…" : ""}`;
  return required ? `<${word}>` : `[${word}]`;
}

function optionOf({ name, type, placeholder }: OptionMeta): string {
  return type === "boolean" ? `--${name}` : `--${name} <${placeholder ?? "value"}>`;
}

function meaning({ description, allowed, default: value, repeatable }: OptionMeta): string {
  return [
    description,
    ...allowed === undefined ? [] : [`One of ${allowed.join(", ")}.`],
    ...typeof value === "string" ? [`Default: ${value}.`] : [],
    ...repeatable ? ["Can be repeated."] : [],
  ].join(" ");
}

function table(rows: readonly (readonly [string, string])[], style: Style): readonly string[] {
  const indent = Math.min(Math.max(...rows.map(([cell]) => cell.length)), MAX_FIRST) + 2;
  return rows.map(([cell, text]) => {
    const body = wrapped(text, indent, style, indent);
    return cell.length < indent - 1 ? cell.padEnd(indent) + body : `${cell}\n${" ".repeat(indent)}${body}`;
  });
}

function wrapped(text: string, indent: number, style: Style, first = 0): string {
  return wrapWords(text, { width: reportWidth(style), first, indent });
}
