import { type Host, HostError } from "../../host/host.ts";
import { defined } from "../../collections/defined.ts";
import { joinPath } from "../../path/paths.ts";
import { PLANNING } from "../../parse/project/project.ts";
import type { Writable } from "../../permissions/effects/writable.ts";
import { type Baseline, changedSince, takeBaseline } from "../git/baseline.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import { saveCopies } from "../worktrees/backup.ts";
import { projectPath, type Repository } from "../git/repository.ts";
import { stashWork } from "../git/stash.ts";

export interface GuardContext {
  readonly host: Host;
  /** Absolute path of the project root. */
  readonly root: string;
  /** The repository; without one only documents below `.planning/` are guarded. */
  readonly repository: Repository | undefined;
  readonly notice: (message: string) => void;
}

/** The state before a turn: plain data. */
export interface GuardedState {
  /** The contents of the documents, by path relative to the project root. */
  readonly texts: Readonly<Record<string, string>>;
  readonly baseline?: Baseline;
}

/** The maximum size of a guarded document, in bytes. */
const MAX_BYTES = 2 * 1024 * 1024;
const DOCUMENT = /\.(?:md|json|jsonc|txt|ya?ml)$/i;

/**
 * Confines an agent to the documents that it may write, even if it bypasses the permissions: other changes during
 * its turn are reverted, and saved for the user.
 */
export class RoleGuard {
  private constructor(
    readonly context: GuardContext,
    readonly writable: Writable,
    readonly state: GuardedState,
  ) {}

  /**
   * Records the state before a turn.
   *
   * @param known The state, if an earlier call recorded it.
   */
  static async take(context: GuardContext, writable: Writable, known?: GuardedState): Promise<RoleGuard> {
    if (known !== undefined) return new RoleGuard(context, writable, known);
    const { host, root, repository } = context;
    const [texts, baseline] = await Promise.all([
      planningContents(host, root),
      repository?.git.status().then((status) => takeBaseline(repository.git, status)),
    ]);
    const state = { texts: Object.fromEntries(texts), ...defined({ baseline }) };
    return new RoleGuard(context, writable, state);
  }

  /** The content of a document before the turn; undefined if there was none. */
  #before(path: string): string | undefined {
    return Object.hasOwn(this.state.texts, path) ? this.state.texts[path] : undefined;
  }

  /**
   * Reverts the changes that the turn may not make.
   *
   * @returns The paths of the documents that it wrote or removed, relative to the project root, in order.
   */
  async settle(): Promise<readonly string[]> {
    const { host, root } = this.context;
    const now = await planningContents(host, root);
    const changed = [...new Set([...Object.keys(this.state.texts), ...now.keys()])]
      .filter((path) => this.#before(path) !== now.get(path)).sort();
    const strays = changed.filter((path) => !this.writable.allows(path));
    if (strays.length > 0) await this.#restoreDocuments(strays, now);
    await this.#stashWork();
    return changed.filter((path) => this.writable.allows(path));
  }

  /** Restores documents, and saves their changed content in git's folder. */
  async #restoreDocuments(paths: readonly string[], now: ReadonlyMap<string, string>): Promise<void> {
    const { host, root, repository, notice } = this.context;
    const list = paths.join(", ");
    if (repository === undefined) {
      return notice(`Changed during the turn, which may write ${this.writable.what}: ${list}. Check them`);
    }
    const folder = await saveCopies(repository, new Map([...now].filter(([path]) => paths.includes(path))));
    const files = new ConfinedFiles(host, root);
    for (const path of paths) {
      const before = this.#before(path);
      try {
        if (before === undefined) await files.remove(path);
        else await files.write(path, before);
      } catch (error) {
        if (!(error instanceof HostError)) throw error;
        notice(`Not restored: ${error.message}`);
      }
    }
    notice(
      `Changed during the turn, which may write ${this.writable.what}, and restored: ${list}. ` +
        `The version that the turn wrote is in ${folder}`,
    );
  }

  /** Stashes other changes, except in files that the user had changed before. */
  async #stashWork(): Promise<void> {
    const { repository, notice } = this.context;
    const { baseline: before } = this.state;
    if (repository === undefined || before === undefined) return;
    const changed = (await changedSince(repository.git, before)).filter((path) => {
      const document = projectPath(repository, path);
      return document === undefined || !document.startsWith(`${PLANNING}/`);
    });
    const clean = changed.filter((path) => !Object.hasOwn(before, path));
    const mixed = changed.filter((path) => Object.hasOwn(before, path));
    if (clean.length > 0) {
      const name = `wf: changed during a turn that may write ${this.writable.what}`;
      const stashed = await stashWork(repository.git, clean, name);
      const kept = `They are in the stash as "${name}"; git stash pop restores them`;
      if (stashed.length > 0) notice(`Changed during the turn and stashed: ${stashed.join(", ")}. ${kept}`);
    }
    if (mixed.length > 0) {
      notice(
        `Changed during the turn, and kept because they had uncommitted changes before: ${
          mixed.join(", ")
        }. Check them`,
      );
    }
  }
}

/** Reads all documents below `.planning/`, by path relative to the project root. */
async function planningContents(host: Host, root: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const visit = async (folder: string): Promise<void> => {
    const entries = await host.readDirectory(joinPath(root, folder));
    await Promise.all(entries.map(async ({ name, kind }) => {
      const path = `${folder}/${name}`;
      if (kind === "directory") return await visit(path);
      if (kind !== "file" || !DOCUMENT.test(name)) return;
      const size = (await host.stat(joinPath(root, path)))?.size;
      if (size === undefined || size > MAX_BYTES) return;
      texts.set(path, await host.readText(joinPath(root, path)));
    }));
  };
  if ((await host.stat(joinPath(root, PLANNING)))?.kind === "directory") await visit(PLANNING);
  return texts;
}
