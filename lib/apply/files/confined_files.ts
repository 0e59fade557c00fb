import { type DirectoryEntry, type Host, HostError, type WriteOptions } from "../../host/host.ts";
import { joinPath, parentPath, pathWithin } from "../../path/paths.ts";
import { PLANNING } from "../../parse/ids/locations.ts";
import { PlanningLink } from "../trust/planning_link.ts";
import { NOWHERE, resolveLinks } from "./resolve_links.ts";

/**
 * The access to the files of a project, or of git's folder. Whatever links a clone contains, nothing outside the
 * folder is read, written, moved or removed.
 *
 * Links within the folder are followed. A project's `.planning` may be a link that points outside: documents are
 * read there, and written once the user has accepted that.
 *
 * Paths are relative to the folder. Methods throw a {@link HostError} that names the link.
 */
export class ConfinedFiles {
  #root: Promise<string> | undefined;

  /**
   * @param folder Absolute.
   */
  constructor(readonly host: Host, readonly folder: string) {}

  /** Reads a file; undefined if it does not exist. */
  async read(path: string): Promise<string | undefined> {
    const file = joinPath(this.folder, path);
    if (await this.host.stat(file) === undefined) return undefined;
    await this.#requireReadable(path);
    return await this.host.readText(file);
  }

  /** Returns the entries of a folder; none if it does not exist or is not a folder. */
  async list(path: string): Promise<readonly DirectoryEntry[]> {
    const folder = joinPath(this.folder, path);
    if ((await this.host.stat(folder))?.kind !== "directory") return [];
    await this.#requireReadable(path);
    return await this.host.readDirectory(folder);
  }

  /** Writes a file as {@link Host.writeText} does. */
  async write(path: string, text: string, options?: WriteOptions): Promise<void> {
    await this.requireWritable(path);
    await this.host.writeText(joinPath(this.folder, path), text, options);
  }

  /** Creates a file; returns false if the path exists. */
  async create(path: string, text: string): Promise<boolean> {
    await this.#requireInside("create", path, parentPath(path));
    return await this.host.createText(joinPath(this.folder, path), text);
  }

  async makeFolder(path: string): Promise<void> {
    await this.#requireInside("create", path, path);
    await this.host.makeDirectory(joinPath(this.folder, path));
  }

  /** Removes a file, or a link itself. Does nothing if it does not exist. */
  async remove(path: string): Promise<void> {
    await this.#requireInside("remove", path, parentPath(path));
    await this.host.removeFile(joinPath(this.folder, path));
  }

  async removeEmptyFolder(path: string): Promise<void> {
    await this.#requireInside("remove", path, parentPath(path));
    await this.host.removeEmptyDirectory(joinPath(this.folder, path));
  }

  /** Moves a file or folder as {@link Host.move} does. */
  async move(from: string, to: string): Promise<void> {
    await this.requireMovable(from, to);
    await this.host.move(joinPath(this.folder, from), joinPath(this.folder, to));
  }

  /** Throws if {@link ConfinedFiles.write} would refuse a path. */
  async requireWritable(path: string): Promise<void> {
    await this.#requireInside("write", path, path);
  }

  /** Throws if {@link ConfinedFiles.move} would refuse the paths. */
  async requireMovable(from: string, to: string): Promise<void> {
    await this.#requireInside("move", from, parentPath(from));
    await this.#requireInside("create", to, parentPath(to));
  }

  async #requireReadable(path: string): Promise<void> {
    const planning = await resolveLinks(this.host, joinPath(this.folder, PLANNING));
    const real = await resolveLinks(this.host, joinPath(this.folder, path));
    if (pathWithin(planning, real) === undefined) await this.#requireInside("read", path, path);
  }

  /**
   * Throws if a path is outside the folder after resolving links, or is one of git's own files.
   *
   * @param judged The path to check: for an entry to remove or move, its parent folder.
   */
  async #requireInside(verb: string, path: string, judged: string): Promise<void> {
    const root = await (this.#root ??= this.host.realPath(this.folder));
    const reason = await this.#reasonAgainst(root, judged);
    if (reason === undefined) return;
    const { link, what } = reason;
    const subject = link === path ? "it" : `"${link}"`;
    throw new HostError("other", joinPath(this.folder, path), `Cannot ${verb} "${path}": ${subject} ${what}`);
  }

  async #reasonAgainst(root: string, path: string): Promise<Refusal | undefined> {
    const real = await resolveLinks(this.host, joinPath(root, path));
    if (this.#allows(root, real) || await this.#isAccepted(path, real)) return undefined;
    // The message names the first link on the path, which the user has to change.
    const parts = path.split("/");
    for (let length = 1; length <= parts.length; length++) {
      const link = parts.slice(0, length).join("/");
      const leads = await resolveLinks(this.host, joinPath(root, link));
      if (leads === NOWHERE) return { link, what: "is a broken link" };
      if (pathWithin(root, leads) === undefined) {
        return { link, what: `is a link that points outside ${this.#name(root)}, to "${leads}"` };
      }
      if (!this.#allows(root, leads)) {
        return { link, what: `is a link that points to git's own files, to "${leads}"` };
      }
    }
    return { link: path, what: `is outside ${this.#name(root)}` };
  }

  /** Reports whether a path leads to the accepted target of the link `.planning`. */
  async #isAccepted(path: string, real: string): Promise<boolean> {
    if (path.split("/", 1)[0] !== PLANNING) return false;
    const link = new PlanningLink(this.host, this.folder);
    const target = await link.target();
    return target !== undefined && this.#allows(target, real) && await link.accepts(target);
  }

  #allows(root: string, real: string): boolean {
    const inside = pathWithin(root, real);
    if (inside === undefined) return false;
    return !inside.toLowerCase().split("/").includes(".git");
  }

  #name(root: string): string {
    return /(?:^|\/)\.git(?:\/|$)/.test(root) ? "the repository's own folder" : "the project";
  }
}

interface Refusal {
  readonly link: string;
  readonly what: string;
}
