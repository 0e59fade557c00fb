import type { GatesConfig, Mode } from "../../../schemas/config.ts";
import type { ConflictPath } from "../../../schemas/event.ts";
import type { PermissionRequest, PermissionVerdict } from "../../../schemas/permission.ts";
import type { Choice, Question } from "../../../schemas/question.ts";
import type { Task } from "../../../schemas/plan_file.ts";
import { normalisedAnswer, resumeSignals } from "./resume_signals.ts";

const YES_NO: readonly Choice[] = [{ value: "yes", label: "Yes" }, { value: "no", label: "No" }];

/**
 * The question a gate asks.
 *
 * @param gate The gate's key, which is the question's ID too.
 */
export function gateQuestion(gate: keyof GatesConfig, title: string, details = ""): Question {
  return { id: gate, kind: "gate", title, details, choices: YES_NO, open: false };
}

/** The answer that leaves what a person is to judge to a later run. */
export const LATER = "later";

/** ID of {@link acceptanceQuestion}. */
export const UNVERIFIED = "unverified";

/**
 * Asks whether phases that are not verified are accepted. Stopping comes first, and `--yes` does not answer it.
 *
 * @param leaves Whether they are accepted where no answer was given.
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
    ...(leaves ? { automatic: "accept" } : {}),
  };
}

/** The gate `confirm_transition` between two stages of the work on a phase. */
export function transitionQuestion(phase: string, to: "plan-phase" | "execute-phase"): Question {
  const stage = to === "plan-phase" ? "planning" : "executing";
  return gateQuestion("confirm_transition", `Phase ${phase}: go on with ${stage} it?`);
}

/**
 * The question a checkpoint asks, or undefined for a task that asks none.
 *
 * In mode `yolo` a human-verify is approved and a decision takes its first option; a human-action
 * is always a person's, and so is what the gate `blocking-human` stands before. See docs/decisions/running-tasks.md and docs/decisions/plan-body.md.
 */
export function checkpointQuestion(plan: string, task: Task, mode: Mode): Question | undefined {
  const base = { id: `${plan}/${task.number}`, title: task.name };
  if (task.type === "auto") return undefined;
  const answered = task.gate === "blocking-human" ? "interactive" : mode;
  switch (task.type) {
    case "checkpoint:human-verify":
      return automatic(answered, {
        ...base,
        kind: "human-verify",
        details: paragraphs(task.what_built, task.how_to_verify, task.resume_signal),
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
        details: paragraphs(task.decision, task.context, options.join("\n"), task.resume_signal),
        choices: task.options.map(({ id, name }) => ({ value: id, label: name })),
        open: task.options.length === 0,
      });
    }
    case "checkpoint:human-action":
      return {
        ...base,
        kind: "human-action",
        details: paragraphs(task.action, task.instructions, task.verification, task.resume_signal),
        choices: signalChoices(task.resume_signal, { value: "done", label: "It is done" }),
        open: false,
      };
  }
}

/** The merge offer at the end of a phase. See docs/decisions/branches-and-merges.md. */
export function mergeQuestion(branch: string, base: string, mode: Mode): Question {
  return automatic(mode, {
    id: "merge",
    kind: "merge",
    title: `Merge ${branch} into ${base}?`,
    details: "",
    choices: [
      { value: "squash", label: "Yes (Squash)" },
      { value: "history", label: "No (Keep History)" },
      { value: "skip", label: "Skip" },
    ],
    open: false,
  });
}

/**
 * What a person is asked before an agent may do something. Nothing but a person at the terminal answers
 * it: no flag, no mode. See docs/decisions/running-tasks.md and docs/configuration.md.
 *
 * @param plan Plan ID; empty for work that belongs to no plan.
 * @param what The request in full.
 */
export function permissionQuestion(
  plan: string,
  what: string,
  { paths, diffs }: PermissionRequest,
  { reason }: PermissionVerdict,
): Question {
  const files = [...new Set([...paths, ...diffs].map(({ path }) => path))];
  return {
    id: plan === "" ? "safety" : `${plan}/safety`,
    kind: "safety",
    title: `${plan === "" ? "The" : `Plan ${plan}: the`} agent asks leave. Allow it once?`,
    details: [what, ...files.map((path) => `  ${path}`), `Why you are asked: ${reason}`].join("\n"),
    choices: [{ value: "refuse", label: "Refuse" }, { value: "allow", label: "Allow, this once" }],
    open: false,
  };
}

/** What to do about a merge that meets conflicts. See docs/decisions/branches-and-merges.md. */
export function conflictQuestion(
  { branch, base }: { readonly branch: string; readonly base: string },
  conflicts: readonly ConflictPath[],
): Question {
  return {
    id: "conflict",
    kind: "conflict",
    title: `Merging ${branch} into ${base} meets conflicts. What now?`,
    details: conflicts.map((conflict) => conflictLine(conflict, branch, base)).join("\n"),
    choices: [
      { value: "manual", label: "Begin the merge; I resolve the conflicts by hand" },
      { value: "abort", label: "Abort; everything stays as it was" },
    ],
    open: false,
  };
}

/** A path and what each side did: `a.ts: changed in main, removed in wf/phase-01-base`. */
export function conflictLine(conflict: ConflictPath, branch: string, base: string): string {
  return `${conflict.path}: ${conflict.base} in ${base}, ${conflict.branch} in ${branch}`;
}

/**
 * The choice an answer means, or the answer itself where the question is open.
 *
 * Values and labels are compared without case, outer quotes and final punctuation; checkpoints take the
 * usual words of approval too.
 *
 * @returns Undefined for an answer the question does not allow.
 */
export function readAnswer(question: Question, answer: string): string | undefined {
  const text = answer.trim();
  const wanted = normalisedAnswer(text);
  const choice = question.choices.find(({ value }) => normalisedAnswer(value) === wanted) ??
    question.choices.find(({ label }) => normalisedAnswer(label) === wanted);
  if (choice !== undefined) return choice.value;
  if (USUAL_WORDS[question.kind]?.test(wanted)) return question.choices[0]?.value;
  if (question.kind === "gate" && wanted === "n") return "no";
  return question.open && text !== "" ? text : undefined;
}

/**
 * The choice that Enter takes at a terminal; undefined for the first. Of what a person is to judge none that
 * passes it.
 *
 * @param other The value that stands for an answer in the person's own words.
 */
export function preselected({ kind, choices }: Question, other: string): string | undefined {
  if (kind !== "human-verify") return undefined;
  return choices.some(({ value }) => value === LATER) ? LATER : other;
}

/** Other words for the first choice. */
const USUAL_WORDS: Readonly<Partial<Record<Question["kind"], RegExp>>> = {
  "gate": /^y$/,
  "human-verify": /^(?:approved?|yes|y|ok|lgtm)$/,
  "human-action": /^(?:done|yes|y|ok)$/,
};

/** The answers by which a resume signal approves, the first under the label of the usual one. */
function signalChoices(signal: string, usual: Choice): readonly Choice[] {
  const [value = usual.value, ...others] = resumeSignals(signal);
  return [{ ...usual, value }, ...others.map((other) => ({ value: other, label: other }))];
}

function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

function automatic(mode: Mode, question: Question): Question {
  const first = question.choices[0];
  return mode === "yolo" && first !== undefined ? { ...question, automatic: first.value } : question;
}
