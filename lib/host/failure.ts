import { HostError, MAX_TEXT_BYTES } from "./host.ts";

export const STREAM_NAMES = { stdout: "standard output", stderr: "standard error" } as const;

type FileReason = Exclude<HostError["reason"], "too-long">;

interface FileFailureOptions {
  /** The message of the system, for the reason `other`. */
  readonly detail?: string;
  readonly cause?: unknown;
}

/** Returns the error for a file that cannot be used, with the same message on every host. */
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

const REASONS: Readonly<Record<string, FileReason>> = {
  ENOENT: "not-found",
  EEXIST: "exists",
  EACCES: "no-permission",
  EPERM: "no-permission",
  ENOTDIR: "not-a-directory",
};

/** Returns the code of a runtime's error, as on POSIX. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // The permissions of Deno.
  if (error.name === "NotCapable") return "EACCES";
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Returns the error for a runtime's error about a file or program; one of another kind as it is. */
export function hostFailure(path: string, error: unknown): unknown {
  const code = errorCode(error);
  if (code === undefined || !(error instanceof Error)) return error;
  return fileFailure(REASONS[code] ?? "other", path, { detail: error.message, cause: error });
}

/** The file at a path, links followed, as {@link textFailure} and {@link writeFailure} need it. */
interface FoundFile {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly size: number;
}

export function textFailure(path: string, found: FoundFile): HostError | undefined {
  return writeFailure(path, found) ??
    (found.size > MAX_TEXT_BYTES ? fileFailure("too-large", path) : undefined);
}

/** Returns the error when the file at a path must not be overwritten. */
export function writeFailure(
  path: string,
  { isFile, isDirectory }: Pick<FoundFile, "isFile" | "isDirectory">,
): HostError | undefined {
  if (isDirectory) return fileFailure("other", path, { detail: "it is a folder" });
  return isFile ? undefined : fileFailure("special", path);
}

/** Returns the error for a broken link: writing to it would replace the link. */
export function brokenLink(path: string): HostError {
  return fileFailure("other", path, { detail: "it is a broken link" });
}

/** Ignores an error of the machine. Throws any other. */
export function ignoreHostError(error: unknown): undefined {
  if (!(error instanceof HostError)) throw error;
}
