import { joinPath, pathWithin } from "../../path/paths.ts";

/**
 * The view of a path in the sandbox:
 *
 * - `read-only` and `writable`: the path itself.
 * - `hidden`: an empty folder or file.
 * - `copied`: a writable copy that is discarded.
 * - `replaced`: another folder that is writable.
 * - `shown`: another folder that is read-only.
 */
export type View = "read-only" | "writable" | "hidden" | "copied" | "replaced" | "shown";

/** A path and its view in the sandbox. It may not exist. */
export interface Place {
  readonly path: string;
  readonly view: View;
  /** The path whose content is there, if it is another one. */
  readonly source?: string;
}

/** A place that exists, with all links resolved. */
export interface Mount extends Place {
  readonly kind: "file" | "directory";
}

/** A place as it is named, and its mount. */
export interface Found {
  readonly place: Place;
  readonly mount: Mount;
}

/**
 * Returns the mounts of places, without those that a link in a writable place leads to. A program could have
 * made the link, or the author of the repository, and it would open its target in the next sandbox.
 */
export function mountsOf(found: readonly Found[]): readonly Mount[] {
  const writable = found.filter(({ place }) => place.view === "writable");
  const isDetour = ({ place, mount }: Found) =>
    place.view !== "hidden" &&
    writable.some((outer) =>
      [outer.place.path, outer.mount.path].some((folder) => {
        const rest = pathWithin(folder, place.path);
        return rest !== undefined && rest !== "." && joinPath(outer.mount.path, rest) !== mount.path;
      })
    );
  return found.filter((one) => !isDetour(one)).map(({ mount }) => mount);
}

export function place(view: View, paths: readonly string[]): readonly Place[] {
  return paths.map((path) => ({ path, view }));
}

/**
 * Returns the mounts in the order in which they are made: a folder before what is in it, so that the most
 * specific one applies. Of several for the same path, the last applies.
 */
export function ordered(mounts: readonly Mount[]): readonly Mount[] {
  const last = new Map(mounts.map((mount) => [mount.path, mount]));
  const depth = ({ path }: Mount) => path.split("/").filter((part) => part !== "").length;
  return [...last.values()].sort((a, b) => depth(a) - depth(b));
}

/** Returns the view of a path in the sandbox. What no mount contains is read-only. */
export function viewOf(path: string, mounts: readonly Mount[]): View {
  return ordered(mounts).findLast((mount) => pathWithin(mount.path, path) !== undefined)?.view ?? "read-only";
}
