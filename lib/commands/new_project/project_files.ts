import { configDefaults } from "../../../generated/metadata.ts";
import type { Config } from "../../../schemas/config.ts";
import type { Host } from "../../host/host.ts";
import { CONFIG_PATH } from "../../parse/config/config.ts";
import { writeConfigKey } from "../../parse/config/write.ts";
import { joinPath } from "../../path/paths.ts";
import { projectDocuments, type ProjectDocumentsInput } from "../../plan/project/documents.ts";
import { withFirstPlan } from "../../plan/project/first_plan.ts";
import { projectTemplate } from "../../plan/project/template.ts";

/** What the files of a new project depend on. */
export interface NewProject {
  readonly root: string;
  readonly name: string;
  readonly description: string;
  readonly config: Config;
  readonly configText: string;
}

/**
 * Returns the text of the configuration: the saved defaults, or else the most common settings. Overrides of
 * this invocation that shaped the project are written too.
 */
export function configText(saved: string, config: Config, overridden: readonly string[]): string {
  const { mode, granularity, model_profile, git, agent } = config;
  const values = { mode, granularity, model_profile, "git.branching_strategy": git.branching_strategy };
  let text = saved;
  for (const [key, value] of Object.entries(values)) {
    if (saved === "" || overridden.includes(key)) text = writeConfigKey(text, key, value);
  }
  const lasts = overridden.includes(AGENT_KEY) && agent.name !== configDefaults.agent.name &&
    agent.name !== REHEARSAL;
  return lasts ? writeConfigKey(text, AGENT_KEY, agent.name) : text;
}

/** Adds the setup of worktrees that a draft names, unless the configuration has one. */
export function withSetup(
  text: string,
  { config, setup }: { config: Config; setup: readonly string[] },
): string {
  return setup.length === 0 || config.worktree.setup.length > 0
    ? text
    : writeConfigKey(text, "worktree.setup", setup);
}

export const AGENT_KEY = "agent.name";

/** The agent that only rehearses, which no project keeps. */
const REHEARSAL = "mock";

/** Returns the files of a project, by path relative to its root. */
export function projectFiles(
  { name, configText, config }: NewProject,
  input: Omit<ProjectDocumentsInput, "name" | "strategy">,
): ReadonlyMap<string, string> {
  return new Map([
    [CONFIG_PATH, configText],
    ...projectDocuments({ name, strategy: config.git.branching_strategy, ...input }),
  ]);
}

/** Returns the paths of the files of a project that an agent writes. */
export function authoredPaths(project: NewProject): readonly string[] {
  const time = new Date(0);
  return [...projectFiles(project, { ...projectTemplate(project.config.granularity), time }).keys()];
}

/** Returns the files of a project without an agent's help: templates, and a plan that can be executed. */
export async function templateFiles(project: NewProject, host: Host): Promise<ReadonlyMap<string, string>> {
  const { name, description, root, config: { granularity } } = project;
  const time = new Date(host.now());
  const isTaken = await Promise.all(
    INTRODUCTIONS.map(async (file) => await host.stat(joinPath(root, file)) !== undefined),
  );
  const file = INTRODUCTIONS.find((_, index) => !isTaken[index]);
  const files = projectFiles(project, { ...projectTemplate(granularity, description, file), time });
  return file === undefined ? files : withFirstPlan(files, { name, file, time });
}

/** The files that can introduce a project, the preferred one first. */
const INTRODUCTIONS: readonly string[] = ["README.md", "docs/README.md", "docs/about.md"];
