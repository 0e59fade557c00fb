import { describeRequest } from "../../../permissions/describe_request.ts";
import type { Refusal } from "../core/port.ts";
import { type ClaudeMessage, toolRequest } from "./messages.ts";

/** The state of a turn of Claude Code. */
export class ClaudeTurn {
  readonly refused: Refusal[] = [];
  readonly result: Promise<ClaudeMessage>;
  /** The text since the last tool call. */
  text = "";
  /** True when the agent did anything after the last refusal. */
  wentOn = true;
  #end: (message: ClaudeMessage) => void = () => {};
  readonly #ids = new Set<string>();
  /** The IDs of its prompt and of the words during it, while there is no result for them. */
  readonly #open = new Set<string>();

  constructor() {
    this.result = new Promise((done) => this.#end = done);
  }

  /** Records a message of the user to which the turn responds; returns the ID for it. */
  responds(): string {
    const id = crypto.randomUUID();
    this.#open.add(id);
    return id;
  }

  /**
   * Takes a result. The turn ends with it, unless words during the turn need another one, or it belongs to messages
   * of an earlier turn. Older versions do not report to which messages a result belongs.
   */
  end(message: ClaudeMessage): void {
    const { user_message_uuids: ids, is_error: isError } = message;
    const own = ids?.filter((id) => this.#open.delete(id));
    if (own === undefined || own.length > 0 && (isError === true || this.#open.size === 0)) {
      this.#end(message);
    }
  }

  onText(type: string, text: string): void {
    if (type !== "text" && type !== "tool_use") return;
    this.wentOn = true;
    this.text = type === "text" ? text : "";
  }

  refuse(id: string, refusal: Refusal): void {
    this.#ids.add(id);
    this.refused.push(refusal);
    this.wentOn = false;
  }

  /** Records requests that the agent denied without asking. */
  denied({ permission_denials = [] }: ClaudeMessage): void {
    for (const { tool_name = "", tool_use_id = "", tool_input = {} } of permission_denials) {
      if (this.#ids.has(tool_use_id)) continue;
      const what = describeRequest(toolRequest(tool_name, tool_input));
      this.refused.push({ what, reason: "the agent's own settings forbid it" });
    }
  }
}
