import { defined } from "../../collections/defined.ts";
import type { Project } from "../../parse/project/model.ts";
import { docsMessage } from "../../plan/naming/commit_message.ts";
import { firstPlanNumber, type PlanningFacts, replaceable } from "../../plan/planning/facts.ts";
import type {
  PlanPhaseEvent,
  PlanPhaseOutcome,
  PlanPhaseSettings,
  PlanPhaseState,
} from "../../plan/planning/loop.ts";
import { openWaves } from "../../plan/planning/phase_plans.ts";
import type { PlanningPromptInput } from "../../prompts/planning.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import type { ProjectReader } from "../files/project_reader.ts";
import { type Repository, repositoryPath } from "../git/repository.ts";
import { completePlans } from "../history/complete_plans.ts";
import { saveCopies } from "../worktrees/backup.ts";
import { commitPlanning } from "./commit.ts";
import { recordPlans } from "./record_plans.ts";
import type { RoleContext } from "./role_conversation.ts";
import { count } from "../../text/count.ts";

export interface PlanPhaseInput extends RoleContext {
  readonly reader: ProjectReader;
  readonly repository: Repository;
  /** Gathers the facts about the phase from the current project. */
  readonly facts: (project: Project) => Promise<PlanningFacts>;
  readonly settings: PlanPhaseSettings;
  /** The gaps that verification found, if those are planned. */
  readonly gaps?: readonly string[];
  readonly report: (event: PlanPhaseEvent) => void;
  /** The progress of an earlier call, which this one continues. */
  readonly progress?: PlanningProgress;
  /** Called before each step, with the progress to continue from. */
  readonly onProgress?: (progress: PlanningProgress) => void;
}

/** The progress of planning: plain data. */
export interface PlanningProgress {
  readonly state: PlanPhaseState;
  /** The number of the first plan that the planner may add. */
  readonly first: number;
  /** The paths that the user had changed before. They are not committed. */
  readonly dirty: readonly string[];
  readonly written: readonly string[];
  readonly commits: readonly string[];
}

/** What planning has read, written and committed so far. */
export class PlanningWork {
  readonly written: Set<string>;
  readonly commits: string[];
  /** The number of the first plan that the planner may add. */
  readonly first: number;
  /** The paths that the user had changed before. They are not committed. */
  dirty: readonly string[];

  constructor(readonly input: PlanPhaseInput, public project: Project, public facts: PlanningFacts) {
    const { written = [], commits = [], dirty = [], first } = input.progress ?? {};
    [this.written, this.commits, this.dirty] = [new Set(written), [...commits], dirty];
    this.first = first ?? firstPlanNumber(facts, input.gaps !== undefined);
  }

  /** Notes what the user has changed, and saves copies of plans that would be lost. */
  async begin(): Promise<void> {
    const { repository, settings } = this.input;
    this.dirty = (await repository.git.status()).map(({ path }) => path);
    if (settings.planner) await this.#keepUncommitted();
  }

  /** Returns the progress to continue from. */
  progress(state: PlanPhaseState): PlanningProgress {
    const { first, dirty, written, commits } = this;
    return { state, first, dirty, written: [...written], commits: [...commits] };
  }

  /** Saves a copy of uncommitted plans that the planner may rewrite. */
  async #keepUncommitted(): Promise<void> {
    const { repository, notice, gaps } = this.input;
    const texts = new Map<string, string>();
    for (const { source: { path, text } } of replaceable(this.facts, gaps !== undefined)) {
      const committed = await repository.git.textAt("HEAD", repositoryPath(repository, path));
      if (committed?.replaceAll("\r\n", "\n") !== text.replaceAll("\r\n", "\n")) texts.set(path, text);
    }
    if (texts.size === 0) return;
    const folder = await saveCopies(repository, texts);
    notice(`Plans that are not committed are kept in ${folder} before they are planned again`);
  }

  /** Removes the plans whose files the planner left empty. */
  async removeEmpty(documents: readonly string[]): Promise<void> {
    const { host, root } = this.input;
    const files = new ConfinedFiles(host, root);
    for (const path of documents) {
      if ((await files.read(path))?.trim() === "") await files.remove(path);
    }
  }

  /** Reads the project again after documents were written. */
  async reload(documents: readonly string[]): Promise<void> {
    this.note(documents);
    this.project = await this.input.reader.read();
    this.facts = await this.input.facts(this.project);
  }

  note(paths: readonly string[]): void {
    for (const path of paths) this.written.add(path);
    if (paths.length > 0) this.input.report({ kind: "written", paths });
  }

  async commit(paths: readonly string[], message: string): Promise<PlanPhaseOutcome> {
    const { repository, config, report } = this.input;
    const result = await commitPlanning(repository, config, { paths, message });
    if (result.kind === "refused") return result;
    if (result.kind === "committed") {
      this.commits.push(result.commit);
      report({ kind: "committed", commit: result.commit, message });
    }
    return { kind: "done" };
  }

  /** Updates the documents about the plans, and commits everything. */
  async record(): Promise<PlanPhaseOutcome> {
    const { host, root, repository, config, gaps, notice } = this.input;
    const { phase, open } = this.facts;
    const recorded = await recordPlans(this.facts, this.project, {
      host,
      root,
      coverage: config.workflow.nyquist_validation,
      gaps: gaps !== undefined,
      isComplete: await completePlans(repository, { project: this.project, config }),
    });
    for (const message of recorded.notices) notice(message);
    this.note(recorded.written);
    const mixed = recorded.shared.filter((path) => this.dirty.includes(repositoryPath(repository, path)));
    if (mixed.length > 0 && config.planning.commit_docs) {
      notice(`Left out of the commit, because they had uncommitted changes: ${mixed.join(", ")}`);
    }
    const documents = [...this.written, ...recorded.own, ...open.map(({ source }) => source.path)];
    const waves = openWaves(this.facts, this.project);
    const counts = `${count(open.length, "plan")} in ${count(waves.length, "wave")}`;
    const what = gaps === undefined ? `plan phase: ${counts}` : `plan gap closure: ${counts}`;
    const paths = documents.filter((path) => !mixed.includes(path));
    return await this.commit(paths, docsMessage(what, phase.number));
  }

  promptInput(): PlanningPromptInput {
    const { config, gaps } = this.input;
    return {
      facts: this.facts,
      ...defined({ gaps }),
      coverage: config.workflow.nyquist_validation && gaps === undefined,
      searchIgnored: config.planning.search_gitignored,
    };
  }
}
