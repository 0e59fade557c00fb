import { joinPath } from "../host/paths.ts";
import type { Baseline } from "./baseline.ts";
import type { Git } from "./git.ts";

/** A run that an agent hosts, between two of its calls. */
export interface HostedSession {
  /** Number of the phase. */
  readonly phase: string;
  /** Flags of the call that began it. */
  readonly flags: readonly string[];
  /** Whether the call that began it confirms every gate. */
  readonly yes?: boolean;
  /** Whether tasks of several plans are given out at the same time. */
  readonly parallel: boolean;
  /** When it began, ISO 8601. */
  readonly startedAt: string;
  /** Answers that gates have got, by what they asked. */
  readonly gates: Readonly<Record<string, string>>;
  /** Tokens of the turns that were given out and are waited for. */
  readonly open: readonly string[];
  /** How the working tree was found then. */
  readonly baseline: Baseline;
}

/** The hosted run that is under way, or undefined. */
export async function readHostedSession(git: Git): Promise<HostedSession | undefined> {
  try {
    const value: unknown = JSON.parse(await git.host.readText(pathOf(git)));
    return isSession(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers a hosted run for its next call. */
export async function writeHostedSession(git: Git, session: HostedSession): Promise<void> {
  await git.host.writeText(pathOf(git), `${JSON.stringify(session)}\n`);
}

/** Forgets the hosted run: it has ended, or another kind of run takes over. */
export async function endHostedSession(git: Git): Promise<void> {
  await git.host.removeFile(pathOf(git));
}

function isSession(value: unknown): value is HostedSession {
  return typeof value === "object" && value !== null && "phase" in value && "flags" in value &&
    "parallel" in value && "startedAt" in value && "gates" in value && "open" in value &&
    "baseline" in value;
}

function pathOf(git: Git): string {
  return joinPath(git.commonDirectory, "wf", "hosted.json");
}
