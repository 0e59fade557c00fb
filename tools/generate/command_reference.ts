/**
 * Writes the reference of the commands.
 * @module
 */
import type { CommandMeta, OptionMeta } from "../../schemas/metadata.ts";
import { MARK } from "./mark.ts";

/** Returns the text of `commands.md`: the flags that all commands share, then a section for each command. */
export function commandReference(commands: readonly CommandMeta[]): string {
  const [first] = commands;
  const shared = (first?.flags ?? []).filter(({ name }) =>
    commands.every(({ flags }) => flags.some((flag) => flag.name === name))
  );
  const names = new Set(shared.map(({ name }) => name));
  const sections = commands.map((command) => {
    const own = command.flags.filter(({ name }) => !names.has(name));
    return [heading(command), "", command.description, ...table([...command.positionals, ...own], command)]
      .join("\n");
  });
  const head = `<!-- ${MARK} -->

# Commands

Arguments in brackets are optional. \`wf <command> --help\` prints the same.

## All commands

These flags may stand before the command too.
${table(shared, undefined).join("\n")}`;
  return [head, ...sections].join("\n\n") + "\n";
}

function heading({ name, positionals }: CommandMeta): string {
  const words = positionals.map((positional) => {
    const word = `${positional.placeholder ?? positional.name}${positional.repeatable ? "…" : ""}`;
    return positional.required ? `<${word}>` : `[${word}]`;
  });
  return `## \`${["wf", name, ...words].join(" ")}\``;
}

function table(options: readonly OptionMeta[], command: CommandMeta | undefined): readonly string[] {
  if (options.length === 0) return [];
  const rows = options.map((option) => {
    const isArgument = command?.positionals.includes(option) ?? false;
    return row([isArgument ? `\`${option.placeholder ?? option.name}\`` : flag(option), meaning(option)]);
  });
  return ["", "| Argument | Meaning |", "| --- | --- |", ...rows];
}

function flag({ name, type, placeholder, repeatable }: OptionMeta): string {
  const value = type === "boolean" ? "" : ` <${placeholder ?? "value"}>${repeatable ? "…" : ""}`;
  return `\`--${name}${value}\``;
}

function meaning({ description, allowed, default: value }: OptionMeta): string {
  const choices = allowed === undefined ? "" : ` One of ${allowed.map((word) => `\`${word}\``).join(", ")}.`;
  const otherwise = typeof value === "string" ? ` Default: \`${value}\`.` : "";
  return `${description}${choices}${otherwise}`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}
