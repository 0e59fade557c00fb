import type { NewProjectOptions } from "../../../schemas/commands.ts";
import type { StartedProject } from "../../../schemas/project_draft.ts";
import type { Question } from "../../../schemas/question.ts";
import type { NewProjectResult } from "../../../schemas/results/setup.ts";
import { canAnswer } from "../../apply/agent/core/consult.ts";
import { findStarted, saveStarted } from "../../apply/planning/started_project.ts";
import { isPlanFileName } from "../../parse/ids/plan_names.ts";
import { baseName } from "../../path/paths.ts";
import { discussPhaseCommand } from "../../plan/command_lines/commands.ts";
import { confirmFlag, lastingFlags } from "../../plan/command_lines/repeated_flags.ts";
import { gateQuestion } from "../../plan/run/questions.ts";
import { type NewProjectText, newProjectText } from "../../report/setup/new_project.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { readDefaults, requireUsable } from "../config/defaults.ts";
import { type Answers, makeAsker, readAnswers } from "../context/answers.ts";
import { callingAtEnd } from "../context/call_user.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { actingConfig } from "../context/configuration.ts";
import {
  agentLabel,
  BEGIN_AGAIN,
  interruptible,
  markPrograms,
  notice,
  withoutAnswer,
} from "../context/consult.ts";
import { refuseNested } from "../context/nested_agent.ts";
import { actingOverrides } from "../context/open_project.ts";
import { type Authored, authorProject } from "./author_project.ts";
import { chooseAgent, reportUsable } from "./choose_agent.ts";
import { type Described, describeProject } from "./describe_project.ts";
import {
  AGENT_KEY,
  authoredPaths,
  configText,
  type NewProject,
  projectFiles,
  templateFiles,
  withSetup,
} from "./project_files.ts";
import { initCommands, type ProjectPlace, repositoryOf, writeProject } from "./write_project.ts";
import { roleAgent } from "../../plan/agents/role_agents.ts";

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
      "Show its progress: wf status",
    );
  }
  const defaults = await readDefaults(host);
  requireUsable(defaults);
  const { file } = defaults.document;
  const given = actingOverrides(options, context);
  const answers = makeAsker({ answers: readAnswers(options.answer), yes: options.yes ?? false }, context);
  const before = found.kind === "started" ? found.started : undefined;
  const first = await actingConfig(undefined, { file, overrides: given }, context);
  const git = options["dry-run"] ? undefined : await repositoryOf(root, first, context);
  const isChosen = file.agent?.name !== undefined || given.some(({ key }) => key === AGENT_KEY);
  const agent = isChosen ? undefined : await chooseAgent(answers, context, options);
  if (answers.cancelled.aborted) return await withoutProject({ kind: "interrupted" }, root, context);
  const overrides = agent === undefined ? given : [...given, { key: AGENT_KEY, value: agent }];
  const config = agent === undefined ? first : await actingConfig(undefined, { file, overrides }, context);
  if (options.map && !canAnswer(roleAgent(config.agent, "project"))) throw cannotMap();
  const started = await start(before, root, options, context);
  if (started === undefined) return await withoutProject({ kind: "interrupted" }, root, context);
  const text = configText(defaults.document.source.text, config, overrides.map(({ key }) => key));
  const { name, description } = started;
  const make: Making = { root, git, config, name, description, options, started, answers, configText: text };
  const isDescribed = started.description !== "" || started.project !== undefined;
  if (!isDescribed && context.hosting !== undefined) return await described(make, context);
  return await create(make, context);
}

/** Asks the user of a hosting agent what is being built. */
async function described(make: Making, context: CommandContext): Promise<Outcome> {
  const question = descriptionQuestion(make.started.map);
  const answer = await make.answers.ask(question);
  if (answer === undefined) return stopped("waiting", question, make, context);
  const description = answer.value === TEMPLATES ? "" : answer.value;
  return await create({ ...make, description, started: { ...make.started, description } }, context);
}

const TEMPLATES = "templates";

function descriptionQuestion(map = false): Question {
  return {
    id: "description",
    kind: "decision",
    title: map ? MAPPED.question : "What is being built, and for whom?",
    details: "",
    choices: [{
      value: TEMPLATES,
      label: map ? "Only describe the existing code" : "Only create templates to fill in",
    }],
    open: true,
  };
}

/** What is described for a project with existing code. */
const MAPPED: Described = {
  noun: "project",
  question: "What is to be built or changed next?",
  later: "write what comes next into .planning/REQUIREMENTS.md and .planning/ROADMAP.md",
};
const MAPPED_AT_TERMINAL: Described = {
  ...MAPPED,
  question: `${MAPPED.question} Leave empty to describe only the existing code`,
};

function cannotMap(): UsageError {
  return new UsageError(
    "Cannot describe the existing code: the agent shell has no model",
    "Name another agent with --agent; wf agents lists those that are installed",
  );
}

async function create(make: Making, context: CommandContext): Promise<Outcome> {
  const { config, options, started, answers } = make;
  if ((started.description === "" && !started.map) || !canAnswer(roleAgent(config.agent, "project"))) {
    return await fromTemplate(make, context);
  }
  if (options["dry-run"]) {
    const about = started.description === ""
      ? "what the code in this folder is"
      : "what the project has to do";
    notice(`${agentLabel(config, "project")} would be asked ${about}`, context);
    return outcome({ kind: "preview", written: authoredPaths(make), commit: null, next: [] }, context);
  }
  refuseNested({ command: "new-project", options, config }, context);
  return await callingAtEnd(
    "new-project",
    context,
    () => interruptible((signal) => fromAgent(make, signal, context), answers, context),
  );
}

interface Making extends NewProject, ProjectPlace {
  readonly options: NewProjectOptions;
  readonly started: StartedProject;
  readonly answers: Answers;
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
  const map = options.map || before?.map || false;
  const description = options.from === undefined && before !== undefined
    ? before.description
    : await describeProject(options, root, context, map ? MAPPED_AT_TERMINAL : undefined);
  if (description === undefined) return undefined;
  if (before !== undefined && before.description === description && (before.map ?? false) === map) {
    return { ...before, name };
  }
  return { formatVersion: 1, name, description, ...(map ? { map } : {}), confirmed: [] };
}

async function fromTemplate(make: Making, context: CommandContext): Promise<Outcome> {
  const { config, name, answers, options, root } = make;
  const files = await templateFiles(make, context.host);
  const written = [...files.keys()];
  if (options["dry-run"]) {
    return outcome({ kind: "preview", written, commit: null, next: [] }, context);
  }
  const next = [
    ...await initCommands(make, context),
    ...await reportUsable(config, root, context) ? [] : ["wf agents"],
    written.some((path) => isPlanFileName(baseName(path))) ? "wf execute-phase 1" : "wf validate",
  ];
  if (config.gates.confirm_project) {
    const title = `Create the project "${name}" in ${root}?`;
    const question = gateQuestion("confirm_project", title, written.join("\n"));
    const answer = await answers.ask(question);
    if (answers.cancelled.aborted) return await withoutProject({ kind: "interrupted" }, root, context);
    if (answer?.value !== "yes") {
      return stopped(answer === undefined ? "waiting" : "declined", question, make, context);
    }
  }
  const commit = await writeProject(files, make, context);
  return outcome({ kind: "template", written, commit, next }, context);
}

async function fromAgent(make: Making, signal: AbortSignal, context: CommandContext): Promise<Outcome> {
  markPrograms(context);
  // The next call continues with the description.
  if (context.hosting !== undefined) await saveStarted(context.host, make.root, make.started);
  const authored: Authored = await authorProject({ ...make, signal }, context);
  switch (authored.kind) {
    case "failed":
    case "interrupted":
      return await withoutProject(authored, make.root, context);
    case "waiting":
    case "declined":
      return stopped(authored.kind, authored.question, make, context);
    case "authored": {
      const setup = authored.project.map?.setup ?? [];
      const mayRun = !context.byAgent() && context.hosting === undefined;
      const configured = withSetup(make.configText, { config: make.config, setup: mayRun ? setup : [] });
      const mapped = { ...make, configText: configured };
      const files = projectFiles(mapped, { ...authored, time: new Date(context.host.now()) });
      const commit = await writeProject(files, mapped, context);
      const discuss = [discussPhaseCommand("01"), ...lastingFlags(make.options).map(quoteShell)].join(" ");
      const isMap = make.started.description === "";
      const init = await initCommands(make, context);
      const next = [...init, ...isMap ? ["wf validate", discuss] : [discuss, "wf settings"]];
      if (!mayRun) {
        next.push(...setup.map((command) => `wf config set worktree.setup ${quoteShell(command)}`));
      }
      const kind = isMap ? "mapped" : "authored";
      return outcome({ kind, written: [...files.keys()], commit, next }, context);
    }
  }
}

/** Returns the outcome without an answer. Only what an earlier call or this one has recorded is continued with. */
async function withoutProject(
  consulted: Parameters<typeof withoutAnswer>[0],
  root: string,
  context: CommandContext,
): Promise<Outcome> {
  const { kind } = await findStarted(context.host, root);
  const again = kind === "none" ? BEGIN_AGAIN : undefined;
  return withoutAnswer(consulted, context, again);
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
    ...(options.map ? ["--map"] : []),
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
