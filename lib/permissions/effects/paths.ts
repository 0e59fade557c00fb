import type { PathIntent } from "../../../schemas/permission.ts";
import type { Finding } from "./finding.ts";
import { protectionOf } from "./protected_paths.ts";
import { absolutePathOf, foldedPath } from "../../path/absolute_path.ts";
import { pathWithin } from "../../path/paths.ts";
import type { Writable } from "./writable.ts";

/** The policy that paths are judged by. */
export interface PathPolicy {
  /** The working folder, absolute, links resolved. */
  readonly directory: string;
  /** The user's home folder. */
  readonly home?: string;
  /** The targets of paths after links are resolved, by absolute path. A missing path leads to itself. */
  readonly links?: ReadonlyMap<string, string>;
  /** The mentioned paths that exist; if left out, none is known to. */
  readonly existing?: ReadonlySet<string>;
  /** The files that the task itself has made, absolute, links resolved: it may delete them. */
  readonly made?: ReadonlySet<string>;
  /** The files that may be written; if left out, all unprotected files. */
  readonly writable?: Writable;
}

const DEVICES = /^\/dev\/(?:null|zero|full|stdin|stdout|stderr|tty|u?random|fd\/\d+)$/;

/** Makes a path absolute and expands the home folder, see {@link absolutePathOf}. */
export function absolutePath(path: string, folder: string, { home }: PathPolicy): string {
  const slashed = /^[A-Za-z]:/.test(folder) ? path.replaceAll("\\", "/") : path;
  const at = /^~(?=\/|$)/.test(slashed) ? (home ?? "/~") + slashed.slice(1) : slashed;
  const local = at.replace(/^file:\/\/(?:localhost)?(?=\/)/, "");
  return absolutePathOf(local, folder);
}

/**
 * Returns the findings for reading, writing or deleting a path. Both the written path and the target of its
 * links count.
 *
 * @param path Absolute, see {@link absolutePath}.
 */
export function pathFindings(path: string, intent: PathIntent, policy: PathPolicy): readonly Finding[] {
  const folded = foldedPath(path);
  const real = policy.links?.get(path) ?? folded;
  const paths = real === folded ? [folded] : [folded, real];
  return paths.map((one) => pathFinding(one, intent, policy));
}

/** Matches files directly in the folder of temporary files. */
const TEMPORARY = /^(?:\/private)?\/tmp\/\w[\w.-]*$/;

function pathFinding(path: string, intent: PathIntent, { directory, writable, made }: PathPolicy): Finding {
  const net = /^\/dev\/(?:tcp|udp)\/(.*)/.exec(path);
  if (net !== null) return { category: "external", reason: `it connects to ${net[1]}` };
  if (DEVICES.test(path) && intent !== "delete") {
    return { category: "harmless", reason: "it uses a harmless device" };
  }
  const inside = pathWithin(directory, path);
  if (TEMPORARY.test(path) && pathWithin(path, directory) === undefined && inside === undefined) {
    return intent === "delete"
      ? { category: "destructive", reason: `it deletes "${path}"` }
      : { category: "harmless", reason: "it uses a temporary file" };
  }
  if (intent === "read") {
    return inside === undefined
      ? { category: "outside", reason: `it reads "${path}", outside the working folder` }
      : { category: "harmless", reason: "it reads inside the working folder" };
  }
  const verb = intent === "delete" ? "deletes" : "writes";
  if (inside === undefined) {
    return { category: "never", reason: `it ${verb} "${path}", outside the working folder` };
  }
  const protection = protectionOf(inside);
  if (protection?.kind === "never") return { category: "never", reason: protection.reason };
  if (writable !== undefined && !writable.allows(inside)) {
    return { category: "never", reason: `it ${verb} "${inside}", but may write ${writable.what}` };
  }
  if (intent === "delete") {
    return made?.has(path) && protection === undefined
      ? { category: "edit", reason: "it deletes a file that the task has made" }
      : { category: "destructive", reason: `it deletes "${inside}"` };
  }
  if (protection?.kind === "ask") {
    return { category: "unclassified", reason: protection.reason, everyMode: true };
  }
  return { category: "edit", reason: "it changes files inside the working folder" };
}
