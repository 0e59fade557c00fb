import { configDefaults } from "../../generated/metadata.ts";
import type { NewProjectOptions } from "../../schemas/commands.ts";
import type { NewProjectResult } from "../../schemas/output.ts";
import { Git } from "../apply/git.ts";
import { GitError } from "../apply/git_process.ts";
import { baseName, joinPath } from "../host/paths.ts";
import { CONFIG_PATH } from "../parse/config.ts";
import { PLANNING } from "../parse/project.ts";
import { docsMessage } from "../plan/commit_message.ts";
import { resolveConfig } from "../plan/config.ts";
import { applyEdits, setConfigValue } from "../parse/config_edit.ts";
import { shellWord } from "../plan/next_commands.ts";
import { projectDocuments } from "../plan/project_documents.ts";
import { projectTemplate } from "../plan/project_template.ts";
import { gateQuestion } from "../plan/questions.ts";
import { makeAsker, readAnswers } from "./ask.ts";
import { type CommandContext, type Outcome, UsageError } from "./command.ts";
import { readDefaults } from "./defaults.ts";
import { describeProject } from "./describe_project.ts";
import { readOverrides } from "./open_project.ts";

const NEXT: readonly string[] = ["wf settings", "wf validate"];

/** Makes `.planning/` in a folder, and commits it where the configuration wants it tracked. */
export async function newProject(options: NewProjectOptions, context: CommandContext): Promise<Outcome> {
  const { host } = context;
  const cwd = await context.cwd();
  if (await host.stat(joinPath(cwd, PLANNING)) !== undefined) {
    throw new UsageError(
      `Cannot make a project in "${cwd}": it has a .planning folder`,
      "Look at it: wf validate",
    );
  }
  const defaults = await readDefaults(host);
  const { config } = resolveConfig({ file: defaults.document.file, overrides: readOverrides(options.set) });
  const name = options.name?.trim() || baseName(cwd);
  const description = await describeProject(options.from, cwd, context);
  const text = defaults.document.source.text;
  const files = new Map([
    [CONFIG_PATH, text === "" ? firstConfig() : text],
    ...projectDocuments({
      name,
      time: new Date(host.now()),
      ...projectTemplate(config.granularity, description),
    }),
  ]);
  const written = [...files.keys()];
  if (options["dry-run"]) return outcome(written, null, "Would write");
  if (config.gates.confirm_project && !await confirmed(name, written, options, context)) {
    const again = `wf new-project ${
      options.name === undefined ? "" : `${shellWord(options.name)} `
    }--answer confirm_project=yes`;
    return {
      exitCode: 3,
      result: { formatVersion: 1, written: [], commit: null, next: [again] },
      text: `Nothing was written\n\nNext:\n  ${again}\n`,
    };
  }
  const git = await repositoryOf(context);
  for (const [path, content] of files) await host.writeText(joinPath(cwd, path), content);
  const tracked = git !== undefined && config.planning.commit_docs &&
    !await git.ignores(repositoryPath(git, cwd, PLANNING));
  const commit = tracked
    ? await commitFiles(git, written.map((path) => repositoryPath(git, cwd, path)))
    : null;
  return outcome(written, commit, "Written");
}

/** The configuration of a project that begins without saved defaults: the choices people look for first. */
function firstConfig(): string {
  const { mode, granularity, model_profile, git } = configDefaults;
  let text = "";
  const values = { mode, granularity, model_profile, "git.branching_strategy": git.branching_strategy };
  for (const [key, value] of Object.entries(values)) {
    text = applyEdits(text, setConfigValue(text, key, value));
  }
  return text;
}

async function confirmed(
  name: string,
  written: readonly string[],
  options: NewProjectOptions,
  context: CommandContext,
): Promise<boolean> {
  const { ask } = makeAsker({ answers: readAnswers(options.answer), yes: options.yes ?? false }, context);
  const question = gateQuestion(
    "confirm_project",
    `Make the project "${name}" in ${await context.cwd()}?`,
    written.join("\n"),
  );
  return (await ask(question))?.value === "yes";
}

/** The repository the folder lies in, ready to commit to; undefined when there is none. */
async function repositoryOf(
  { host, cwd, progress, progressStyle }: CommandContext,
): Promise<Git | undefined> {
  try {
    const git = await Git.open(host, await cwd());
    if (!await git.hasIdentity()) {
      throw new UsageError(
        "Git does not know who you are, so it cannot commit",
        "Run git config user.name and user.email",
      );
    }
    return git;
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    progress(`${progressStyle.yellow("!")} ${error.message}: nothing is committed\n`);
    return undefined;
  }
}

function repositoryPath(git: Git, cwd: string, path: string): string {
  return git.within(joinPath(cwd, path)) ?? path;
}

async function commitFiles(git: Git, paths: readonly string[]): Promise<string> {
  const result = await git.commit({ message: `${docsMessage("initialize project")}\n`, paths });
  if (result.kind === "refused") {
    throw new UsageError(
      `The files are written, but a hook refuses to commit them: ${result.output}`,
      "Mend what it says and commit .planning",
    );
  }
  return result.commit;
}

function outcome(written: readonly string[], commit: string | null, verb: string): Outcome {
  const result: NewProjectResult = { formatVersion: 1, written, commit, next: NEXT };
  const committed = commit === null ? "" : `Committed: ${commit.slice(0, 7)}\n`;
  const list = written.map((path) => `  ${path}${path === CONFIG_PATH ? "" : " (to fill in)"}\n`).join("");
  return {
    exitCode: 0,
    result,
    text: `${verb}:\n${list}${committed}\nNext:\n${NEXT.map((command) => `  ${command}\n`).join("")}`,
  };
}
