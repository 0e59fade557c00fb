import { planCheck } from "../../../generated/answers.mjs";
import type { PlanCheckAnswer } from "../../../schemas/agent_answers.ts";
import type { Question } from "../../../schemas/question.ts";
import type { PhasePlan, PlanProblem } from "../../../schemas/plan_phase.ts";
import { Checker } from "../../check/checker.ts";
import { rules } from "../../check/rules/all_rules.ts";
import type { Project } from "../../parse/project/model.ts";
import { defined } from "../../collections/defined.ts";
import { docsMessage } from "../../plan/naming/commit_message.ts";
import {
  advancePlanPhase,
  beginPlanPhase,
  type PlanPhaseAction,
  type PlanPhaseEnd,
  type PlanPhaseEvent,
  type PlanPhaseOutcome,
  type PlanPhaseSettings,
  type PlanPhaseState,
} from "../../plan/planning/loop.ts";
import {
  firstPlanNumber,
  type PlanningFacts,
  planWritable,
  replaceable,
  researchWritable,
} from "../../plan/planning/facts.ts";
import { breakdownQuestion, findingsQuestion } from "../../plan/planning/questions.ts";
import { REHEARSED_CHECK, rehearsedPlans, rehearsedResearch } from "../../plan/planning/mock_answers.ts";
import { openWaves, phasePlans } from "../../plan/planning/phase_plans.ts";
import {
  checkPlansPrompt,
  type PlanningPromptInput,
  planPhasePrompt,
  researchPrompt,
  revisePlansPrompt,
} from "../../prompts/planning.ts";
import { count } from "../../report/terminal/style.ts";
import { Consultation, readAs } from "../agent/core/consult.ts";
import { commitPlanning } from "./commit.ts";
import { completePlans } from "../history/complete_plans.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import type { ProjectReader } from "../files/project_reader.ts";
import { saveCopies } from "../worktrees/backup.ts";
import { fixPlans } from "./fix_plans.ts";
import { problemsInPlans } from "./problems.ts";
import { recordPlans } from "./record_plans.ts";
import { type Repository, repositoryPath } from "../git/repository.ts";
import { type RoleContext, RoleConversation, type RoleResult } from "./role_conversation.ts";

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

export interface PlannedPhase {
  readonly end: PlanPhaseEnd;
  /** The number of turns of the planner. */
  readonly rounds: number;
  readonly problems: readonly PlanProblem[];
  /** The plans that have not been started. */
  readonly plans: readonly PhasePlan[];
  /** Their IDs by wave. */
  readonly waves: readonly (readonly string[])[];
  /** Paths of the documents that were written or removed, each once, in order. */
  readonly written: readonly string[];
  /** The commits, oldest first. */
  readonly commits: readonly string[];
}

/**
 * Plans a phase: a researcher investigates it, a planner writes its plans, and the rules of `validate` and a
 * checker agent review them until they are right. {@link advancePlanPhase} decides the next step. See docs/configuration.md.
 */
export async function runPlanning(input: PlanPhaseInput): Promise<PlannedPhase> {
  const project = await input.reader.read();
  return await new PlanningRun(input, project, await input.facts(project)).run();
}

class PlanningRun {
  readonly #checker = new Checker(rules);
  readonly #planner: RoleConversation;
  readonly #written: Set<string>;
  readonly #commits: string[];
  readonly #first: number;
  /** What was fixed in the plans since the planner's last turn. */
  #fixed: readonly string[] = [];
  /** The paths that the user had changed before. They are not committed. */
  #dirty: readonly string[];

  constructor(readonly input: PlanPhaseInput, public project: Project, public facts: PlanningFacts) {
    const { written = [], commits = [], dirty = [], first } = input.progress ?? {};
    [this.#written, this.#commits, this.#dirty] = [new Set(written), [...commits], dirty];
    const gaps = input.gaps !== undefined;
    this.#first = first ?? firstPlanNumber(facts, gaps);
    const writable = planWritable(facts, gaps, this.#first);
    this.#planner = new RoleConversation({ role: "planning", writable }, input);
  }

  async run(): Promise<PlannedPhase> {
    const { host, root, settings, repository, progress, onProgress } = this.input;
    const { directory } = this.facts.phase;
    if (progress === undefined) {
      this.#dirty = (await repository.git.status()).map(({ path }) => path);
      if (settings.planner) await this.#keepUncommitted();
    }
    const files = new ConfinedFiles(host, root);
    await files.makeFolder(directory);
    let state = progress?.state ?? beginPlanPhase(settings);
    try {
      while (state.next !== undefined) {
        if (state !== progress?.state) {
          onProgress?.({
            state,
            first: this.#first,
            dirty: this.#dirty,
            written: [...this.#written],
            commits: [...this.#commits],
          });
        }
        const outcome = this.input.signal.aborted ? INTERRUPTED : await this.#perform(state.next, state);
        state = advancePlanPhase(state, outcome);
      }
    } finally {
      await this.#planner.close();
      await files.removeEmptyFolder(directory);
    }
    return {
      end: state.end!,
      rounds: state.rounds,
      problems: state.problems,
      plans: phasePlans(this.facts.open),
      waves: openWaves(this.facts, this.project),
      written: [...this.#written].sort(),
      commits: this.#commits,
    };
  }

  async #perform(action: PlanPhaseAction, state: PlanPhaseState): Promise<PlanPhaseOutcome> {
    switch (action) {
      case "research":
        return await this.#research();
      case "plan":
        return await this.#plan(state);
      case "validate":
        return await this.#validate();
      case "check":
        return await this.#check(state.rounds);
      case "review":
        return await this.#confirm(findingsQuestion(this.facts, state.problems), "accept");
      case "confirm-breakdown": {
        const plans = phasePlans(this.facts.open);
        const waves = openWaves(this.facts, this.project);
        return await this.#confirm(breakdownQuestion(this.facts, plans, waves), "yes");
      }
      case "record":
        return await this.#record();
    }
  }

  async #confirm(question: Question, yes: string): Promise<PlanPhaseOutcome> {
    const answer = await this.input.ask(question);
    if (answer === undefined) return this.input.signal.aborted ? INTERRUPTED : { kind: "waiting", question };
    return { kind: "answered", question, yes: answer.value === yes };
  }

  /** Lets a researcher write its document and commits it, so that it is kept even if planning fails. */
  async #research(): Promise<PlanPhaseOutcome> {
    const { host, root, report } = this.input;
    const { research, phase } = this.facts;
    const work = { role: "research", writable: researchWritable(this.facts) } as const;
    const researcher = new RoleConversation(work, this.input);
    try {
      for (let round = 1;; round++) {
        report({ kind: "turn", role: "research", round });
        const missing = round === 1 ? "" : `\n\`${research}\` is not there yet, or empty. Write it.\n`;
        const result = await researcher.write({
          prompt: (begins) => begins ? researchPrompt(this.#promptInput()) + missing : missing.trim(),
          rehearsal: { documents: rehearsedResearch(this.facts) },
        });
        if ("documents" in result) await this.#reload(result.documents);
        if (result.kind !== "done") return result;
        const text = await new ConfinedFiles(host, root).read(research) ?? "";
        if (text.trim() !== "") break;
        if (round === MAX_WRITING) return failed(`The researcher did not write ${research}`);
      }
    } finally {
      await researcher.close();
    }
    return await this.#commit([research], docsMessage(`research phase: ${phase.name}`, phase.number));
  }

  async #plan({ rounds, problems }: PlanPhaseState): Promise<PlanPhaseOutcome> {
    const { gaps, report } = this.input;
    report({ kind: "turn", role: "planning", round: rounds + 1 });
    const revise = rounds === 0 ? "" : revisePlansPrompt(this.facts, problems, this.#fixed);
    const result: RoleResult = await this.#planner.write({
      prompt: (begins) => {
        return [begins ? planPhasePrompt(this.#promptInput()) : "", revise].filter((text) => text !== "")
          .join("\n");
      },
      rehearsal: { documents: rehearsedPlans(this.facts, gaps !== undefined) },
    });
    if (!("documents" in result)) return result;
    await this.#removeEmpty(result.documents);
    await this.#reload(result.documents);
    return result;
  }

  async #validate(): Promise<PlanPhaseOutcome> {
    const { input } = this;
    await this.#reload([]);
    await this.#fix();
    const work = { ...input, checker: this.#checker, written: this.#written };
    const problems = await problemsInPlans(this.facts, this.project, work);
    input.report({ kind: "found", by: "validate", problems });
    return { kind: "found", problems };
  }

  /** Applies the fixes of `validate` to the plans that the planner wrote. */
  async #fix(): Promise<void> {
    const own = this.facts.open.filter(({ source: { path, text } }) => {
      return this.#written.has(path) && !text.includes("\uFFFD");
    });
    const paths = new Set(own.map(({ source }) => source.path));
    const fixed = await fixPlans(this.project, paths, { ...this.input, checker: this.#checker });
    this.#fixed = fixed.map(({ path, titles }) => `${path}: ${titles.join("; ")}`);
    for (const what of this.#fixed) this.input.notice(`Fixed ${what}`);
    if (fixed.length > 0) await this.#reload(fixed.map(({ path }) => path));
  }

  async #check(rounds: number): Promise<PlanPhaseOutcome> {
    const { host, agent, config, root, repository, permit, signal, notice, report } = this.input;
    report({ kind: "turn", role: "plan check", round: Math.max(rounds, 1) });
    const consultation = new Consultation({
      host,
      agent,
      config,
      directory: root,
      role: "plan check",
      permit,
      git: repository.git,
      signal,
      notice,
    });
    try {
      const result = await consultation.ask<PlanCheckAnswer>({
        prompt: checkPlansPrompt(this.#promptInput()),
        read: readAs(planCheck),
        rehearsal: REHEARSED_CHECK,
      });
      if (result.kind === "failed" && result.question !== undefined) {
        return { kind: "waiting", question: result.question };
      }
      if (result.kind !== "answer") return result;
      const problems = result.value.findings.map(({ plan, severity, what, todo = "" }): PlanProblem => {
        return { source: "checker", severity, ...defined({ plan }), what, todo };
      });
      report({ kind: "found", by: "checker", problems });
      return { kind: "found", problems };
    } finally {
      await consultation.close();
    }
  }

  /** Updates the documents about the plans, and commits everything. */
  async #record(): Promise<PlanPhaseOutcome> {
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
    this.#note(recorded.written);
    const mixed = recorded.shared.filter((path) => this.#dirty.includes(repositoryPath(repository, path)));
    if (mixed.length > 0 && config.planning.commit_docs) {
      notice(`Left out of the commit, because they had uncommitted changes: ${mixed.join(", ")}`);
    }
    const documents = [...this.#written, ...recorded.own, ...open.map(({ source }) => source.path)];
    const waves = openWaves(this.facts, this.project);
    const counts = `${count(open.length, "plan")} in ${count(waves.length, "wave")}`;
    const what = gaps === undefined ? `plan phase: ${counts}` : `plan gap closure: ${counts}`;
    const paths = documents.filter((path) => !mixed.includes(path));
    return await this.#commit(paths, docsMessage(what, phase.number));
  }

  async #commit(paths: readonly string[], message: string): Promise<PlanPhaseOutcome> {
    const { repository, config, report } = this.input;
    const result = await commitPlanning(repository, config, { paths, message });
    if (result.kind === "refused") return result;
    if (result.kind === "committed") {
      this.#commits.push(result.commit);
      report({ kind: "committed", commit: result.commit, message });
    }
    return { kind: "done" };
  }

  /** Saves a copy of uncommitted plans that the planner may rewrite. */
  async #keepUncommitted(): Promise<void> {
    const { repository, notice, gaps } = this.input;
    const texts = new Map<string, string>();
    for (const { source: { path, text } } of replaceable(this.facts, gaps !== undefined)) {
      const { code, stdout } = await repository.git.run(["show", `HEAD:${repositoryPath(repository, path)}`]);
      if (code !== 0 || stdout.replaceAll("\r\n", "\n") !== text.replaceAll("\r\n", "\n")) {
        texts.set(path, text);
      }
    }
    if (texts.size === 0) return;
    const folder = await saveCopies(repository, texts);
    notice(`Plans that are not committed are kept in ${folder} before they are planned again`);
  }

  /** Removes the plans whose files the planner left empty. */
  async #removeEmpty(documents: readonly string[]): Promise<void> {
    const { host, root } = this.input;
    const files = new ConfinedFiles(host, root);
    for (const path of documents) {
      if ((await files.read(path))?.trim() === "") await files.remove(path);
    }
  }

  async #reload(documents: readonly string[]): Promise<void> {
    this.#note(documents);
    this.project = await this.input.reader.read();
    this.facts = await this.input.facts(this.project);
  }

  #note(paths: readonly string[]): void {
    for (const path of paths) this.#written.add(path);
    if (paths.length > 0) this.input.report({ kind: "written", paths });
  }

  #promptInput(): PlanningPromptInput {
    const { config, gaps } = this.input;
    return {
      facts: this.facts,
      ...defined({ gaps }),
      coverage: config.workflow.nyquist_validation && gaps === undefined,
      searchIgnored: config.planning.search_gitignored,
    };
  }
}

/** The maximum number of attempts of a researcher to write its document. */
const MAX_WRITING = 2;

const INTERRUPTED: PlanPhaseOutcome = { kind: "interrupted" };

function failed(message: string): PlanPhaseOutcome {
  return { kind: "failed", message, hint: "Run the same command, or use another agent or model", output: "" };
}
