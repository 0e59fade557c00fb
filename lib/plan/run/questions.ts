import type { GatesConfig, Mode } from "../../../schemas/config.ts";
import type { ConflictPath } from "../../../schemas/event.ts";
import type { PermissionVerdict } from "../../../schemas/permission.ts";
import type { Choice, Question } from "../../../schemas/question.ts";
import type { HumanActionTask, Task } from "../../../schemas/plan_file.ts";
import { defined } from "../../collections/defined.ts";
import { normalizedAnswer, resumeSignals } from "./resume_signals.ts";
import { paragraphs } from "../../text/paragraphs.ts";

/** The maximum number of shown lines of a check's output. */
const MAX_OUTPUT_LINES = 30;

/** The maximum length of a reason in the title of a question, in UTF-16 units. */
const MAX_REASON = 160;

const YES_NO: readonly Choice[] = [{ value: "yes", label: "Yes" }, { value: "no", label: "No" }];

/** The ID of the {@linkcode phaseOrderQuestion}. */
export const PHASE_ORDER = "depends_on";

/**
 * Returns the question of a gate.
 *
 * @param gate The key of the gate, which is also the ID of the question.
 * @param plan The plan that it is about, if it is about one.
 */
export function gateQuestion(
  gate: keyof GatesConfig | typeof PHASE_ORDER,
  title: string,
  details = "",
  plan?: string,
): Question {
  return { id: gate, kind: "gate", ...defined({ plan }), title, details, choices: YES_NO, open: false };
}

/** Returns the IDs by which `--answer` answers a question: a gate also for its plan only, `01-02/confirm_plan`. */
export function answerIds({ id, kind, plan }: Question): readonly string[] {
  return kind === "gate" && plan !== undefined ? [`${plan}/${id}`, id] : [id];
}

/** Returns the question before the summary of a plan with `autonomous: false` that has no checkpoint. */
export function attendedQuestion(plan: string, mode: Mode): Question {
  return automatic(mode, {
    id: `${plan}/autonomous`,
    kind: "gate",
    title: `Plan ${plan} is marked as not autonomous and has no checkpoint. Is it complete?`,
    details: "",
    choices: YES_NO,
    open: false,
  });
}

/**
 * Returns the question before a plan that depends on skipped tasks.
 *
 * @param skipped The tasks with the reasons: `01-01/2 (not needed)`.
 */
export function skippedQuestion(plan: string, skipped: readonly string[]): Question {
  return {
    id: `${plan}/skipped`,
    kind: "gate",
    title: `Plan ${plan} depends on skipped tasks: ${skipped.join(", ")}. Execute it?`,
    details: "",
    choices: YES_NO,
    open: false,
  };
}

/** The phases that another depends on and whose work it would not have; their numbers as printed. */
export interface OpenPhases {
  /** Those that are not executed. */
  readonly open: readonly string[];
  /** Those that are executed on a branch that is not merged. */
  readonly unmerged: readonly { readonly number: string; readonly branch: string }[];
}

/**
 * Returns the question before a phase that depends on others in the roadmap.
 *
 * @param number The number of the phase, as printed.
 */
export function phaseOrderQuestion(number: string, { open, unmerged }: OpenPhases, mode: Mode): Question {
  const phases = (numbers: readonly string[]) =>
    `${numbers.length === 1 ? "phase" : "phases"} ${numbers.join(", ")}`;
  const isOrAre = ({ length }: readonly unknown[]) => length === 1 ? "is" : "are";
  const branches = `${unmerged.length === 1 ? "branch" : "branches"} ${
    unmerged.map(({ branch }) => branch).join(", ")
  }`;
  const needed = [
    ...open.length === 0 ? [] : [`${phases(open)}, which ${isOrAre(open)} not executed`],
    ...unmerged.length === 0 ? [] : [
      `${phases(unmerged.map((phase) => phase.number))}, whose ${branches} ${isOrAre(unmerged)} not merged`,
    ],
  ].join(", and on ");
  const question: Question = {
    ...gateQuestion(
      PHASE_ORDER,
      `Phase ${number} depends on ${needed}. Execute it anyway?`,
    ),
    preselected: "no",
  };
  return mode === "yolo" ? { ...question, automatic: "yes" } : question;
}

/** Reports whether a question may be answered from elsewhere: what an agent may do is allowed at the terminal only. */
export function isAnswerable({ kind }: Question): boolean {
  return kind !== "safety";
}

/** The answer that postpones a review to a later run. */
export const LATER = "later";

/** The ID of {@link acceptanceQuestion}. */
export const UNVERIFIED = "unverified";

/**
 * Returns the question whether to accept unverified phases. Stopping is the first choice, and `--yes` does
 * not answer it.
 *
 * @param leaves True if they are accepted when no answer is given.
 */
export function acceptanceQuestion(title: string, details: string, leaves: boolean): Question {
  return {
    id: UNVERIFIED,
    kind: "acceptance",
    title,
    details,
    choices: [{ value: "stop", label: "Stop; nothing is changed" }, {
      value: "accept",
      label: "Complete it",
    }],
    open: false,
    preselected: "stop",
    ...(leaves ? { automatic: "accept" } : {}),
  };
}

/**
 * Returns the question of a checkpoint, or undefined for a task without one.
 *
 * In mode `yolo` a human-verify is approved and a decision takes its first option. A human-action always
 * needs a person, and so does a checkpoint with the gate `blocking-human`. See
 * docs/decisions/running-tasks.md and docs/decisions/plan-body.md.
 */
export function checkpointQuestion(plan: string, task: Task, mode: Mode): Question | undefined {
  const base = { id: `${plan}/${task.number}`, plan, title: task.name };
  if (task.type === "auto") return undefined;
  const answered = task.gate === "blocking-human" ? "interactive" : mode;
  switch (task.type) {
    case "checkpoint:human-verify":
      return automatic(answered, {
        ...base,
        kind: "human-verify",
        details: paragraphs([task.what_built, task.how_to_verify, task.resume_signal]),
        choices: signalChoices(task.resume_signal, { value: "approved", label: "It works as described" }),
        open: true,
      });
    case "checkpoint:decision": {
      const options = task.options.map(({ id, name, pros, cons }) => {
        return [`${id}: ${name}`, pros && `  for: ${pros}`, cons && `  against: ${cons}`].filter(Boolean)
          .join("\n");
      });
      return automatic(answered, {
        ...base,
        kind: "decision",
        details: paragraphs([task.decision, task.context, options.join("\n"), task.resume_signal]),
        choices: task.options.map(({ id, name }) => ({ value: id, label: name })),
        open: task.options.length === 0,
      });
    }
    case "checkpoint:human-action":
      return {
        ...base,
        kind: "human-action",
        details: paragraphs([task.action, task.instructions, verificationText(task), task.resume_signal]),
        choices: signalChoices(task.resume_signal, { value: "done", label: "It is done" }, true),
        open: false,
      };
  }
}

/** Returns the merge offer at the end of a phase. See docs/decisions/branches-and-merges.md. */
export function mergeQuestion(branch: string, base: string, mode: Mode): Question {
  return automatic(mode, {
    id: "merge",
    kind: "merge",
    title: `Merge ${branch} into ${base}?`,
    details: "",
    choices: [
      { value: "squash", label: "Yes (Squash)", effect: "merges all commits as one, recommended" },
      { value: "history", label: "No (Keep History)", effect: "merges and keeps each commit" },
      { value: "skip", label: "Skip", effect: "merges nothing now" },
    ],
    open: false,
  });
}

/** The answers that allow an agent's request: this one, or also equal ones later in the run or the project. */
export const ALLOW_ONCE = "allow";
export const ALLOW_RUN = "run";
export const ALLOW_ALWAYS = "always";

/** The answer that refuses an agent's request, with or without a reason after a colon. */
const REFUSE = "refuse";

/** Returns the answer that refuses an agent's request for a reason in the user's words. */
export function refusalAnswer(words: string): string {
  return `${REFUSE}: ${words}`;
}

/** Returns the user's reason in a refusal; empty if there is none. */
export function refusalWords(answer: string): string {
  return answer.startsWith(`${REFUSE}: `) ? answer.slice(REFUSE.length + 2).trim() : "";
}

/**
 * Returns the question before an agent may do something. Only a person at the terminal can answer it: no flag
 * and no mode. Text is a refusal, and reaches the agent. See docs/decisions/running-tasks.md and
 * docs/configuration.md.
 *
 * @param plan The ID of the plan; empty for work without a plan.
 * @param what The request in full.
 * @param later The later requests that one answer may cover, undefined if none; and whether the user may always
 * allow them in the project.
 */
export function permissionQuestion(
  plan: string,
  what: string,
  { reason }: PermissionVerdict,
  { covers, always }: { readonly covers: string | undefined; readonly always: boolean },
): Question {
  // The details of a long request may have left the screen when the user chooses.
  const worst = reason.length > MAX_REASON ? `${reason.slice(0, MAX_REASON)}…` : reason;
  return {
    id: plan === "" ? "safety" : `${plan}/safety`,
    kind: "safety",
    title: `${plan === "" ? "The" : `Plan ${plan}: the`} agent asks for permission: ${worst}. Allow it?`,
    details: `Reason: ${reason}\n${what}`,
    choices: [
      { value: REFUSE, label: "Refuse" },
      { value: ALLOW_ONCE, label: "Allow, this once" },
      ...(covers === undefined ? [] : [
        { value: ALLOW_RUN, label: `Allow ${covers}, for this run` },
        ...(always ? [{ value: ALLOW_ALWAYS, label: `Allow ${covers}, always in this project` }] : []),
      ]),
    ],
    open: true,
    preselected: REFUSE,
  };
}

/**
 * Returns the question what to do about a merge with conflicts. See docs/decisions/branches-and-merges.md.
 */
export function conflictQuestion(
  { branch, base }: { readonly branch: string; readonly base: string },
  conflicts: readonly ConflictPath[],
): Question {
  return {
    id: "conflict",
    kind: "conflict",
    title: `Merging ${branch} into ${base} has conflicts. What now?`,
    details: conflicts.map((conflict) => conflictLine(conflict, branch, base)).join("\n"),
    choices: [
      { value: "manual", label: "Start the merge; I resolve the conflicts myself" },
      { value: "abort", label: "Abort; nothing is changed" },
    ],
    open: false,
    preselected: "abort",
  };
}

/** Describes a path and the changes of both sides: `a.ts: changed in main, removed in wf/phase-01-base`. */
export function conflictLine(conflict: ConflictPath, branch: string, base: string): string {
  return `${conflict.path}: ${conflict.base} in ${base}, ${conflict.branch} in ${branch}`;
}

/**
 * Returns the choice that an answer means, or the answer itself if the question is open.
 *
 * Values and labels are compared without case, outer quotes and final punctuation. Checkpoints also accept
 * the usual words of approval. Words at a safety question are a {@link refusalAnswer}.
 *
 * @returns Undefined for an answer that the question does not allow.
 */
export function readAnswer(question: Question, answer: string): string | undefined {
  const text = answer.trim();
  const wanted = normalizedAnswer(text);
  const choice = question.choices.find(({ value }) => normalizedAnswer(value) === wanted) ??
    question.choices.find(({ label }) => normalizedAnswer(label) === wanted);
  if (choice !== undefined) return choice.value;
  if (USUAL_WORDS[question.kind]?.test(wanted)) return question.choices[0]?.value;
  if (question.kind === "gate" && wanted === "n") return "no";
  return question.open && question.kind !== "safety" && text !== "" ? text : undefined;
}

/** Matches other words for the first choice. */
const USUAL_WORDS: Readonly<Partial<Record<Question["kind"], RegExp>>> = {
  "gate": /^y$/,
  "human-verify": /^(?:approved?|yes|y|ok|lgtm)$/,
  "human-action": /^(?:done|yes|y|ok)$/,
  "agent": /^(?:done|continue|yes|y|ok)$/,
};

/** Returns the approving answers of a resume signal; the first has the usual label. */
function signalChoices(signal: string, usual: Choice, all = false): readonly Choice[] {
  const [value = usual.value, ...others] = resumeSignals(signal, all);
  return [{ ...usual, value }, ...others.map((other) => ({ value: other, label: other }))];
}

/** Returns the verification of a human-action: its prose, and the commands that run after the answer. */
function verificationText({ verification, checks }: HumanActionTask): string {
  const prose = verification.replace(/<\/?automated>/g, "`");
  if (checks.length === 0) return prose;
  const isCommand = checks.length === 1 && prose.replaceAll("`", "") === checks[0];
  const commands = checks.map((check) => check.replace(/^/gm, "  ")).join("\n");
  return paragraphs([isCommand ? "" : prose, `Checked after your answer with:\n${commands}`]);
}

/**
 * Returns the question of a human-action again, after one of its checks failed.
 *
 * @param output What the check printed.
 */
export function failedActionQuestion(question: Question, command: string, output: string): Question {
  const printed = output.trim().split("\n").slice(-MAX_OUTPUT_LINES).map((line) => `  ${line}`);
  const failed = [`The check failed: ${command}`, ...printed].join("\n");
  return { ...question, details: paragraphs([question.details, failed]) };
}

function automatic(mode: Mode, question: Question): Question {
  const first = question.choices[0];
  return mode === "yolo" && first !== undefined ? { ...question, automatic: first.value } : question;
}
