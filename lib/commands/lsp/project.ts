import { existsIn } from "../../apply/files/load_project.ts";
import { readSources } from "../../apply/files/read_sources.ts";
import { TextCache } from "../../apply/files/text_cache.ts";
import { type CheckedProject, Checker } from "../../check/checker.ts";
import { addFacts } from "../../check/facts.ts";
import { rules } from "../../check/rules/all_rules.ts";
import type { Host } from "../../host/host.ts";
import { overlaid } from "../../lsp/overlay.ts";
import type { Project, ProjectSources } from "../../parse/project/model.ts";

/**
 * A project whose files may be open in an editor. Open documents replace the files on disk.
 *
 * The disk is read once, and again after {@link EditorProject.refresh}. Unchanged files are not parsed again.
 */
export class EditorProject {
  readonly #texts: TextCache;
  readonly #checker = new Checker(rules);
  readonly #open = new Map<string, string>();
  #disk: Promise<ProjectSources> | undefined;
  #parsed: Promise<Project> | undefined;
  #checked: Promise<CheckedProject> | undefined;
  #version = 0;

  /** @param root Absolute path of the project root. */
  constructor(readonly host: Host, readonly root: string) {
    this.#texts = new TextCache(host);
  }

  /** The number of changes so far. */
  get version(): number {
    return this.#version;
  }

  /** True when any of its files is open. */
  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  /** Sets the open text of a file, by path relative to the root; undefined once it is closed. */
  setText(path: string, text: string | undefined): void {
    if (text === this.#open.get(path)) return;
    if (text === undefined) this.#open.delete(path);
    else this.#open.set(path, text);
    this.#change();
  }

  /** Discards the content read from disk. */
  refresh(): void {
    this.#disk = undefined;
    this.#change();
  }

  /** Returns the current project without findings. */
  parsed(): Promise<Project> {
    return this.#parsed ??= this.#sources().then((sources) => this.#checker.parse(sources));
  }

  checked(): Promise<CheckedProject> {
    return this.#checked ??= this.#check();
  }

  async #check(): Promise<CheckedProject> {
    const [sources, parsed] = await Promise.all([this.#sources(), this.parsed()]);
    const project = await addFacts(parsed, existsIn(this.host, this.root));
    const { absent, refusedPatterns } = project;
    const judged = { ...sources, absent, refusedPatterns };
    return { sources: judged, project, findings: this.#checker.findings(project) };
  }

  async #sources(): Promise<ProjectSources> {
    const disk = this.#disk ??= readSources(this.host, this.root, { texts: this.#texts });
    try {
      return overlaid(await disk, this.#open);
    } catch (error) {
      // A file may have been removed during the read: the next call reads again.
      if (this.#disk === disk) this.refresh();
      throw error;
    }
  }

  #change(): void {
    this.#version++;
    this.#parsed = undefined;
    this.#checked = undefined;
  }
}
