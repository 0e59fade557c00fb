import type { RunEvent } from "../../../schemas/event.ts";
import type { TranscriptEntry } from "../../../schemas/run_log.ts";
import { isRecord } from "../../collections/is_record.ts";
import { jsonLines } from "../../text/json_value.ts";

/** An entry of a log: an event of the run, or of a turn of the agent. */
export type LogEntry = RunEvent | TranscriptEntry;

/**
 * Parses the lines of a log. A line that is not complete, because the run was killed or still writes it, is
 * omitted, as is anything that has no kind.
 */
export function parseLogLines(text: string): readonly LogEntry[] {
  return jsonLines(text, isEntry);
}

function isEntry(value: unknown): value is LogEntry {
  return isRecord(value) && typeof value.kind === "string" && typeof value.elapsed === "number";
}

/** Merges entries of several files by time. Entries of the same time and file keep their order. */
export function mergedEntries(files: readonly (readonly LogEntry[])[]): readonly LogEntry[] {
  return files.flat().sort((a, b) => a.elapsed - b.elapsed);
}

const TRANSCRIPT_KINDS: ReadonlySet<string> = new Set<TranscriptEntry["kind"]>([
  "session-opened",
  "prompt",
  "output",
  "request",
  "tool",
  "check",
  "turn-ended",
  "cut",
]);

export function isTranscriptEntry(entry: LogEntry): entry is TranscriptEntry {
  return TRANSCRIPT_KINDS.has(entry.kind);
}
