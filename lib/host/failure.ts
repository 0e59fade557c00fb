import { HostError } from "./host.ts";

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
      return new HostError(reason, path, `Cannot use "${path}": a part of it is not a folder`);
    case "other":
      return new HostError(reason, path, `Cannot use "${path}": ${detail}`);
  }
}
