import { truthJudgements } from "../../../generated/answers.mjs";
import type { TruthFinding, TruthJudgement } from "../../../schemas/verification.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import { summaryOf } from "../../parse/project/project.ts";
import { phaseReference } from "../../parse/project/phase_reference.ts";
import { planningFacts } from "../../plan/planning/facts.ts";
import { verifyPhaseCommandLine } from "../../plan/verification/next_commands.ts";
import type { TruthVerdict } from "../../plan/verification/verify.ts";
import { judgeTruthsPrompt } from "../../prompts/judge_truths.ts";
import { Consultation, type ConsultOptions, readAs } from "../agent/core/consult.ts";
import type { OpenTruth, TruthJudge } from "./verify.ts";

export interface AgentJudgeOptions extends Omit<ConsultOptions, "role" | "checks"> {
  readonly project: Project;
  readonly phase: Phase;
}

const OUTCOMES: Readonly<Record<TruthFinding, TruthVerdict["outcome"]>> = {
  verified: "verified",
  failed: "failed",
  needs_person: "unverified",
};

/** The judgement of each truth in a rehearsal. */
const REHEARSED = { verdict: "needs_person", evidence: "A rehearsal judges nothing" } as const;

/**
 * Returns a judge of truths: an agent that inspects the work, in the role of verification. If it fails, or its
 * answers are unusable, the user judges the truths. See docs/plan-file.md and docs/configuration.md.
 */
export function agentJudge(options: AgentJudgeOptions): TruthJudge {
  return async (truths) => {
    const { project, phase, config, directory, notice } = options;
    const reference = phaseReference(phase);
    const { number, name } = reference;
    const facts = planningFacts({ project, phase: reference, isFixed: () => true, documents: [] });
    const checks = [
      ...new Set(
        phase.plans.flatMap(({ tasks }) =>
          tasks.flatMap(({ task }) => task.type === "auto" ? task.checks : [])
        ),
      ),
    ];
    // Truths are judged when all plans are complete, so each plan has its summary.
    const read = [
      ...phase.plans.flatMap(({ source: { path } }) => [path, summaryOf(phase, path)]),
      ...project.paths.filter((path) => path === facts.validation),
    ];
    const consultation = new Consultation({ ...options, role: "verification", checks });
    try {
      const answer = await consultation.ask({
        prompt: judgeTruthsPrompt({
          number,
          name,
          goal: facts.goal,
          truths: truths.map(({ truth }) => truth),
          read,
          checks,
          searchIgnored: config.planning.search_gitignored,
        }),
        rehearsal: { truths: truths.map((_, index) => ({ number: index + 1, ...REHEARSED })) },
        read: readAs(truthJudgements, ({ truths: judgements }) => numberProblems(judgements, truths.length)),
      });
      if (answer.kind === "answer") {
        return { verdicts: verdictsOf(answer.value.truths, truths, directory) };
      }
      if (answer.kind === "interrupted") return undefined;
      if (answer.question !== undefined) return { question: answer.question };
      notice(
        `The truths could not be judged, so you have to: ${answer.message}. ` +
          `${verifyPhaseCommandLine(number)} asks the agent again`,
      );
      return { verdicts: [] };
    } finally {
      await consultation.close();
    }
  };
}

/** Returns the reasons why there is not exactly one judgement for each truth. */
function numberProblems(judgements: readonly TruthJudgement[], count: number): readonly string[] {
  const wanted = Array.from({ length: count }, (_, index) => index + 1);
  return wanted.flatMap((number) => {
    const times = judgements.filter((one) => one.number === number).length;
    return times === 1
      ? []
      : [`Statement ${number} is judged ${times === 0 ? "not at all" : `${times} times`}`];
  });
}

function verdictsOf(
  judgements: readonly TruthJudgement[],
  truths: readonly OpenTruth[],
  directory: string,
): readonly TruthVerdict[] {
  return judgements.flatMap(({ number, verdict, evidence }) => {
    const truth = truths[number - 1];
    const note = evidence.replaceAll(`${directory}/`, "");
    return truth === undefined ? [] : [{ ...truth, outcome: OUTCOMES[verdict], by: "agent", note }];
  });
}
