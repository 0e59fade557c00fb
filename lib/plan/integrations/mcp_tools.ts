/**
 * The tools of the Model Context Protocol server. They take the options of the commands: their schemas are
 * derived from the metadata of the command line, and from the published schemas of its results.
 *
 * @module
 */
import type { CommandMeta, OptionMeta } from "../../../schemas/metadata.ts";
import { defined } from "../../collections/defined.ts";
import { listText } from "../../text/list_text.ts";
import { nearest } from "../../text/nearest.ts";

export interface McpTool {
  readonly name: string;
  readonly command: "validate" | "waves" | "status" | "next" | "report" | "config";
  readonly description: string;
  /** The options of the command that it accepts, by name. */
  readonly takes: readonly string[];
  /** The values of options that the command requires, and the tool does not. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** The options that are always set, by name. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** The options that it requires although the command does not. */
  readonly needs?: readonly string[];
  /** The name of the published schema of its result. */
  readonly result: string;
  readonly effect: McpEffect;
}

/**
 * The possible effects of a tool: only read, change the project's files, or run the project's own commands.
 */
export type McpEffect = "read" | "write" | "run";

export const MCP_TOOLS: readonly McpTool[] = [
  {
    name: "validate",
    command: "validate",
    description: "Check plan files, the roadmap and the configuration of the project.",
    takes: ["paths", "strict", "staged", "set"],
    result: "validate",
    effect: "read",
  },
  {
    name: "waves",
    command: "waves",
    description:
      "Show the execution waves of a phase: which plans run one after the other, and which at the same time.",
    takes: ["phase", "explain", "set"],
    result: "waves",
    effect: "read",
  },
  {
    name: "status",
    command: "status",
    description: "Show the progress of the phases and plans of the project, and what to run next.",
    takes: ["set"],
    result: "status",
    effect: "read",
  },
  {
    name: "next",
    command: "next",
    description:
      "Get the next step of execute-phase, or of another command that you carry out; does everything that needs no " +
      "agent. Questions in it are for the user: to answer one, call this again with the answer. Never commit: " +
      "that is done for you. It may run the project's own commands.",
    takes: [
      "command",
      "phase",
      "plan",
      "research",
      "skip-research",
      "skip-verify",
      "gaps",
      "from",
      "map",
      "milestone",
      "check",
      "answer",
      "parallel",
    ],
    defaults: { command: "execute-phase" },
    result: "instruction",
    effect: "run",
  },
  {
    name: "report",
    command: "report",
    description:
      "Report the result of a task from next, by its token, with your last words, your answer or the reason; " +
      "returns the next step. It runs the task's own checks.",
    takes: ["token", "result", "words"],
    result: "instruction",
    effect: "run",
  },
  {
    name: "config_get",
    command: "config",
    description: "Show the current value of a key of the configuration, and its origin.",
    takes: ["key", "set"],
    fixed: { action: "get" },
    needs: ["key"],
    result: "config-values",
    effect: "read",
  },
  {
    name: "config_set",
    command: "config",
    description:
      "Set a key of the project's configuration. Its other text stays as it is. Only the user can set keys that " +
      "decide what runs, is asked, is checked or leaves the project.",
    takes: ["key", "value", "dry-run"],
    fixed: { action: "set" },
    needs: ["key", "value"],
    result: "config-changes",
    effect: "write",
  },
];

/**
 * Returns the annotations of a tool for a client, which may ask its user first. A project's own commands may do
 * anything, also beyond the project.
 */
export function mcpAnnotations({ effect }: McpTool): Readonly<Record<string, boolean>> {
  if (effect === "read") return { readOnlyHint: true, openWorldHint: false };
  return { readOnlyHint: false, destructiveHint: true, openWorldHint: effect === "run" };
}

export interface ObjectSchema {
  readonly type: "object";
  readonly [keyword: string]: unknown;
}

export function inputSchema(tool: McpTool, command: CommandMeta): ObjectSchema {
  const options = optionsOf(tool, command);
  return {
    type: "object",
    properties: Object.fromEntries(options.map((option) => [option.name, propertySchema(option)])),
    required: options.filter((option) => option.required).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** Converts a published schema to a tool's: an object, whatever its cases, without a name of its own. */
export function outputSchema(published: Readonly<Record<string, unknown>>): ObjectSchema {
  const { $id: _id, $schema: _schema, $comment: _comment, ...schema } = published;
  return { ...schema, type: "object" };
}

/** The options of a call for the command, or the error in its arguments. */
export type ToolCall =
  | { readonly kind: "options"; readonly options: Readonly<Record<string, unknown>> }
  | { readonly kind: "wrong"; readonly message: string };

export function readToolCall(
  tool: McpTool,
  command: CommandMeta,
  given: Readonly<Record<string, unknown>>,
): ToolCall {
  const options = optionsOf(tool, command);
  const names = options.map(({ name }) => name);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const meant = nearest(unknown, names);
    const hint = meant === undefined ? `it takes ${names.join(", ")}` : `did you mean "${meant}"?`;
    return { kind: "wrong", message: `${tool.name} has no argument "${unknown}": ${hint}` };
  }
  for (const option of options) {
    const value = given[option.name];
    if (value === undefined && option.required) {
      return { kind: "wrong", message: `${tool.name} needs the argument "${option.name}"` };
    }
    const expected = value === undefined ? undefined : mismatch(option, value);
    if (expected !== undefined) {
      return { kind: "wrong", message: `${tool.name} takes ${expected} for "${option.name}"` };
    }
  }
  return { kind: "options", options: { ...tool.defaults, ...given, ...tool.fixed } };
}

/** Returns the names of the keys that every result of a schema has. */
export function requiredKeys({ required, anyOf, definitions }: ObjectSchema): readonly string[] {
  if (Array.isArray(required)) return required;
  const named = (definitions ?? {}) as Readonly<Record<string, ObjectSchema>>;
  const cases = ((anyOf ?? []) as readonly { readonly $ref?: string }[]).map(({ $ref = "" }) => {
    return requiredKeys(named[$ref.replace("#/definitions/", "")] ?? { type: "object" });
  });
  return (cases[0] ?? []).filter((key) => cases.every((keys) => keys.includes(key)));
}

/** Returns the options of a tool, each required if the command or the tool requires it. */
function optionsOf(
  { takes, needs = [], defaults = {} }: McpTool,
  command: CommandMeta,
): readonly OptionMeta[] {
  const all = [...command.positionals, ...command.flags];
  return takes.flatMap((name) => all.filter((option) => option.name === name)).map((option) => ({
    ...option,
    ...defined({ default: defaults[option.name] }),
    required: option.required && !(option.name in defaults) || needs.includes(option.name),
  }));
}

function propertySchema({ type, description, allowed, repeatable, default: value }: OptionMeta): object {
  const one = { type, ...defined({ enum: allowed }) };
  return {
    ...(repeatable ? { type: "array", items: one } : one),
    description,
    ...defined({ default: value }),
  };
}

/** Returns a description of the expected value if a value does not fit an option; undefined if it fits. */
function mismatch({ type, allowed, repeatable }: OptionMeta, value: unknown): string | undefined {
  const fits = (one: unknown) =>
    typeof one === type && (allowed === undefined || allowed.includes(one as string));
  const expected = allowed === undefined
    ? (type === "boolean" ? "true or false" : "text")
    : listText(allowed, "or");
  if (!repeatable) return fits(value) ? undefined : expected;
  return Array.isArray(value) && value.every(fits) ? undefined : `a list of ${expected}`;
}
