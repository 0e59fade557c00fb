import { milestoneDraft } from "../../../generated/answers.mjs";
import type { Config } from "../../../schemas/config.ts";
import type { MilestoneDraft } from "../../../schemas/project_draft.ts";
import { defined } from "../../collections/defined.ts";
import { readAs } from "../../apply/agent/core/consult.ts";
import type { Repository } from "../../apply/git/repository.ts";
import { startedMilestone } from "../../apply/planning/started_milestone.ts";
import type { Milestone } from "../../parse/roadmap/milestone.ts";
import type { ConfigOverride } from "../../plan/config/resolve.ts";
import { milestoneProblems } from "../../plan/milestone/draft_problems.ts";
import { nextPhaseNumber, rehearsedMilestone } from "../../plan/milestone/new_milestone.ts";
import { milestoneTitle } from "../../plan/progress/milestone_phases.ts";
import { confirmMilestoneQuestion } from "../../plan/project/questions.ts";
import { newMilestonePrompt } from "../../prompts/new_project.ts";
import type { Answers } from "../context/answers.ts";
import type { CommandContext } from "../context/command_context.ts";
import { consult } from "../context/consult.ts";
import type { OpenProject } from "../context/open_project.ts";
import { type Settled, settleDraft } from "../context/settle_draft.ts";

export interface DraftInput {
  readonly opened: OpenProject;
  /** Keeps the draft until it is confirmed; undefined outside of a repository. */
  readonly repository: Repository | undefined;
  readonly config: Config;
  readonly overrides: readonly ConfigOverride[];
  readonly milestone: Milestone;
  readonly answers: Answers;
  readonly signal: AbortSignal;
}

/** Lets the agent draft the milestone, and the user confirm it. */
export async function draftMilestone(
  description: string,
  { opened, repository, config, overrides, milestone, answers, signal }: DraftInput,
  context: CommandContext,
): Promise<Settled<MilestoneDraft>> {
  const { root, project } = opened;
  const time = new Date(context.host.now());
  const first = nextPhaseNumber(project);
  const { version } = milestone;
  const before = repository && await startedMilestone(repository).read(repository.git);
  const same = before?.version === version && before.description === description;
  const save = async (draft?: MilestoneDraft) => {
    if (repository === undefined) return;
    const started = { version, description, ...defined({ draft }) };
    await startedMilestone(repository).write(repository.git, started);
  };
  // The next call continues with the description.
  if (!same) await save();
  let confirmed: readonly string[] = [];
  return await settleDraft<MilestoneDraft>({
    before: same ? before.draft : undefined,
    ask: (wanted) =>
      consult({
        prompt: newMilestonePrompt({ title: milestoneTitle(milestone), description, first, wanted }),
        read: readAs(milestoneDraft, (draft) => milestoneProblems(draft, { project, milestone, time })),
        rehearsal: rehearsedMilestone(project),
      }, {
        root,
        config,
        project: { file: project.config.file, overrides },
        role: "project",
        about: wanted === undefined ? "what the milestone has to do" : "to change the milestone",
        answers,
        signal,
      }, context),
    gates: [{
      gate: "confirm_roadmap",
      question: (draft) => confirmMilestoneQuestion(milestoneTitle(milestone), draft, first),
    }],
    confirmed: () => confirmed,
    save: async (gates, draft) => {
      confirmed = gates;
      if (draft !== undefined) await save(draft);
    },
  }, { config, answers, signal });
}
