import type { NewProjectOptions } from "../../../schemas/commands.ts";
import type { Config } from "../../../schemas/config.ts";
import type { Question } from "../../../schemas/question.ts";
import type { NewProjectResult } from "../../../schemas/results/setup.ts";
import type { StartedProject } from "../../../schemas/project_draft.ts";
import { canAnswer } from "../../apply/agent/core/consult.ts";
import { ConfinedFiles } from "../../apply/files/confined_files.ts";
import { Git } from "../../apply/git/git.ts";
import { ignoresDocuments } from "../../apply/git/repository.ts";
import { commitReformatted } from "../../apply/git/commit_reformatted.ts";
import { GitError } from "../../apply/git/process.ts";
import { findStarted, removeStarted, saveStarted } from "../../apply/planning/started_project.ts";
import { baseName, joinPath } from "../../path/paths.ts";
import { CONFIG_PATH, parseConfig } from "../../parse/config/config.ts";
import { writeConfigKey } from "../../parse/config/write.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { docsMessage } from "../../plan/naming/commit_message.ts";
import { actingConfig } from "../context/configuration.ts";
import { confirmFlag, lastingFlags } from "../../plan/command_lines/repeated_flags.ts";
import { discussPhaseCommand } from "../../plan/command_lines/commands.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { projectDocuments, type ProjectDocumentsInput } from "../../plan/project/documents.ts";
import { projectTemplate } from "../../plan/project/template.ts";
import { gateQuestion } from "../../plan/run/questions.ts";
import { type NewProjectText, newProjectText } from "../../report/new_project.ts";
import { type Answers, makeAsker, readAnswers } from "../context/answers.ts";
import { type Authored, authorProject } from "./author_project.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { SourceText } from "../../text/source_text.ts";
import { agentLabel, interruptible, markPrograms, notice, withoutAnswer } from "../context/consult.ts";
import { readDefaults, requireUsable } from "../config/defaults.ts";
import { describeProject } from "./describe_project.ts";
import { actingOverrides } from "../context/open_project.ts";
import { trustOwnProject } from "../trust/renew_trust.ts";
import { requireCommits } from "../context/lock_and_agent.ts";
import { refuseNested } from "../context/nested_agent.ts";

/**
 * Creates `.planning/` in a folder, and commits it if the configuration commits documents. An agent writes it from a
 * description; without one, it contains templates to fill in.
 */
export async function newProject(options: NewProjectOptions, context: CommandContext): Promise<Outcome> {
  const { host } = context;
  const root = await context.cwd();
  const found = await findStarted(host, root);
  if (found.kind === "there") {
    throw new UsageError(
      `Cannot create a project in "${root}": it already has a .planning folder`,
      "Check that project: wf validate",
    );
  }
  const defaults = await readDefaults(host);
  requireUsable(defaults);
  const overrides = actingOverrides(options, context);
  const config = await actingConfig(undefined, { file: defaults.document.file, overrides }, context);
  const answers = makeAsker({ answers: readAnswers(options.answer), yes: options.yes ?? false }, context);
  const before = found.kind === "started" ? found.started : undefined;
  const git = options["dry-run"] ? undefined : await repositoryOf(root, config, context);
  const started = await start(before, root, options, context);
  if (started === undefined) return withoutAnswer({ kind: "interrupted" }, context);
  const text = configText(defaults.document.source.text, config, overrides.map(({ key }) => key));
  const make: Making = { root, git, config, options, started, answers, configText: text };
  if (started.description === "" && context.hosting !== undefined) return await described(make, context);
  return await create(make, context);
}

/** Asks the user of a hosting agent what is being built. */
async function described(make: Making, context: CommandContext): Promise<Outcome> {
  const answer = await make.answers.ask(DESCRIPTION);
  if (answer === undefined) return stopped("waiting", DESCRIPTION, make, context);
  const description = answer.value === TEMPLATES ? "" : answer.value;
  return await create({ ...make, started: { ...make.started, description } }, context);
}

const TEMPLATES = "templates";
const DESCRIPTION: Question = {
  id: "description",
  kind: "decision",
  title: "What is being built, and for whom?",
  details: "",
  choices: [{ value: TEMPLATES, label: "Only create templates to fill in" }],
  open: true,
};

async function create(make: Making, context: CommandContext): Promise<Outcome> {
  const { config, options, started, answers } = make;
  if (started.description === "" || !canAnswer(config.agent)) return await fromTemplate(make, context);
  if (options["dry-run"]) {
    notice(`${agentLabel(config, "project")} would be asked what the project has to do`, context);
    return outcome({ kind: "preview", written: paths(make), commit: null, next: [] }, context);
  }
  refuseNested({ command: "new-project", options, config }, context);
  return await interruptible((signal) => fromAgent(make, signal, context), answers, context);
}

interface Making {
  readonly root: string;
  /** The repository to commit to; undefined when nothing is committed. */
  readonly git: Git | undefined;
  readonly config: Config;
  readonly options: NewProjectOptions;
  readonly started: StartedProject;
  readonly answers: Answers;
  readonly configText: string;
}

/**
 * Starts the project, or continues that of an earlier call unless another description is given. Undefined
 * when the user cancels the question for a description.
 */
async function start(
  before: StartedProject | undefined,
  root: string,
  options: NewProjectOptions,
  context: CommandContext,
): Promise<StartedProject | undefined> {
  const name = options.name?.trim() || before?.name || baseName(root);
  const description = options.from === undefined && before !== undefined
    ? before.description
    : await describeProject(options.from, root, context);
  if (description === undefined) return undefined;
  if (before !== undefined && before.description === description) return { ...before, name };
  return { formatVersion: 1, name, description, confirmed: [] };
}

/**
 * Returns the text of the configuration: the saved defaults, or else the most common settings. Overrides of
 * this invocation that shaped the project are written too.
 */
function configText(saved: string, config: Config, overridden: readonly string[]): string {
  const { mode, granularity, model_profile, git } = config;
  const values = { mode, granularity, model_profile, "git.branching_strategy": git.branching_strategy };
  let text = saved;
  for (const [key, value] of Object.entries(values)) {
    if (saved === "" || overridden.includes(key)) text = writeConfigKey(text, key, value);
  }
  return text;
}

function paths(make: Making): readonly string[] {
  const template = projectTemplate(make.config.granularity);
  return [...filesOf(make, { ...template, time: new Date(0) }).keys()];
}

function filesOf(
  { started: { name }, configText, config }: Making,
  input: Omit<ProjectDocumentsInput, "name" | "strategy">,
): ReadonlyMap<string, string> {
  return new Map([
    [CONFIG_PATH, configText],
    ...projectDocuments({ name, strategy: config.git.branching_strategy, ...input }),
  ]);
}

async function fromTemplate(make: Making, context: CommandContext): Promise<Outcome> {
  const { config, started, answers, options, root } = make;
  const template = projectTemplate(config.granularity, started.description);
  const files = filesOf(make, { ...template, time: new Date(context.host.now()) });
  const written = [...files.keys()];
  if (options["dry-run"]) {
    return outcome({ kind: "preview", written, commit: null, next: TEMPLATE_NEXT }, context);
  }
  if (config.gates.confirm_project) {
    const title = `Create the project "${started.name}" in ${root}?`;
    const question = gateQuestion("confirm_project", title, written.join("\n"));
    const answer = await answers.ask(question);
    if (answers.cancelled.aborted) return withoutAnswer({ kind: "interrupted" }, context);
    if (answer?.value !== "yes") {
      return stopped(answer === undefined ? "waiting" : "declined", question, make, context);
    }
  }
  const commit = await write(files, make, context);
  return outcome({ kind: "template", written, commit, next: TEMPLATE_NEXT }, context);
}

const TEMPLATE_NEXT: readonly string[] = ["wf settings", "wf validate"];

async function fromAgent(make: Making, signal: AbortSignal, context: CommandContext): Promise<Outcome> {
  markPrograms(context);
  // The next call continues with the description.
  if (context.hosting !== undefined) await saveStarted(context.host, make.root, make.started);
  const authored: Authored = await authorProject({ ...make, signal }, context);
  switch (authored.kind) {
    case "failed":
    case "interrupted":
      return withoutAnswer(authored, context);
    case "waiting":
    case "declined":
      return stopped(authored.kind, authored.question, make, context);
    case "authored": {
      const files = filesOf(make, { ...authored, time: new Date(context.host.now()) });
      const commit = await write(files, make, context);
      const discuss = [discussPhaseCommand("01"), ...lastingFlags(make.options).map(quoteShell)].join(" ");
      const next = [discuss, "wf settings"];
      return outcome({ kind: "authored", written: [...files.keys()], commit, next }, context);
    }
  }
}

/** Writes the files that do not exist yet, and commits them. */
async function write(
  files: ReadonlyMap<string, string>,
  { root, git, configText }: Making,
  context: CommandContext,
): Promise<string | null> {
  const { host } = context;
  const documents = new ConfinedFiles(host, root);
  for (const [path, content] of files) {
    await documents.makeFolder(PLANNING);
    if (!await documents.create(path, content) && await documents.read(path) !== content) {
      notice(`${path} already exists and is not changed`, context);
    }
  }
  const commit = git === undefined
    ? null
    : await commitFiles(git, [...files.keys()].map((path) => repositoryPath(git, root, path)));
  await removeStarted(host, root);
  await trustOwnProject(root, parseConfig(new SourceText(CONFIG_PATH, configText)).file, context);
  return commit;
}

/**
 * Opens the repository to commit to, before anything is asked or written; undefined when documents are not
 * committed. Throws a UsageError when a commit is required but not possible.
 */
async function repositoryOf(root: string, config: Config, context: CommandContext): Promise<Git | undefined> {
  if (!config.planning.commit_docs) return undefined;
  try {
    const git = await Git.open(context.host, root);
    if (await ignoresDocuments(git, repositoryPath(git, root, PLANNING))) return undefined;
    await requireCommits({ git, prefix: "" });
    return git;
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    notice(`${error.message}: nothing is committed. ${error.hint}`.trim(), context);
    return undefined;
  }
}

function repositoryPath(git: Git, root: string, path: string): string {
  return git.within(joinPath(root, path)) ?? path;
}

async function commitFiles(git: Git, paths: readonly string[]): Promise<string> {
  const result = await commitReformatted(git, { message: `${docsMessage("initialize project")}\n`, paths });
  if (result.kind === "refused") {
    throw new UsageError(
      `The files are written, but a hook refuses to commit them: ${result.output}`,
      "Fix what the hook reports and commit .planning",
    );
  }
  return result.commit;
}

/** Returns the outcome for an unanswered or declined gate, with the commands that answer it. */
function stopped(
  kind: "waiting" | "declined",
  question: Question,
  { options }: Making,
  context: CommandContext,
): Outcome {
  const again = [
    "wf new-project",
    ...(options.name === undefined ? [] : [quoteShell(options.name)]),
    ...lastingFlags(options).map(quoteShell),
    ...confirmFlag(kind === "waiting" && options.yes),
  ].join(" ");
  const values = [question.choices[0]!.value, ...(question.open ? ["what to change"] : [])];
  const next = values.map((value) => `${again} --answer ${question.id}=${quoteShell(value)}`);
  return outcome({ kind, written: [], commit: null, question, next }, context);
}

function outcome(made: NewProjectText, { style }: CommandContext): Outcome {
  const { kind, written, commit, question, next } = made;
  const waits = kind === "waiting" || kind === "declined";
  const result: NewProjectResult = {
    formatVersion: 1,
    written,
    commit,
    ...(question === undefined || kind !== "waiting" ? {} : { question }),
    next,
  };
  return { exitCode: waits ? 3 : 0, result, text: newProjectText(made, style) };
}
