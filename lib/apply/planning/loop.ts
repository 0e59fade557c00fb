import { Checker } from "../../check/checker.ts";
import { rules } from "../../check/rules/all_rules.ts";
import type { Question } from "../../../schemas/question.ts";
import type { PlanPhaseResult } from "../../../schemas/plan_phase.ts";
import { planWritable } from "../../plan/planning/facts.ts";
import {
  advancePlanPhase,
  beginPlanPhase,
  type PlanPhaseAction,
  type PlanPhaseEnd,
  type PlanPhaseOutcome,
  type PlanPhaseState,
} from "../../plan/planning/loop.ts";
import { rehearsedPlans } from "../../plan/planning/mock_answers.ts";
import { openWaves, phasePlans } from "../../plan/planning/phase_plans.ts";
import { breakdownQuestion, findingsQuestion } from "../../plan/planning/questions.ts";
import { planPhasePrompt, revisePlansPrompt } from "../../prompts/planning.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import { checkPlans } from "./check_plans.ts";
import { fixPlans } from "./fix_plans.ts";
import { PlanningWork, type PlanPhaseInput } from "./planning_work.ts";
import { problemsInPlans } from "./problems.ts";
import { research } from "./research.ts";
import { RoleConversation, type RoleResult } from "./role_conversation.ts";

export interface PlannedPhase
  extends Pick<PlanPhaseResult, "rounds" | "problems" | "plans" | "waves" | "written" | "commits"> {
  readonly end: PlanPhaseEnd;
}

/**
 * Plans a phase: a researcher investigates it, a planner writes its plans, and the rules of `validate` and a
 * checker agent review them until they are right. {@link advancePlanPhase} decides the next step. See docs/configuration.md.
 */
export async function runPlanning(input: PlanPhaseInput): Promise<PlannedPhase> {
  const project = await input.reader.read();
  return await new PlanningRun(new PlanningWork(input, project, await input.facts(project))).run();
}

class PlanningRun {
  readonly #checker = new Checker(rules);
  readonly #planner: RoleConversation;
  /** What was fixed in the plans since the planner's last turn. */
  #fixed: readonly string[] = [];

  constructor(readonly work: PlanningWork) {
    const { input, facts, first } = work;
    const writable = planWritable(facts, input.gaps !== undefined, first);
    this.#planner = new RoleConversation({ role: "planning", writable }, input);
  }

  async run(): Promise<PlannedPhase> {
    const { work, work: { input } } = this;
    const { host, root, settings, progress, signal } = input;
    const { directory } = work.facts.phase;
    if (progress === undefined) await work.begin();
    const files = new ConfinedFiles(host, root);
    await files.makeFolder(directory);
    let state = progress?.state ?? beginPlanPhase(settings);
    try {
      while (state.next !== undefined) {
        if (state !== progress?.state) input.onProgress?.(work.progress(state));
        const outcome = signal.aborted ? INTERRUPTED : await this.#perform(state.next, state);
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
      plans: phasePlans(work.facts.open),
      waves: openWaves(work.facts, work.project),
      written: [...work.written].sort(),
      commits: work.commits,
    };
  }

  async #perform(action: PlanPhaseAction, state: PlanPhaseState): Promise<PlanPhaseOutcome> {
    switch (action) {
      case "research":
        return await research(this.work);
      case "plan":
        return await this.#plan(state);
      case "validate":
        return await this.#validate();
      case "check":
        return await checkPlans(this.work, state.rounds);
      case "review":
        return await this.#confirm(findingsQuestion(this.work.facts, state.problems), "accept");
      case "confirm-breakdown": {
        const plans = phasePlans(this.work.facts.open);
        const waves = openWaves(this.work.facts, this.work.project);
        return await this.#confirm(breakdownQuestion(this.work.facts, plans, waves), "yes");
      }
      case "record":
        return await this.work.record();
    }
  }

  async #confirm(question: Question, yes: string): Promise<PlanPhaseOutcome> {
    const answer = await this.work.input.ask(question);
    if (answer === undefined) {
      return this.work.input.signal.aborted ? INTERRUPTED : { kind: "waiting", question };
    }
    return { kind: "answered", question, yes: answer.value === yes };
  }

  async #plan({ rounds, problems }: PlanPhaseState): Promise<PlanPhaseOutcome> {
    const { gaps, report } = this.work.input;
    report({ kind: "turn", role: "planning", round: rounds + 1 });
    const revise = rounds === 0 ? "" : revisePlansPrompt(this.work.facts, problems, this.#fixed);
    const result: RoleResult = await this.#planner.write({
      prompt: (begins) => {
        return [begins ? planPhasePrompt(this.work.promptInput()) : "", revise].filter((text) => text !== "")
          .join("\n");
      },
      rehearsal: { documents: rehearsedPlans(this.work.facts, gaps !== undefined) },
    });
    if (!("documents" in result)) return result;
    await this.work.removeEmpty(result.documents);
    await this.work.reload(result.documents);
    return result;
  }

  async #validate(): Promise<PlanPhaseOutcome> {
    const { work, work: { input } } = this;
    await work.reload([]);
    await this.#fix();
    const context = { ...input, checker: this.#checker, written: work.written };
    const problems = await problemsInPlans(work.facts, work.project, context);
    input.report({ kind: "found", by: "validate", problems });
    return { kind: "found", problems };
  }

  /** Applies the fixes of `validate` to the plans that the planner wrote. */
  async #fix(): Promise<void> {
    const { work } = this;
    const own = work.facts.open.filter(({ source: { path, text } }) => {
      return work.written.has(path) && !text.includes("\uFFFD");
    });
    const paths = new Set(own.map(({ source }) => source.path));
    const fixed = await fixPlans(work.project, paths, { ...work.input, checker: this.#checker });
    this.#fixed = fixed.map(({ path, titles }) => `${path}: ${titles.join("; ")}`);
    for (const what of this.#fixed) work.input.notice(`Fixed ${what}`);
    if (fixed.length > 0) await work.reload(fixed.map(({ path }) => path));
  }
}

const INTERRUPTED: PlanPhaseOutcome = { kind: "interrupted" };
