import { commands } from "../../generated/commands.ts";
import { flagsOf } from "../commands/config/setting_flags.ts";
import type { CommandMeta, OptionMeta } from "../../schemas/metadata.ts";
import { argumentErrors } from "./argument_errors.ts";
import { listText } from "../text/list_text.ts";
import { nearest } from "../text/nearest.ts";
import {
  type Application,
  buildApplication,
  buildCommand,
  buildRouteMap,
  type Command,
  type StricliContext,
} from "../deps/stricli.ts";

export type Dispatch = (command: CommandMeta, options: Readonly<Record<string, unknown>>) => Promise<void>;

/**
 * Builds the command line from the metadata of the types in `schemas/commands.ts`, the only source of names,
 * flags, allowed values, defaults and help.
 *
 * @param name The first argument. If it is the name of a command, only that command is built.
 */
export function makeApplication(name: string | undefined, dispatch: Dispatch): Application<StricliContext> {
  const named = commands.filter((command) => command.name === name);
  const routes = Object.fromEntries(
    (named.length === 0 ? commands : named).map((command) => [command.name, makeCommand(command, dispatch)]),
  );
  return buildApplication(
    buildRouteMap({ routes, docs: { brief: "wf" } }),
    {
      name: "wf",
      localization: { loadText: () => argumentErrors(named[0]) },
      scanner: { caseStyle: "original", allowArgumentEscapeSequence: true },
    },
  );
}

function makeCommand(command: CommandMeta, dispatch: Dispatch): Command<StricliContext> {
  const { positionals } = command;
  const commandFlags = flagsOf(command);
  const last = positionals.at(-1);
  const func = async (flags: Readonly<Record<string, unknown>>, ...args: readonly unknown[]) => {
    const options: Record<string, unknown> = {};
    for (const { name } of commandFlags) if (flags[name] !== undefined) options[name] = flags[name];
    for (const [index, { name, repeatable }] of positionals.entries()) {
      const value = repeatable ? args.slice(index).filter((arg) => arg !== undefined) : args[index];
      if (value !== undefined) options[name] = value;
    }
    await dispatch(command, options);
  };
  return buildCommand<Record<string, unknown>, unknown[], StricliContext>(
    {
      func,
      parameters: {
        flags: Object.fromEntries(commandFlags.map((flag) => [flag.name, flagParameter(flag)])),
        positional: last?.repeatable && positionals.length === 1
          ? { kind: "array", parameter: positionalParameter(last) }
          : { kind: "tuple", parameters: positionals.map(positionalParameter) },
      },
      docs: { brief: command.description },
    } as unknown as Parameters<typeof buildCommand<Record<string, unknown>, unknown[], StricliContext>>[0],
  );
}

function flagParameter(
  { type, description, allowed, default: value, repeatable, placeholder }: OptionMeta,
): object {
  const brief = description;
  if (type === "boolean") {
    return { kind: "boolean", brief, default: value ?? false, withNegated: false };
  }
  if (allowed !== undefined) {
    return {
      kind: "enum",
      values: allowed,
      brief,
      ...(value === undefined ? { optional: true } : { default: value }),
    };
  }
  return {
    kind: "parsed",
    parse: String,
    brief,
    optional: true,
    placeholder: placeholder ?? "value",
    ...(repeatable ? { variadic: true } : {}),
  };
}

function positionalParameter({ name, description, allowed, required, placeholder }: OptionMeta): object {
  return {
    brief: allowed === undefined ? description : `${description} (${allowed.join(", ")})`,
    parse: allowed === undefined ? String : (input: string) => {
      if (allowed.includes(input)) return input;
      const meant = nearest(input, allowed);
      const hint = meant === undefined ? "" : `, did you mean "${meant}"?`;
      throw new Error(`expected ${listText(allowed, "or")}${hint}`);
    },
    placeholder: placeholder ?? name,
    ...(required ? {} : { optional: true }),
  };
}
