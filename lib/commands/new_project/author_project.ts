import { projectDraft, roadmapDraft } from "../../../generated/answers.mjs";
import type { Config } from "../../../schemas/config.ts";
import type { CodeMap, ProjectDraft, RoadmapDraft, StartedProject } from "../../../schemas/project_draft.ts";
import { type Consulted, type DataQuestion, readAs } from "../../apply/agent/core/consult.ts";
import { saveStarted } from "../../apply/planning/started_project.ts";
import { phaseRangeText } from "../../parse/config/granularity.ts";
import { codeMapProblems, namedPaths } from "../../plan/project/code_map.ts";
import { projectProblems, roadmapProblems } from "../../plan/project/draft_problems.ts";
import { roadmapText } from "../../plan/project/documents.ts";
import {
  confirmPhasesQuestion,
  confirmProjectQuestion,
  confirmRoadmapQuestion,
} from "../../plan/project/questions.ts";
import { projectTemplate, rehearsedRoadmap } from "../../plan/project/template.ts";
import { newProjectPrompt, newRoadmapPrompt, type WantedChange } from "../../prompts/new_project.ts";
import type { Answers } from "../context/answers.ts";
import type { CommandContext } from "../context/command_context.ts";
import { consult } from "../context/consult.ts";
import { readNamedFiles } from "./read_named_files.ts";
import { type DraftStage, type Settled, settleDraft } from "../context/settle_draft.ts";

export interface AuthorInput {
  /** Absolute path of the project's folder. */
  readonly root: string;
  readonly config: Config;
  /** The progress of an earlier call. */
  readonly started: StartedProject;
  readonly answers: Answers;
  readonly signal: AbortSignal;
}

export type Authored =
  | { readonly kind: "authored"; readonly project: ProjectDraft; readonly roadmap: RoadmapDraft }
  | Exclude<Settled<unknown>, { readonly kind: "settled" }>;

/**
 * Lets an agent write a project from a description: first its goal and requirements, then its phases. Its
 * answers are checked by the same parsers as project files, saved immediately, and confirmed gate by gate. A
 * change that the user describes is sent back to the agent. See docs/configuration.md.
 */
export async function authorProject(input: AuthorInput, context: CommandContext): Promise<Authored> {
  const author = new Author(input, context);
  const project = await author.settle("project", {
    before: input.started.project,
    ask: (wanted) => author.askProject(wanted),
    gates: [{
      gate: "confirm_project",
      question: (draft) => confirmProjectQuestion(input.started.name, draft),
    }],
  });
  if (project.kind !== "settled") return project;
  if (input.started.description === "") {
    // Nobody has said yet what comes next.
    const { project: { requirements }, roadmap } = projectTemplate(input.config.granularity);
    return { kind: "authored", project: { ...project.value, requirements, later: [] }, roadmap };
  }
  const roadmap = await author.settle("roadmap", {
    before: input.started.roadmap,
    ask: (wanted) => author.askRoadmap(project.value, wanted),
    gates: [
      { gate: "confirm_phases", question: confirmPhasesQuestion },
      {
        gate: "confirm_roadmap",
        question: (draft) =>
          confirmRoadmapQuestion(roadmapText({
            name: input.started.name,
            roadmap: draft,
            strategy: input.config.git.branching_strategy,
          })),
      },
    ],
  });
  if (roadmap.kind !== "settled") return roadmap;
  return { kind: "authored", project: project.value, roadmap: roadmap.value };
}

/** The map of a rehearsal. */
const EMPTY_MAP: CodeMap = { stack: [], commands: [], structure: [], setup: [] };

class Author {
  #started: StartedProject;

  constructor(readonly input: AuthorInput, readonly context: CommandContext) {
    this.#started = input.started;
  }

  async settle<T extends object>(
    key: "project" | "roadmap",
    stage: Pick<DraftStage<T>, "before" | "ask" | "gates">,
  ): Promise<Settled<T>> {
    return await settleDraft({
      ...stage,
      confirmed: () => this.#started.confirmed,
      save: (confirmed, draft) => this.#save({ ...draft === undefined ? {} : { [key]: draft }, confirmed }),
    }, this.input);
  }

  async askProject(wanted?: WantedChange): Promise<Consulted<ProjectDraft>> {
    const { name, description, map = false } = this.#started;
    const about = description === "" ? "what the code in this folder is" : "what the project has to do";
    const { project } = projectTemplate(this.input.config.granularity, description);
    return await this.#consult({
      prompt: newProjectPrompt({ name, description, map, wanted }),
      read: readAs(projectDraft, (draft) => this.#problems(draft)),
      rehearsal: map ? { ...project, map: EMPTY_MAP } : project,
      about: wanted === undefined ? about : `to change ${about}`,
    });
  }

  async #problems(draft: ProjectDraft): Promise<readonly string[]> {
    const { description, map = false } = this.#started;
    const problems = description === "" ? [] : projectProblems(draft);
    if (!map) return problems;
    if (draft.map === undefined) return [...problems, "There is no map of the code"];
    const files = await readNamedFiles(namedPaths(draft.map), this.input.root, this.context.host);
    return [...problems, ...codeMapProblems(draft.map, files)];
  }

  async askRoadmap(project: ProjectDraft, wanted?: WantedChange): Promise<Consulted<RoadmapDraft>> {
    const { name } = this.#started;
    const { granularity } = this.input.config;
    const time = new Date(this.context.host.now());
    return await this.#consult({
      prompt: newRoadmapPrompt({ name, project, phases: phaseRangeText(granularity), wanted }),
      read: readAs(roadmapDraft, (roadmap) => roadmapProblems({ name, time, project, roadmap }, granularity)),
      rehearsal: rehearsedRoadmap(project, granularity),
      about: `to divide it into ${phaseRangeText(granularity)}`,
    });
  }

  async #consult<T>(
    { about, ...question }: DataQuestion<T> & { readonly about: string },
  ): Promise<Consulted<T>> {
    const { root, config, answers, signal } = this.input;
    return await consult(
      question,
      { root, config, project: undefined, role: "project", about, answers, signal },
      this.context,
    );
  }

  async #save(change: Partial<StartedProject>): Promise<void> {
    this.#started = { ...this.#started, ...change };
    await saveStarted(this.context.host, this.input.root, this.#started);
  }
}
