import { fileFailure } from "../../host/failure.ts";
import type { Host } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import { cachedParsers } from "../../parse/project/parsers.ts";
import { isVerificationPath } from "../../parse/ids/summary_paths.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { PhaseNumber } from "../../parse/ids/phase_number.ts";
import { dependsOnItself } from "../../parse/project/dependencies.ts";
import { findPhase, parseProject, PLANNING, UNREAD } from "../../parse/project/project.ts";
import type { Project, ProjectSources } from "../../parse/project/model.ts";
import { readSources } from "./read_sources.ts";
import { TextCache } from "./text_cache.ts";

/**
 * Reads a project again and again, as others change it. Files that did not change are neither read nor parsed
 * again, and a project that did not change is the same object.
 */
export class ProjectReader {
  readonly #texts: TextCache;
  readonly #parsers = cachedParsers();
  #last: { readonly sources: ProjectSources; readonly project: Project } | undefined;

  /**
   * Creates a reader that has read nothing yet.
   *
   * @param root Absolute path of the project.
   * @param base The folder of a workstream or of the quick tasks; by default `.planning`.
   */
  constructor(readonly host: Host, readonly root: string, readonly base: string = PLANNING) {
    this.#texts = new TextCache(host);
  }

  /** Reads the project as it is now. Throws a HostError if an existing file cannot be read. */
  async read(): Promise<Project> {
    const sources = await this.#sources();
    const last = this.#last;
    if (last !== undefined && areSame(last.sources, sources)) return last.project;
    const project = parseProject(sources, this.#parsers);
    this.#last = { sources, project };
    return project;
  }

  /**
   * Reads the project with the plans of one phase only; those of the others are unread. Reads all of it where the
   * waves of the phase could depend on another one.
   */
  async readPhase(number: PhaseNumber): Promise<Project> {
    const project = parseProject(await this.#sources(number), this.#parsers);
    const phase = findPhase(project, number);
    return phase !== undefined && dependsOnItself(phase) ? project : await this.read();
  }

  /** Returns a plan as it is now; undefined if there is none. Reads other files only if it has changed. */
  async plan(id: string): Promise<PlanDocument | undefined> {
    const known = this.#last?.project.plans.byId.get(id);
    if (known !== undefined) {
      const text = await this.#texts.readText(joinPath(this.root, known.source.path)).catch(() => undefined);
      if (text === known.source.text) return known;
    }
    return (await this.read()).plans.byId.get(id);
  }

  async #sources(phase?: PhaseNumber): Promise<ProjectSources> {
    const sources = await readSources(this.host, this.root, { texts: this.#texts, base: this.base, phase });
    requireRead(sources, this.root);
    return sources;
  }
}

/** Throws a HostError if a file was not read. A folder in place of a plan or a summary is a finding of a rule. */
function requireRead({ unread = new Map() }: ProjectSources, root: string): void {
  for (const [path, reason] of unread) {
    if (reason === "folder" && !isVerificationPath(path)) continue;
    const isDenied = reason === "no-permission";
    throw fileFailure(isDenied ? reason : "other", joinPath(root, path), { detail: UNREAD[reason] });
  }
}

function areSame(a: ProjectSources, b: ProjectSources): boolean {
  return areSameMaps(a.texts, b.texts) && areSameMaps(a.unread ?? new Map(), b.unread ?? new Map()) &&
    a.paths.length === b.paths.length && a.paths.every((path, index) => path === b.paths[index]);
}

function areSameMaps<T>(a: ReadonlyMap<string, T>, b: ReadonlyMap<string, T>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.has(key) && b.get(key) === value);
}
