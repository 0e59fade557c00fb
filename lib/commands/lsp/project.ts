import { existsIn } from "../../apply/files/load_project.ts";
import { readSources } from "../../apply/files/read_sources.ts";
import { TextCache } from "../../apply/files/text_cache.ts";
import { type CheckedProject, Checker } from "../../check/checker.ts";
import { addFacts } from "../../check/facts.ts";
import { rules } from "../../check/rules/all_rules.ts";
import type { Host } from "../../host/host.ts";
import { overlaid } from "../../lsp/overlay.ts";
import type { Project, ProjectSources } from "../../parse/project/model.ts";
import { withPlan } from "../../parse/project/with_plan.ts";
import { isPlanPath } from "../../parse/ids/summary_paths.ts";
import { SourceText } from "../../text/source_text.ts";

/** The time after which a check lets the editor's requests be answered, in milliseconds. */
const SLICE = 4;

/**
 * A project whose files may be open in an editor. Open documents replace the files on disk.
 *
 * The disk is read once, and again after {@link EditorProject.refresh}. Unchanged files are not parsed again, and the
 * tree is not walked again while only one plan is edited.
 */
export class EditorProject {
  readonly #texts: TextCache;
  readonly #checker = new Checker(rules);
  readonly #open = new Map<string, string>();
  #disk: Promise<ProjectSources> | undefined;
  #parsed: Promise<Project> | undefined;
  #checked: Promise<CheckedProject | undefined> | undefined;
  /** The last parsed project, and the paths of what has changed since; undefined after a change on disk. */
  #last: { readonly project: Project; readonly changed: Set<string> } | undefined;
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
    this.#last?.changed.add(path);
    this.#change();
  }

  /** Discards the content read from disk. */
  refresh(): void {
    this.#disk = undefined;
    this.#last = undefined;
    this.#change();
  }

  /** Returns the current project without findings. */
  parsed(): Promise<Project> {
    return this.#parsed ??= this.#parse();
  }

  /** Returns the current project with findings. */
  async checked(): Promise<CheckedProject> {
    return await this.checkedUnlessChanged() ?? await this.checked();
  }

  /** Returns the current project with findings; undefined if it changes in the meantime. */
  checkedUnlessChanged(): Promise<CheckedProject | undefined> {
    return this.#checked ??= this.#check();
  }

  async #parse(): Promise<Project> {
    const version = this.#version;
    const project = this.#withEditedPlan() ?? this.#checker.parse(await this.#sources());
    if (this.#version === version) this.#last = { project, changed: new Set() };
    return project;
  }

  /** Returns the last project with the plan that alone was edited since; undefined if more has changed. */
  #withEditedPlan(): Project | undefined {
    const [path, ...others] = this.#last?.changed ?? [];
    const text = path === undefined || others.length > 0 ? undefined : this.#open.get(path);
    return path === undefined || text === undefined || !isPlanPath(path)
      ? undefined
      : withPlan(this.#last!.project, this.#checker.parsePlan(new SourceText(path, text)));
  }

  async #check(): Promise<CheckedProject | undefined> {
    const version = this.#version;
    const [sources, parsed] = await Promise.all([this.#sources(), this.parsed()]);
    const project = await addFacts(parsed, existsIn(this.host, this.root));
    const { absent, refusedPatterns } = project;
    const judged = { ...sources, absent, refusedPatterns };
    const steps = this.#checker.inSteps(project);
    for (let end = this.host.now() + SLICE;;) {
      const { done, value } = steps.next();
      if (done) return { sources: judged, project, findings: value };
      if (this.host.now() < end) continue;
      await otherWork();
      if (this.#version !== version) return undefined;
      end = this.host.now() + SLICE;
    }
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

/** Waits until the requests that have arrived are handled. */
function otherWork(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
