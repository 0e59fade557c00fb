import { nearest } from "../../text/nearest.ts";
import type { Host } from "../host.ts";
import { type Trace, TRACE_TOPICS, type TraceTopic } from "./trace.ts";

/** Values of `WF_DEBUG` that ask for all topics. */
const ALL: ReadonlySet<string> = new Set(["1", "all", "true"]);
/** Values of `WF_DEBUG` that ask for nothing. */
const NONE: ReadonlySet<string> = new Set(["", "0", "false"]);

/**
 * Writes the events of the topics that the variable `WF_DEBUG` names, with the time since the start. The
 * variable is read at the first event, because reading it may need a permission.
 */
export class DebugTrace implements Trace {
  readonly #start: number;
  #topics: ReadonlySet<TraceTopic> | undefined;

  constructor(readonly host: Host, readonly print: (line: string) => void) {
    this.#start = host.now();
  }

  wants(topic?: TraceTopic): boolean {
    const topics = this.#wanted();
    return topic === undefined ? topics.size > 0 : topics.has(topic);
  }

  write(topic: TraceTopic, text: string): void {
    if (this.wants(topic)) this.#line(topic, text);
  }

  begin(topic: TraceTopic, text: string): (result: string) => void {
    if (!this.wants(topic)) return () => {};
    const begun = this.host.now();
    return (result) => this.#line(topic, `${text} (${result}, ${this.host.now() - begun} ms)`);
  }

  #line(topic: string, text: string): void {
    const time = ((this.host.now() - this.#start) / 1000).toFixed(3);
    this.print(`debug +${time}s ${topic}: ${text}\n`);
  }

  #wanted(): ReadonlySet<TraceTopic> {
    if (this.#topics !== undefined) return this.#topics;
    const value = (this.host.env("WF_DEBUG") ?? "").trim();
    const names = NONE.has(value) ? [] : value.split(",").map((name) => name.trim().toLowerCase());
    const isAll = names.some((name) => ALL.has(name));
    this.#topics = new Set(TRACE_TOPICS.filter((topic) => isAll || names.includes(topic)));
    for (const name of names) if (name !== "" && !isKnown(name)) this.#line("WF_DEBUG", unknown(name));
    if (names.includes("http")) {
      this.#line("http", "wf itself makes no requests; git and agents make their own");
    }
    return this.#topics;
  }
}

function isKnown(name: string): boolean {
  return ALL.has(name) || TRACE_TOPICS.some((topic) => topic === name);
}

function unknown(name: string): string {
  const meant = nearest(name, TRACE_TOPICS);
  const hint = meant === undefined ? "" : `did you mean "${meant}"? `;
  return `unknown topic "${name}", ${hint}expected ${TRACE_TOPICS.join(", ")} or all`;
}
