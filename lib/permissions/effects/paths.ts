import type { PathIntent } from "../../../schemas/permission.ts";
import type { Finding } from "./finding.ts";
import { protectionOf } from "./protected_paths.ts";
import { absolutePathOf, foldedPath, pathInside } from "../../path/absolute_path.ts";
import type { Writable } from "./writable.ts";

/** What paths are judged by. */
export interface PathPolicy {
  /** The folder of the work, absolute, links resolved. */
  readonly directory: string;
  /** The user's home folder. */
  readonly home?: string;
  /** Where paths lead once links are resolved, by absolute path; one that is missing leads to itself. */
  readonly links?: ReadonlyMap<string, string>;
  /** The files that may be written; all that nothing else protects when left out. */
  readonly writable?: Writable;
}

const DEVICES = /^\/dev\/(?:null|zero|full|stdin|stdout|stderr|tty|u?random|fd\/\d+)$/;

/** An absolute path, see {@link absolutePathOf}. */
export function absolutePath(path: string, folder: string, { home }: PathPolicy): string {
  const slashed = /^[A-Za-z]:/.test(folder) ? path.replaceAll("\\", "/") : path;
  const at = /^~(?=\/|$)/.test(slashed) ? (home ?? "/~") + slashed.slice(1) : slashed;
  const local = at.replace(/^file:\/\/(?:localhost)?(?=\/)/, "");
  return absolutePathOf(local, folder);
}

/**
 * What it means that a path is read, written or deleted. Both the path as it is written and the one its
 * links lead to count, the stricter more.
 *
 * @param path Absolute, see {@link absolutePath}.
 */
export function pathFindings(path: string, intent: PathIntent, policy: PathPolicy): readonly Finding[] {
  const folded = foldedPath(path);
  const real = policy.links?.get(path) ?? folded;
  const paths = real === folded ? [folded] : [folded, real];
  return paths.map((one) => pathFinding(one, intent, policy));
}

function pathFinding(path: string, intent: PathIntent, { directory, writable }: PathPolicy): Finding {
  const net = /^\/dev\/(?:tcp|udp)\/(.*)/.exec(path);
  if (net !== null) return { category: "external", reason: `it connects to ${net[1]}` };
  if (DEVICES.test(path) && intent !== "delete") {
    return { category: "harmless", reason: "it uses a device of no account" };
  }
  const inside = pathInside(directory, path);
  if (intent === "read") {
    return inside === undefined
      ? { category: "outside", reason: `it reads "${path}", outside of the folder of the work` }
      : { category: "harmless", reason: "it reads inside of the folder of the work" };
  }
  const verb = intent === "delete" ? "deletes" : "writes";
  if (inside === undefined) {
    return { category: "never", reason: `it ${verb} "${path}", outside of the folder of the work` };
  }
  const protection = protectionOf(inside);
  if (protection?.kind === "never") return { category: "never", reason: protection.reason };
  if (writable !== undefined && !writable.allows(inside)) {
    return { category: "never", reason: `it ${verb} "${inside}", and this work may write ${writable.what}` };
  }
  if (intent === "delete") return { category: "destructive", reason: `it deletes "${inside}"` };
  if (protection?.kind === "ask") {
    return { category: "unclassified", reason: protection.reason, everyMode: true };
  }
  return { category: "edit", reason: "it changes files inside of the folder of the work" };
}
