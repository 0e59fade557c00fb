import { type DirectoryEntry, type FileInfo, type Host, HostError } from "../../host/host.ts";
import { baseName, joinPath, pathWithin } from "../../path/paths.ts";
import { comparePhaseNumbers, parsePhaseNumber, type PhaseNumber } from "../../parse/ids/phase_number.ts";
import { withoutCode } from "../../parse/ids/project_code.ts";
import { isNearlyPlanName, isPlanFileName } from "../../parse/ids/plan_names.ts";
import { phasesIn } from "../../parse/ids/locations.ts";
import { isSummaryPath, isVerificationPath } from "../../parse/ids/summary_paths.ts";
import { CONFIG_PATH } from "../../parse/config/config.ts";
import { documentsIn, PLANNING, SHORT_SUMMARY } from "../../parse/project/project.ts";
import type { ProjectSources, UnreadReason } from "../../parse/project/model.ts";
import { findUndecoded } from "./find_undecoded.ts";
import { mapAll } from "../../collections/map_all.ts";

/** Options for {@link readSources}. */
export interface ReadOptions {
  /** Reads the texts; pass a {@link TextCache} to read the same project again. */
  readonly texts?: Pick<Host, "readText">;
  /** The folder of a workstream; by default `.planning`. */
  readonly base?: string;
  /** The phase whose plans are read; by default all are. The paths of the others are listed. */
  readonly phase?: PhaseNumber | undefined;
}

/**
 * Reads the source files of a project. Files that cannot be read are listed with the reason. Links that point
 * outside the project and its `.planning` folder are not followed.
 */
export function readSources(
  host: Host,
  root: string,
  { texts = host, base = PLANNING, phase }: ReadOptions = {},
): Promise<ProjectSources> {
  return new SourceReader(host, root, { texts, base, phase }).read();
}

interface WantedFile {
  readonly path: string;
  readonly kind: DirectoryEntry["kind"];
}

class SourceReader {
  readonly #texts = new Map<string, string>();
  readonly #paths: string[] = [];
  readonly #unread = new Map<string, UnreadReason>();
  #places: Promise<readonly string[]> | undefined;

  constructor(readonly host: Host, readonly root: string, readonly options: Required<ReadOptions>) {}

  async read(): Promise<ProjectSources> {
    const wanted = [...await this.#documents(), ...await this.#phases()];
    await this.#archives();
    const texts = await mapAll(wanted, (file) => this.#text(file));
    for (const [index, { path }] of wanted.entries()) {
      const text = texts[index];
      if (text !== undefined) this.#texts.set(path, text);
    }
    return {
      base: this.options.base,
      texts: this.#texts,
      paths: this.#paths,
      folder: baseName(this.root),
      unread: this.#unread,
      undecoded: await findUndecoded(this.host, this.root, this.#texts),
    };
  }

  async #documents(): Promise<readonly WantedFile[]> {
    const { base } = this.options;
    const entries = new Map((await this.#entries(base)).map(({ name, kind }) => [`${base}/${name}`, kind]));
    const own = documentsIn(base);
    // A workstream may share the configuration of the project.
    const shared = base === PLANNING || entries.has(own[0]!) ? [] : await this.#entries(PLANNING);
    for (const { name, kind } of shared) entries.set(`${PLANNING}/${name}`, kind);
    return [...own, ...shared.length === 0 ? [] : [CONFIG_PATH]].flatMap((path) => {
      const kind = entries.get(path);
      return kind === undefined ? [] : [{ path, kind }];
    });
  }

  /** Returns the plans, short summaries and verifications in the folders of the phases, and plans next to the folders. */
  async #phases(): Promise<readonly WantedFile[]> {
    const wanted: WantedFile[] = [];
    const phases = phasesIn(this.options.base);
    const folders = await this.#entries(phases);
    const listings = await mapAll(folders, ({ name, kind }) => this.#folder(`${phases}/${name}`, kind));
    for (const [index, { name, kind }] of folders.entries()) {
      if (listings[index] !== undefined || !isPlanFileName(name)) continue;
      this.#paths.push(`${phases}/${name}`);
      wanted.push({ path: `${phases}/${name}`, kind });
    }
    const documents: WantedFile[] = [];
    for (const [index, entries] of listings.entries()) {
      for (const { name, kind } of entries ?? []) {
        const file = { path: `${phases}/${folders[index]!.name}/${name}`, kind };
        const isPlan = isPlanFileName(name) || (kind === "file" && isNearlyPlanName(name));
        if (isPlan && this.#isWanted(folders[index]!.name)) wanted.push(file);
        if (kind === "directory" && !decides(name)) continue;
        if (isPlanFileName(name)) this.#paths.push(file.path);
        else documents.push(file);
      }
    }
    const there = await this.#present(documents);
    this.#paths.push(...there.map(({ path }) => path));
    const summaries = there.filter(({ path }) => isSummaryPath(path));
    const short = await mapAll(summaries, (file) => this.#isShort(file));
    const verifications = there.filter(({ path }) => isVerificationPath(path));
    return [...wanted, ...summaries.filter((_, index) => short[index]), ...verifications];
  }

  /** Reports whether the plans in a folder are read: a folder without a number may belong to any phase. */
  #isWanted(folder: string): boolean {
    const { phase } = this.options;
    const number = phase && parsePhaseNumber(withoutCode(folder, folder));
    return number === undefined || comparePhaseNumbers(number, phase!) === 0;
  }

  /**
   * Returns the documents of phases that are ordinary files in the project: their names have a meaning, so a
   * broken link must not count. Those that decide what is complete are recorded with the reason otherwise.
   */
  async #present(documents: readonly WantedFile[]): Promise<readonly WantedFile[]> {
    const reasons = await mapAll(documents, async ({ path, kind }) => {
      return kind === "file" ? undefined : await this.#reasonAgainst(path, kind);
    });
    return documents.filter(({ path }, index) => {
      const reason = reasons[index];
      if (reason !== undefined && decides(path)) this.#unread.set(path, reason);
      return reason === undefined;
    });
  }

  /** Reads a folder; undefined if it is not a folder, or is a link that is not followed. */
  async #folder(path: string, kind: DirectoryEntry["kind"]): Promise<readonly DirectoryEntry[] | undefined> {
    if (kind === "directory") return await this.host.readDirectory(joinPath(this.root, path));
    if (kind !== "link" || isPlanFileName(path)) return undefined;
    const info = await this.#targetInfo(path);
    if (info === undefined && parsePhaseNumber(baseName(path)) !== undefined) {
      this.#unread.set(path, "link-broken");
    }
    if (info?.kind !== "directory") return undefined;
    return await this.#list(path);
  }

  /** Reads a folder; records the reason if a link takes it outside. */
  async #list(folder: string): Promise<readonly DirectoryEntry[]> {
    if (await this.#leadsInside(folder)) return await this.host.readDirectory(joinPath(this.root, folder));
    this.#unread.set(folder, "link-outside");
    return [];
  }

  /** Adds the plan files of `milestones/<version>-phases/<phase>/`: their IDs count as complete. */
  async #archives(): Promise<void> {
    const milestones = `${this.options.base}/milestones`;
    for (const archive of await this.#entries(milestones)) {
      if (archive.kind !== "directory") continue;
      for (const phase of await this.#entries(`${milestones}/${archive.name}`)) {
        if (phase.kind !== "directory") continue;
        const folder = `${milestones}/${archive.name}/${phase.name}`;
        for (const { name } of await this.#entries(folder)) {
          if (isPlanFileName(name)) this.#paths.push(`${folder}/${name}`);
        }
      }
    }
  }

  async #entries(folder: string): Promise<readonly DirectoryEntry[]> {
    const info = await this.host.stat(joinPath(this.root, folder));
    return info?.kind === "directory" ? await this.#list(folder) : [];
  }

  async #isShort({ path }: WantedFile): Promise<boolean> {
    const info = await this.#targetInfo(path);
    return info?.kind === "file" && info.size < SHORT_SUMMARY;
  }

  /** Reads a file; undefined if it cannot be read. Records the reason. */
  async #text({ path, kind }: WantedFile): Promise<string | undefined> {
    const reason = kind === "file" ? undefined : await this.#reasonAgainst(path, kind);
    if (reason !== undefined) {
      this.#unread.set(path, reason);
      return undefined;
    }
    try {
      return await this.options.texts.readText(joinPath(this.root, path));
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      // It existed a moment ago and has just been removed.
      if (error.reason === "not-found") return undefined;
      const { reason } = error;
      const isKnown = reason === "no-permission" || reason === "special" || reason === "too-large";
      this.#unread.set(path, isKnown ? reason : "failed");
      return undefined;
    }
  }

  /** Returns the reason not to read a path that is not an ordinary file: reading a pipe might never end. */
  async #reasonAgainst(path: string, kind: DirectoryEntry["kind"]): Promise<UnreadReason | undefined> {
    if (kind === "directory") return "folder";
    if (kind === "other") return "special";
    const info = await this.#targetInfo(path);
    if (info === undefined) return "link-broken";
    if (!await this.#leadsInside(path)) return "link-outside";
    return info.kind === "file" ? undefined : info.kind === "directory" ? "folder" : "special";
  }

  /** Returns the type of a path after links; undefined for a broken or circular link. */
  async #targetInfo(path: string): Promise<FileInfo | undefined> {
    return await this.host.stat(joinPath(this.root, path)).catch(() => undefined);
  }

  /** Reports whether a link points into the project, or into the folder that its `.planning` is a link to. */
  async #leadsInside(path: string): Promise<boolean> {
    this.#places ??= Promise.all(
      [this.root, joinPath(this.root, PLANNING)].map((place) => this.host.realPath(place)),
    );
    const real = await this.host.realPath(joinPath(this.root, path));
    return (await this.#places).some((place) => pathWithin(place, real) !== undefined);
  }
}

/** Reports whether a document decides what counts as complete: a summary or a verification. */
function decides(path: string): boolean {
  return isSummaryPath(path) || isVerificationPath(path);
}
