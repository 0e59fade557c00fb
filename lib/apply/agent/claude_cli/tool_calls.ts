import type { PermissionRequest } from "../../../../schemas/permission.ts";
import type { ToolStatus } from "../../../../schemas/run_log.ts";
import { toolTitle, type ToolUse } from "../core/port.ts";
import { toolRequest } from "./messages.ts";

/** The tool calls in progress, by ID. */
export class ClaudeToolCalls {
  readonly #calls = new Map<string, PermissionRequest>();
  /** The IDs of those for which no permission was requested so far. */
  readonly #unasked = new Set<string>();

  constructor(readonly report: (use: ToolUse) => void) {}

  start(id: string, name: string, input: Readonly<Record<string, unknown>>): void {
    const request = toolRequest(name, input);
    this.#calls.set(id, request);
    this.#unasked.add(id);
    this.#report(id, request, "started");
  }

  /** Records that the agent asks for permission. */
  asks(id: string): void {
    this.#unasked.delete(id);
  }

  /** Ends a call; returns its action if it succeeded without permission. */
  end(id: string, isError: boolean): PermissionRequest | undefined {
    const done = this.#calls.get(id);
    if (done === undefined) return undefined;
    this.#calls.delete(id);
    this.#report(id, done, isError ? "failed" : "completed");
    return this.#unasked.delete(id) && !isError ? done : undefined;
  }

  #report(id: string, { command, url, paths, title, diffs }: PermissionRequest, status: ToolStatus): void {
    const what = command ?? url ?? paths.map(({ path }) => path).join(", ");
    this.report({
      id,
      title: toolTitle(`${title} ${what}`),
      status,
      diffs: status === "started" ? [] : diffs,
    });
  }
}
