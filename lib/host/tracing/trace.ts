/** The topics of events, as the variable `WF_DEBUG` names them. */
export const TRACE_TOPICS = ["steps", "git", "programs", "http"] as const;

/** A topic of events. */
export type TraceTopic = "steps" | "git" | "programs" | "http";

/** Writes what the program does, a line for each event: for a user who looks for the cause of a problem. */
export interface Trace {
  /** Reports whether events of a topic are written, or of any topic when omitted. */
  wants(topic?: TraceTopic): boolean;
  /** Writes an event, if its topic is wanted. */
  write(topic: TraceTopic, text: string): void;
  /**
   * Begins an event that takes time.
   *
   * @returns A function that writes the event with its result and duration.
   */
  begin(topic: TraceTopic, text: string): (result: string) => void;
}
