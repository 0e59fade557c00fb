import type { TranscriptContent } from "../../../schemas/run_log.ts";
import { isRecord } from "../../collections/is_record.ts";
import { transcriptPath } from "../log/run_files.ts";
import { isNumber, isText } from "./values.ts";

/** An entry of the transcript of a lane's task, as a worker reports it. */
export interface RelayedEntry {
  readonly kind: "transcript";
  readonly task: number;
  readonly content: TranscriptContent;
}

/** Returns an entry of a worker's log for the coordinator; undefined if it belongs to another lane. */
export function entryOf(lane: string, path: string, content: TranscriptContent): RelayedEntry | undefined {
  const task = Number(/\.(\d+)\.jsonl$/.exec(path)?.[1]);
  const isOwn = path === transcriptPath({ plan: lane, task, role: "execution" });
  return isOwn ? { kind: "transcript", task, content } : undefined;
}

type Kind = TranscriptContent["kind"];
type Check = (value: unknown) => boolean;

/** The fields of each kind of entry that a worker may report, with the checks of their values. */
const FIELDS: Readonly<Partial<Record<Kind, Readonly<Record<string, Check>>>>> = {
  "session-opened": { agent: isText, role: oneOf("execution"), directory: isText },
  prompt: { attempt: isNumber, text: isText },
  output: { text: isText },
  request: { request: isRequest, decision: oneOf("allow", "refuse"), reason: isText },
  tool: { id: isText, title: isText, status: oneOf("started", "completed", "failed"), diffs: listOf(isDiff) },
  check: { command: isText, passed: oneOf(true, false), output: isText },
  "turn-ended": { result: oneOf("finished", "refused", "cancelled", "suspended", "failed"), text: isText },
};

/** Returns the entry in a message of a worker, without fields of its own; undefined if it is not one. */
export function relayedEntry(value: unknown): RelayedEntry | undefined {
  if (!isRecord(value) || value.kind !== "transcript" || !isNumber(value.task)) return undefined;
  const { task, content } = value;
  if (!isRecord(content)) return undefined;
  const fields = Object.entries(FIELDS[content.kind as Kind] ?? {});
  if (fields.length === 0 || !fields.every(([name, isValid]) => isValid(content[name]))) return undefined;
  const own = Object.fromEntries(fields.map(([name]) => [name, content[name]]));
  const model = content.kind === "session-opened" && isText(content.model) ? { model: content.model } : {};
  return {
    kind: "transcript",
    task: task as number,
    content: { kind: content.kind, ...own, ...model } as TranscriptContent,
  };
}

function isRequest(value: unknown): boolean {
  return isRecord(value) && ["id", "kind", "tool", "title", "raw"].every((name) => isText(value[name])) &&
    ["command", "directory", "url"].every((name) => value[name] === undefined || isText(value[name])) &&
    listOf((path) => isRecord(path) && isText(path.path))(value.paths) && listOf(isRecord)(value.diffs);
}

function isDiff(value: unknown): boolean {
  return isRecord(value) && isText(value.path) && isText(value.text);
}

function listOf(isValid: Check): Check {
  return (value) => Array.isArray(value) && value.every(isValid);
}

function oneOf(...values: readonly unknown[]): Check {
  return (value) => values.includes(value);
}
