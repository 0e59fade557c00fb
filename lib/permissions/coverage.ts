import type { PermissionRequest, PermissionVerdict } from "../../schemas/permission.ts";
import { pathWithin } from "../path/paths.ts";
import { MAX_RAW } from "./normalize.ts";

/** The later requests that one answer of the user may cover. */
export interface Coverage {
  /** Equal for all covered requests. */
  readonly key: string;
  /** The covered requests, in words that follow "allow": `exactly this command`. */
  readonly what: string;
}

/** Matches the kinds whose effect follows from the named files. */
const FILE_KINDS = /^(?:read|edit|delete|move|search)$/i;

/**
 * Returns the later requests that a permission for more than one request covers: the same command in the same
 * folder, the same use of the same files, or the same input of a tool. Only requests with the same verdict are
 * covered, so that none has another effect. Undefined if equal requests cannot be recognized.
 *
 * @param directory The working folder, absolute: equal requests in another worktree are covered too.
 */
export function coverageOf(
  request: PermissionRequest,
  { category, reason }: PermissionVerdict,
  directory: string,
): Coverage | undefined {
  const { kind, tool, command, url, raw, title } = request;
  const relative = (path: string) => pathWithin(directory, path) ?? path;
  const paths = request.paths.map(({ path, intent }) => [intent, relative(path)]);
  const byFiles = command === undefined && paths.length > 0 && FILE_KINDS.test(kind);
  // The rest of a longer input is not known.
  if (command === undefined && !byFiles && raw.length > MAX_RAW) return undefined;
  const exact = command !== undefined
    ? [command, relative(request.directory ?? ".")]
    : byFiles
    ? []
    : [raw, title];
  return {
    key: JSON.stringify([category, reason, kind, tool, url ?? "", paths, exact]),
    what: command !== undefined
      ? "exactly this command"
      : byFiles
      ? "the same use of the same files"
      : "exactly this request",
  };
}
