import { HostError, MAX_TEXT_BYTES } from "./host.ts";

/** What messages call the streams that a program writes to. */
export const STREAM_NAMES = { stdout: "standard output", stderr: "standard error" } as const;

/** What may be the matter with a file. */
export type FileReason = Exclude<HostError["reason"], "too-long">;

/** Options of {@link fileFailure}. */
interface FileFailureOptions {
  /** What the system reports; for the reason `other`. */
  readonly detail?: string;
  /** The error of the runtime. */
  readonly cause?: unknown;
}

/** The error for a file that could not be used, with the message that every host gives. */
export function fileFailure(reason: FileReason, path: string, options: FileFailureOptions = {}): HostError {
  return new HostError(reason, path, messageFor(reason, path, options.detail), options);
}

function messageFor(reason: FileReason, path: string, detail = ""): string {
  switch (reason) {
    case "not-found":
      return `Cannot find "${path}"`;
    case "exists":
      return `Cannot create "${path}": it already exists`;
    case "no-permission":
      return `Cannot use "${path}": permission denied`;
    case "not-a-directory":
      return `Cannot use "${path}": a parent of it is not a folder`;
    case "special":
      return `Cannot use "${path}": it is not an ordinary file`;
    case "too-large":
      return `Cannot use "${path}": it is larger than ${MAX_TEXT_BYTES / 1_000_000} MB`;
    case "other":
      return `Cannot use "${path}": ${detail}`;
  }
}

/** What {@link textFailure} and {@link writeFailure} know of what is at a path, links followed. */
interface FoundFile {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly size: number;
}

/** Why what is at a path cannot be read as text, or undefined. */
export function textFailure(path: string, found: FoundFile): HostError | undefined {
  return writeFailure(path, found) ??
    (found.size > MAX_TEXT_BYTES ? fileFailure("too-large", path) : undefined);
}

/** Why a file must not take the place of what is at a path, or undefined. */
export function writeFailure(
  path: string,
  { isFile, isDirectory }: Pick<FoundFile, "isFile" | "isDirectory">,
): HostError | undefined {
  if (isDirectory) return fileFailure("other", path, { detail: "it is a folder" });
  return isFile ? undefined : fileFailure("special", path);
}

/** The error for a link that leads to nothing: what is written there would take its place. */
export function brokenLink(path: string): HostError {
  return fileFailure("other", path, { detail: "it is a broken link" });
}
