import { HostError, MAX_TEXT_BYTES } from "./host.ts";

/** What messages call the streams that a program writes to. */
export const STREAM_NAMES = { stdout: "standard output", stderr: "standard error" } as const;

/** What may be the matter with a file. */
export type FileReason = Exclude<HostError["reason"], "too-long">;

/** The error for a file that could not be used, with the message that every host gives. */
export function fileFailure(reason: FileReason, path: string, detail = ""): HostError {
  switch (reason) {
    case "not-found":
      return new HostError(reason, path, `Cannot find "${path}"`);
    case "exists":
      return new HostError(reason, path, `Cannot create "${path}": it already exists`);
    case "no-permission":
      return new HostError(reason, path, `Cannot use "${path}": permission denied`);
    case "not-a-directory":
      return new HostError(reason, path, `Cannot use "${path}": a parent of it is not a folder`);
    case "special":
      return new HostError(reason, path, `Cannot use "${path}": it is not an ordinary file`);
    case "too-large":
      return new HostError(
        reason,
        path,
        `Cannot use "${path}": it is larger than ${MAX_TEXT_BYTES / 1_000_000} MB`,
      );
    case "other":
      return new HostError(reason, path, `Cannot use "${path}": ${detail}`);
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
  if (isDirectory) return fileFailure("other", path, "it is a folder");
  return isFile ? undefined : fileFailure("special", path);
}

/** The error for a link that leads to nothing: what is written there would take its place. */
export function brokenLink(path: string): HostError {
  return fileFailure("other", path, "it is a broken link");
}
