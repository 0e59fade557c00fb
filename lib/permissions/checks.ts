import type { Finding } from "./effects/finding.ts";
import type { SimpleCommand } from "./shell/ast.ts";
import { parseShell } from "./shell/parser.ts";

/** Allows the task's own checks unless another finding is against it. */
export function asCheck(findings: readonly Finding[]): readonly Finding[] {
  const rest = findings.filter(({ category }) => category !== "unclassified" && category !== "check");
  return [...rest, { category: "check", reason: "it is a check of the task" }];
}

export function asAllowed(findings: readonly Finding[]): readonly Finding[] {
  const denied = findings.filter(({ category }) => category === "never");
  return [...denied, { category: "check", reason: "your policy allows it" }];
}

/**
 * Returns the key of a check that is a single command, so that it is recognized with redirected output too.
 */
export function checkKey(check: string): string | undefined {
  const { commands, problems } = parseShell(check);
  const [command] = commands;
  return commands.length === 1 && problems.length === 0 && command !== undefined ? keyOf(command) : undefined;
}

export function keyOf({ assignments, words }: SimpleCommand): string {
  const set = assignments.map(({ name, value }) => `${name}=${value.raw}`);
  return JSON.stringify([set, words.map(({ raw }) => raw)]);
}
