import type { PlanFile, Task } from "../../../schemas/plan_file.ts";
import type { TurnStep } from "../../../schemas/execution_plan.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { Project } from "../../parse/project/model.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { defined } from "../../collections/defined.ts";
import { taskPlace } from "../../plan/run/task_place.ts";
import { fullMessage } from "../../errors/full_message.ts";
import { answersOf, type GivenAnswer } from "../../plan/run/given_answers.ts";
import { readTurnOutcome } from "../../plan/run/turn_outcome.ts";
import type { JournalEntry } from "../../plan/history/journal.ts";
import type { StepOutcome } from "../../plan/execution/step_outcome.ts";
import { declaredPaths, plainPath } from "../../parse/plan_file/declared_files.ts";
import { taskChecks } from "../../plan/execution/tests_first.ts";
import { taskWritable } from "../../plan/execution/sealed_documents.ts";
import { executeTaskPrompt, serveCheckpointPrompt, userWords } from "../../prompts/execute_task.ts";
import type { PlanBackground } from "../../prompts/plan_background.ts";
import { continuedSession, type KnownSession } from "../../plan/run/stopped_work.ts";
import { SecretMask } from "../../text/mask_secrets.ts";
import { textHash } from "../../text/text_hash.ts";
import { maskFor } from "../interaction/secrets.ts";
import { configuredConversation } from "../agent/core/configured_conversation.ts";
import type { ChosenAgent } from "../../../schemas/steering.ts";
import type { Conversation } from "../agent/core/conversation.ts";
import { planGone } from "./require_plan_files.ts";
import { recallPlan } from "../history/recall_plan.ts";
import type { RunContext } from "./context.ts";
import type { TurnRequest } from "./turn_request.ts";
import type { Workspace } from "../worktrees/workspace.ts";

/** The maximum of an agent's output to report in one turn, in UTF-16 units. */
const MAX_REPORTED = 200_000;

/** The working tree of a conversation. */
export interface ConversationPlace {
  readonly context: RunContext;
  readonly workspace: Workspace;
  /** Returns the files that the current task has made, absolute; absent if it makes none. */
  readonly made?: () => Promise<ReadonlySet<string>>;
  /** The agent and the model that the user has chosen for the task. */
  readonly chosen?: ChosenAgent | undefined;
  /** The session of an interrupted task to continue. */
  readonly known?: KnownSession | undefined;
  /** Called with the session, if a later run may be able to continue it; undefined once its context is nearly full. */
  readonly onSession?: (session: KnownSession | undefined) => void;
}

/** A conversation with the agent about one plan. It builds the prompts and reports the output. */
export class PlanConversation {
  readonly #talk: Conversation;
  readonly #done = new Map<number, JournalEntry>();
  #before: readonly GivenAnswer[] = [];
  #background: PlanBackground | undefined;
  #step: TurnStep | undefined;
  #reported = 0;
  /** The user's words that the agent got during the turn, for a fresh session after a failure. */
  #steered: readonly string[] = [];
  /** The output of the agent, in which a secret may arrive in pieces. */
  readonly #said: SecretMask;

  readonly context: RunContext;
  readonly workspace: Workspace;
  readonly chosen: ChosenAgent | undefined;

  private constructor(
    readonly document: PlanDocument,
    readonly file: PlanFile,
    { context, workspace, made, known, chosen, onSession }: ConversationPlace,
  ) {
    this.context = context;
    this.workspace = workspace;
    this.chosen = chosen;
    const { report, permit, host } = context;
    this.#said = new SecretMask(maskFor(host), (text) => this.#output(text));
    const writable = taskWritable(declaredPaths(file));
    const hash = textHash(document.source.text);
    const resume = continuedSession(known, hash);
    this.#talk = configuredConversation({ ...context, ...defined({ chosen }) }, {
      directory: workspace.root,
      role: "execution",
      onOutput: (text) => this.#said.write(text),
      onTool: ({ title, status }) => status === "started" && this.#said.write(`\n> ${title}\n`),
      onNotice: (message) => report({ kind: "notice", message: `Plan ${file.id}: ${message}` }),
      onPermission: (request, signal) =>
        permit(request, {
          directory: workspace.root,
          plan: file.id,
          checks: this.#checks(),
          writable,
          ...defined({ made }),
        }, signal),
      writable,
      ...defined({ resume }),
      onSession: (session) => onSession?.(session && { ...session, plan: hash }),
      documents: declaredPaths(file).some((path) => plainPath(path).startsWith(`${PLANNING}/`)),
    });
  }

  /** Begins the conversation about a plan. Throws a GitError if its file is missing or has errors. */
  static async open(plan: string, place: ConversationPlace): Promise<PlanConversation> {
    const { context } = place;
    const document = await context.reader.plan(plan);
    if (document?.file === undefined) throw planGone(plan);
    const talk = new PlanConversation(document, document.file, place);
    if (context.agent.name !== "shell") await talk.#recall(await context.reader.read());
    return talk;
  }

  /** The ID of the plan. */
  get plan(): string {
    return this.file.id;
  }

  /** Runs a turn of the agent, with further turns after failures of the agent itself. */
  async turn(step: TurnStep, request: TurnRequest): Promise<StepOutcome> {
    const { feedback, attempt, signal, given = [] } = request;
    const { config } = this.context;
    this.#step = step;
    this.#reported = 0;
    this.#steered = [];
    const task = this.#task(step.task);
    const prompt = (fresh: boolean) => {
      // A host may give each task to another agent, or lose its context.
      const begins = fresh || this.context.agent.name === "host";
      const history = begins ? this.#history() : "";
      const searchIgnored = config.planning.search_gitignored;
      const answers = [...this.#before, ...answersOf(this.document, this.#done)];
      const known = { plan: this.file, background: this.#background, history, answers, searchIgnored };
      const words = begins ? [...given, ...this.#steered] : request.words;
      return executeTaskPrompt({ ...known, task, feedback, begins, words });
    };
    const work = { plan: step.plan, task, prompt, attempt, ...defined({ feedback }) };
    const result = await this.#talk.turn(work, signal);
    this.#said.end();
    switch (result.kind) {
      case "finished": {
        const { question, notes } = readTurnOutcome(this.#said.mask(result.text));
        return question === undefined ? { kind: "done", notes } : { kind: "asks", asks: question, notes };
      }
      case "interrupted":
      case "suspended":
        return { kind: result.kind };
      case "timed-out": {
        const limit = `${config.agent.turn_timeout_minutes} minutes (agent.turn_timeout_minutes)`;
        const message = `Task ${step.plan}/${step.task} took longer than ${limit} and was ended`;
        return { kind: "turn-failed", message, output: "" };
      }
      case "failed": {
        if (result.question !== undefined) return { kind: "waiting", question: result.question };
        // Another turn of a script does the same.
        const isScript = this.context.agent.name === "shell" && result.hint === "";
        const hint = isScript ? `Its action: ${taskPlace(this.document, step.task, "action")}` : result.hint;
        const message = fullMessage({ ...result, hint });
        return { kind: "turn-failed", message, output: result.output };
      }
    }
  }

  /** Gives the agent words of the user during its turn; returns false if it did not take them. */
  async steer(words: string): Promise<boolean> {
    if (!await this.#talk.steer(userWords([words]))) return false;
    this.#steered = [...this.#steered, words];
    return true;
  }

  /**
   * Lets the agent start what the user needs to check the result at a checkpoint. It runs until the conversation
   * is closed.
   *
   * @returns The agent's answer: URLs and commands; empty if the agent failed.
   */
  async serve(number: number): Promise<string> {
    const { report, signal } = this.context;
    const task = this.#task(number);
    if (task.type !== "checkpoint:human-verify") return "";
    report({
      kind: "notice",
      message: `Plan ${this.plan}: the agent starts what you need to check the result`,
    });
    const prompt = () => serveCheckpointPrompt(this.file, task);
    const result = await this.#talk.turn({ plan: this.plan, task, prompt, attempt: 1 }, signal);
    if (result.kind === "finished") return result.text.trim();
    if (result.kind === "failed") {
      report({ kind: "notice", message: `Plan ${this.plan}: ${result.message}. ${result.hint}`.trim() });
    }
    return "";
  }

  /** Records a task's commit and its answers for a later session. */
  committed(task: number, entry: JournalEntry): void {
    this.#done.set(task, entry);
  }

  /** Closes the session, if one is open. */
  async close(): Promise<void> {
    await this.#talk.close();
  }

  /** Reads the commits of earlier runs for the plan, and what it builds on. */
  async #recall(project: Project): Promise<void> {
    const { tasks, before, background } = await recallPlan(
      this.document,
      { project, root: this.context.home.root },
      this.workspace,
    );
    this.#before = before;
    this.#background = background;
    for (const [task, entry] of tasks) this.committed(task, entry);
  }

  #history(): string {
    return [...this.#done].sort(([a], [b]) => a - b)
      .map(([task, { commit, subject }]) => `- task ${task}: ${commit.slice(0, 7)} ${subject}`).join("\n");
  }

  #task(number: number): Task {
    return this.file.body.tasks.find((candidate) => candidate.number === number)!;
  }

  #checks(): readonly string[] {
    if (this.#step === undefined) return [];
    const { commands, failing = [] } = taskChecks(this.file, this.#task(this.#step.task));
    return [...commands, ...failing];
  }

  /** Reports the agent's output up to a limit for each turn. A receiver that shows the end must keep it itself. */
  #output(text: string): void {
    if (this.#step === undefined || this.#reported > MAX_REPORTED) return;
    this.#reported += text.length;
    const cut = this.#reported > MAX_REPORTED ? `${text.slice(0, MAX_REPORTED)}\n… and more\n` : text;
    this.context.report({ kind: "agent-output", plan: this.plan, task: this.#step.task, text: cut });
  }
}
