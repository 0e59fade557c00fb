import type { NotifyTerminal } from "../../../schemas/policy.ts";
import type { ExitCode } from "../../errors/program_error.ts";
import { stripHidden } from "../../text/terminal_text.ts";

/** Something that the user should see. */
export interface Attention {
  /** `waiting` for an answer, `failed`, or `finished`. */
  readonly kind: "waiting" | "failed" | "finished";
  /** The question, or the command that has ended and the reason. */
  readonly text: string;
}

/** The time without a key or an answer after which the user counts as away, in milliseconds. */
export const AWAY_AFTER = 10_000;

/** The time after which the user is called to a question that they saw and did not answer, in milliseconds. */
export const UNANSWERED_AFTER = 60_000;

/** The maximum length of a message, in UTF-16 units. */
const MAX_MESSAGE = 300;

/** Returns how the end of a run asks for attention; undefined for a run that the user has interrupted. */
export function attentionAtEnd(
  exitCode: ExitCode,
  { command, reason }: { readonly command: string; readonly reason: string },
): Attention | undefined {
  if (exitCode === 130) return undefined;
  const kind = exitCode === 0 ? "finished" : exitCode === 3 ? "waiting" : "failed";
  return { kind, text: reason === "" ? command : `${command}: ${reason}` };
}

const WORDS: Readonly<Record<Attention["kind"], string>> = {
  waiting: "waits for you",
  failed: "failed",
  finished: "finished",
};

/** Describes it on one line: `wf in shop waits for you: Merge?`. */
export function attentionText({ kind, text }: Attention, project: string): string {
  const words = `wf in ${project} ${WORDS[kind]}: ${text}`;
  return stripHidden(words.replace(/\s+/g, " ")).slice(0, MAX_MESSAGE).toWellFormed();
}

export interface AttentionPlace {
  readonly terminal: NotifyTerminal;
  readonly env: (name: string) => string | undefined;
}

/**
 * Returns what is written to a terminal: a bell, and for the desktop a sequence that most terminals show as a
 * notification and others ignore.
 */
export function terminalSignal(message: string, { terminal, env }: AttentionPlace): string {
  if (terminal === "off") return "";
  if (terminal === "bell") return "\x07";
  // Parts of the second form are separated by semicolons.
  const text = message.replaceAll(";", ",");
  const isSecond = env("VTE_VERSION") || /^(?:rxvt|foot)/.test(env("TERM") ?? "");
  const sequence = isSecond ? `\x1b]777;notify;wf;${text}\x07` : `\x1b]9;${text}\x07`;
  // tmux passes on what is wrapped, if allow-passthrough is set.
  return `\x07${env("TMUX") ? `\x1bPtmux;\x1b${sequence}\x1b\\` : sequence}`;
}

/** Returns the program that shows a notification where the user has a desktop; undefined elsewhere. */
export function desktopCommand(
  message: string,
  { terminal, env }: AttentionPlace,
): readonly [string, ...string[]] | undefined {
  const isHere = (env("WAYLAND_DISPLAY") || env("DISPLAY")) && !env("SSH_CONNECTION");
  if (terminal !== "desktop" || !isHere) return undefined;
  // Servers take the text for markup. GNOME knows only these entities.
  const text = message.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return ["notify-send", "--app-name=wf", "--", "wf", text];
}
