import type { CommandMeta, ConfigKey, OptionMeta } from "../../../schemas/metadata.ts";
import type { CompletionCandidate as Candidate } from "../../../schemas/results/setup.ts";
import { gateQuestion, mergeQuestion } from "../../plan/run/questions.ts";
import { parsePhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { phasePart } from "../../parse/ids/plan_id.ts";
import { STDIN_FLAG } from "../../plan/integrations/stdin_arguments.ts";
import { oneLine } from "../terminal/display_width.ts";
import { readWords, type TypedWords } from "./read_words.ts";
import { allowedValues, keyValues } from "./values.ts";

export interface Completion {
  /** The candidates in the order to show them, including those that do not begin as typed. */
  readonly candidates: readonly Candidate[];
  readonly paths: "files" | "dirs" | "none";
}

export interface PhaseFact {
  /** The number as printed, for example `03`. */
  readonly number: string;
  /** The description, in one line. */
  readonly description: string;
}

/** A plan, by its ID. */
export interface PlanFact extends Candidate {
  /** True if it has a summary. */
  readonly done: boolean;
  readonly tasks: number;
}

export interface ProjectFacts {
  /** The phases, in order. */
  readonly phases: readonly PhaseFact[];
  /** The plans, in order. */
  readonly plans: readonly PlanFact[];
}

export interface CompletionFacts {
  readonly commands: readonly CommandMeta[];
  readonly configKeys: readonly ConfigKey[];
  readonly schemas: readonly string[];
  /** The project. It may be empty unless {@link wantsProject} is true. */
  readonly project: ProjectFacts;
}

/** The facts outside a project. */
export const NO_PROJECT: ProjectFacts = { phases: [], plans: [] };

/** The flags that the command line adds to those of the types. */
const HELP: Candidate = { value: "--help", description: "Print this help." };
const VERSION: Candidate = { value: "--version", description: "Print the version." };

/**
 * Completes the last word of the words typed so far.
 *
 * @param words The words after the program's name, without quotes; the last one is being completed.
 */
export function complete(words: readonly string[], facts: CompletionFacts): Completion {
  const typed = readWords(words, facts.commands);
  const { wanted } = typed;
  switch (wanted.kind) {
    case "command":
      return only(facts.commands.map(({ name, description }) => ({ value: name, description })));
    case "flag":
      return only(flagCandidates(typed));
    case "flag-value":
      return withLead(wanted.lead, valueCompletion(wanted.option, typed, facts));
    case "positional": {
      const completion = valueCompletion(wanted.option, typed, facts);
      const open = completion.candidates.length === 0 && completion.paths === "none";
      return open && typed.text === "" && !wanted.option.required ? only(flagCandidates(typed)) : completion;
    }
    case "nothing":
      return only([]);
  }
}

/** Reports whether a phase or a plan of the project is being completed. */
export function wantsProject({ wanted, positionals }: TypedWords): boolean {
  if (wanted.kind !== "flag-value" && wanted.kind !== "positional") return false;
  const { placeholder } = wanted.option;
  return namesPhase(wanted.option, positionals) ||
    ["plan-id", "phase-or-plan", "work", "id=value"].includes(placeholder ?? "");
}

export function beginningWith(word: string, { candidates, paths }: Completion): Completion {
  return { candidates: candidates.filter(({ value }) => value.startsWith(word)), paths };
}

/**
 * Formats a completion for the scripts: a line `value<TAB>description` for each candidate, then `:files` or
 * `:dirs` if the shell completes paths.
 */
export function completionText({ candidates, paths }: Completion): string {
  const lines = candidates.filter(({ value }) => oneLine(value) === value && value !== "")
    .map(({ value, description }) => `${value}\t${oneLine(description)}\n`);
  return lines.join("") + (paths === "none" ? "" : `:${paths}\n`);
}

/** Returns the flags that may still be given, `--help` last; before the command `--version` too. */
function flagCandidates({ flags, given, command }: TypedWords): readonly Candidate[] {
  // This flag is for programs that call wf.
  const typed = flags.filter(({ name }) => `--${name}` !== STDIN_FLAG);
  const open = typed.filter(({ name, repeatable }) => repeatable || !given.has(name))
    .map(({ name, description }) => ({ value: `--${name}`, description }));
  if (given.has("help")) return open;
  return [...open, HELP, ...(command === undefined && given.size === 0 ? [VERSION] : [])];
}

/** Returns the values of a flag or a positional: those its type allows, or those of its placeholder. */
function valueCompletion(option: OptionMeta, typed: TypedWords, facts: CompletionFacts): Completion {
  const { configKeys, schemas, project } = facts;
  if (option.allowed !== undefined) return only(allowedValues(option));
  if (namesPhase(option, typed.positionals)) return only(phaseCandidates(typed.text, project.phases));
  switch (option.placeholder) {
    case "plan-id":
    case "phase-or-plan":
      return only(project.plans.map(({ value, description }) => ({ value, description })));
    case "work":
      return only(workCandidates(typed.text, project, /^(?:un|re)do$/.test(typed.command?.name ?? "")));
    case "schema":
      return only(schemas.map((value) => ({ value, description: "" })));
    case "path":
      return { candidates: [], paths: "files" };
    case "dir":
      return { candidates: [], paths: "dirs" };
    case "key":
      return only(typed.positionals.get("action") === "list" ? [] : keyNames(configKeys));
    case "key=value":
      return only(assignments(typed.text, configKeys));
    case "id=value":
      return only(answers(typed, facts));
    default:
      return only(valuesOfKey(option, typed, configKeys));
  }
}

/** Reports whether a phase number is expected: always, or depending on the words before. */
function namesPhase({ placeholder }: OptionMeta, positionals: ReadonlyMap<string, string>): boolean {
  if (placeholder === "phase-or-name") return positionals.get("action") !== "add";
  if (placeholder === "name-or-phase") return positionals.get("action") === "move";
  if (placeholder === "phase-or-plan" && positionals.get("action") === "new") return true;
  return placeholder === "phase" ||
    (placeholder === "phase-or-version" && [...positionals.values()].includes("phase"));
}

/** Returns phase numbers as users type them: without leading zeros, unless one has been typed. */
function phaseCandidates(text: string, phases: readonly PhaseFact[]): readonly Candidate[] {
  return phases.map(({ number, description }) => ({
    value: text.startsWith("0") ? number : number.replace(/^0+(?=\d)/, ""),
    description,
  }));
}

/**
 * Returns phases and plans; after the `/` of a plan, its tasks.
 *
 * @param done True for only complete plans and their phases.
 */
function workCandidates(text: string, { phases, plans }: ProjectFacts, done: boolean): readonly Candidate[] {
  const plan = plans.find(({ value }) => text.startsWith(`${value}/`));
  if (plan !== undefined) {
    return Array.from({ length: plan.tasks }, (_, index) => {
      return { value: `${plan.value}/${index + 1}`, description: plan.description };
    });
  }
  const wanted = plans.filter((each) => each.done || !done);
  const begun = phases.filter(({ number }) =>
    !done || wanted.some(({ value }) => phasePart(value) === number)
  );
  return [
    ...phaseCandidates(text, begun),
    ...wanted.map(({ value, description }) => ({ value, description })),
  ];
}

/**
 * Returns the values of the configuration key that belongs to a positional `value`, a flag `--agent` or a
 * setting.
 */
function valuesOfKey(
  { name }: OptionMeta,
  { positionals }: TypedWords,
  configKeys: readonly ConfigKey[],
): readonly Candidate[] {
  const wanted = name === "value"
    ? (positionals.get("action") ?? "set") === "set" ? positionals.get("key") : undefined
    : name === "agent"
    ? "agent.name"
    : name.replaceAll("-", "_");
  const key = configKeys.find((candidate) => candidate.key === wanted);
  return key === undefined ? [] : keyValues(key);
}

function keyNames(configKeys: readonly ConfigKey[]): readonly Candidate[] {
  return configKeys.map(({ key, description }) => ({ value: key, description }));
}

/** Returns `<key>=` for every key; after the `=`, one candidate for each value of the key. */
function assignments(text: string, configKeys: readonly ConfigKey[]): readonly Candidate[] {
  const key = configKeys.find((candidate) => text.startsWith(`${candidate.key}=`));
  if (key !== undefined) return withLead(`${key.key}=`, only(keyValues(key))).candidates;
  return keyNames(configKeys).map(({ value, description }) => ({ value: `${value}=`, description }));
}

/** The gates that a command that executes plans asks for each of them. */
const PLAN_GATES = ["confirm_plan", "execute_next_plan"] as const;

/**
 * Returns `<id>=` for every gate, the merge offer and the gates of each open plan; after the `=`, one candidate for
 * each answer.
 */
function answers(
  { text, flags, positionals }: TypedWords,
  { configKeys, project }: CompletionFacts,
): readonly Candidate[] {
  const gates = configKeys.filter(({ key }) => key.startsWith("gates."))
    .map(({ key, description }) => ({ id: key.slice("gates.".length), description }));
  const phase = parsePhaseNumber(positionals.get("phase") ?? "");
  const plans = flags.some(({ placeholder }) => placeholder === "plan-id")
    ? project.plans.filter(({ value, done }) => {
      return !done && (phase === undefined || phasePart(value) === printPhaseNumber(phase));
    })
    : [];
  const ofPlans = plans.flatMap(({ value, description }) =>
    PLAN_GATES.map((gate) => ({ id: `${value}/${gate}`, description }))
  );
  const questions = [...gates, { id: "merge", description: "Answer the merge offer." }, ...ofPlans];
  const asked = questions.find(({ id }) => text.startsWith(`${id}=`));
  if (asked === undefined) {
    return questions.map(({ id, description }) => ({ value: `${id}=`, description }));
  }
  const { choices } = asked.id === "merge"
    ? mergeQuestion("", "", "interactive")
    : gateQuestion("confirm_plan", "");
  return choices.map(({ value, label }) => ({ value: `${asked.id}=${value}`, description: label }));
}

function only(candidates: readonly Candidate[]): Completion {
  return { candidates, paths: "none" };
}

function withLead(lead: string, { candidates, paths }: Completion): Completion {
  const whole = candidates.map(({ value, description }) => ({ value: lead + value, description }));
  return { candidates: whole, paths };
}
