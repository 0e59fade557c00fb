/**
 * The plan file: YAML frontmatter, then a body of XML-like elements.
 *
 * The frontmatter types are the source of `generated/plan.schema.json`; the body types describe
 * what the body scanner returns. See docs/decisions/plan-body.md.
 * @module
 */

/** How a plan is carried out. `tdd` plans commit test, feat, refactor in that order. */
export type PlanType = "execute" | "tdd";

/** The YAML frontmatter of a plan file. Identifiers are text: `plan: 01` is "01". */
export interface PlanFrontmatter {
  /** Phase the plan belongs to, as `<NN>-<name>`: the name of its folder. */
  readonly phase: string;
  /** Number of the plan within its phase, usually two digits. */
  readonly plan: string;
  /** How the plan is carried out: `execute`, or `tdd` for test-first work. */
  readonly type: PlanType;
  /**
   * Execution wave, counted from 1, though 0 is read too. It follows from `depends_on`; the file repeats it for readers.
   * @asType integer
   * @minimum 0
   */
  readonly wave: number;
  /** IDs (`<NN>-<NN>`) of the plans that must be complete first, `Phase <N>` for all of a phase; `[]` for none. */
  readonly depends_on: readonly string[];
  /** Files the plan creates or changes, relative to the project root. */
  readonly files_modified: readonly string[];
  /** True when no task needs a person; false when the plan holds checkpoints. */
  readonly autonomous: boolean;
  /**
   * Requirement IDs from REQUIREMENTS.md that the plan delivers.
   * @default []
   */
  readonly requirements?: readonly string[];
  /** What must hold once the plan is done, worked out backward from its goal. */
  readonly must_haves: MustHaves;
  /** True for a plan that closes gaps which verification found. Its wave may start again at 1. */
  readonly gap_closure?: boolean;
}

/** Goal-backward criteria that verification checks after the run. */
export interface MustHaves {
  /**
   * Behaviours a user can observe.
   * @minItems 1
   */
  readonly truths: readonly string[];
  /** Files that must exist. */
  readonly artifacts?: readonly Artifact[];
  /** Connections between files that must be there. */
  readonly key_links?: readonly KeyLink[];
  /** Keys beyond the specification are kept. */
  readonly [extra: string]: unknown;
}

/** A file that must exist when the plan is done. */
export interface Artifact {
  /** Path relative to the project root. */
  readonly path: string;
  /** What the file provides. */
  readonly provides: string;
  /**
   * Least number of lines.
   * @asType integer
   * @minimum 0
   */
  readonly min_lines?: number;
  /** Names the file must export. */
  readonly exports?: readonly string[];
  /** Text the file must contain, or several of them. */
  readonly contains?: string | readonly string[];
  /** Text the file must not contain, or several of them. */
  readonly not_contains?: string | readonly string[];
  /**
   * Least number of tests.
   * @asType integer
   * @minimum 0
   */
  readonly min_tests?: number;
  /** Keys beyond the specification are kept. */
  readonly [extra: string]: unknown;
}

/** A connection between two files that must exist when the plan is done. */
export interface KeyLink {
  /** File the connection starts from. */
  readonly from: string;
  /** File, module or endpoint it leads to. */
  readonly to: string;
  /** How the two are connected, in words. */
  readonly via: string;
  /** Regular expression that matches in `from` when the connection is there. */
  readonly pattern: string;
  /** Keys beyond the specification are kept. */
  readonly [extra: string]: unknown;
}

/** The four task types. */
export type TaskType =
  | "auto"
  | "checkpoint:decision"
  | "checkpoint:human-verify"
  | "checkpoint:human-action";

/** A part of a plan's body that is none of the specification's elements. */
export interface PlanPart {
  /** Name of its element, as written; empty for text outside of elements. */
  readonly name: string;
  /** Its text with all indentation, without the empty lines around it. */
  readonly text: string;
}

/** What all tasks have in common. */
export interface TaskBase {
  /**
   * Position within the plan, counted from 1. The `Wf-Task` trailer of its commit.
   * @asType integer
   * @minimum 1
   */
  readonly number: number;
  /** Action-oriented name: `[Verb] [noun]` or `[Verb] [noun]: [specifics]`. */
  readonly name: string;
  /** Files the task creates or changes, relative to the project root. */
  readonly files: readonly string[];
  /** Further parts of the task, in order: `<behavior>`, `<read_first>`, elements of the author's own. */
  readonly further: readonly PlanPart[];
}

/** A task that the agent carries out alone. */
export interface AutoTask extends TaskBase {
  /** Carried out by the agent. */
  readonly type: "auto";
  /** What to build and how, what to avoid and why. */
  readonly action: string;
  /** How to prove that the task worked: prose and commands, for the agent. */
  readonly verify: string;
  /** Commands of `<automated>` elements in `<verify>`; the tool runs them after the task. */
  readonly checks: readonly string[];
  /** Measurable acceptance criteria. */
  readonly done: string;
}

/** A task in which a person looks at what was built. */
export interface HumanVerifyTask extends TaskBase {
  /** A person checks visual or functional output. */
  readonly type: "checkpoint:human-verify";
  /** `blocking` (the default): the plan waits for the answer. `blocking-human`: only a person gives it, whatever the mode. */
  readonly gate: "blocking" | "non-blocking" | "blocking-human";
  /** What was built and where to see it. */
  readonly what_built: string;
  /** Steps and expectations for the person. */
  readonly how_to_verify: string;
  /** The text that lets the plan go on. */
  readonly resume_signal: string;
}

/** A choice of a decision checkpoint. */
export interface DecisionOption {
  /** Identifier, used to answer. */
  readonly id: string;
  /** Short name. */
  readonly name: string;
  /** What speaks for it. */
  readonly pros: string;
  /** What speaks against it. */
  readonly cons: string;
}

/** A task in which a person makes an implementation choice. */
export interface DecisionTask extends TaskBase {
  /** A person decides. */
  readonly type: "checkpoint:decision";
  /** `blocking` (the default): the plan waits for the answer. `blocking-human`: only a person gives it, whatever the mode. */
  readonly gate: "blocking" | "non-blocking" | "blocking-human";
  /** What is to be decided. */
  readonly decision: string;
  /** Why the decision matters. */
  readonly context: string;
  /** The choices, in the order of the file. The first is the default. */
  readonly options: readonly DecisionOption[];
  /** How to answer. */
  readonly resume_signal: string;
}

/** A task in which a person does something that the agent cannot. */
export interface HumanActionTask extends TaskBase {
  /** A person acts. */
  readonly type: "checkpoint:human-action";
  /** `blocking` (the default): the plan waits for the answer. `blocking-human`: only a person gives it, whatever the mode. */
  readonly gate: "blocking" | "non-blocking" | "blocking-human";
  /** What the person has to do. */
  readonly action: string;
  /** Why, and step by step. */
  readonly instructions: string;
  /** How the tool or the agent can see that it was done. */
  readonly verification: string;
  /** The text that lets the plan go on. */
  readonly resume_signal: string;
}

/** A task of a plan, told apart by `type`. */
export type Task = AutoTask | HumanVerifyTask | DecisionTask | HumanActionTask;

/** The elements of a plan's body, as text. An element that is missing is an empty string. */
export interface PlanBody {
  /** What is built, then `Purpose:` and `Output:` lines. */
  readonly objective: string;
  /** Workflow and template files, `@<path>` each on a line. */
  readonly execution_context: string;
  /** Project files to read, `@<path>` each on a line. */
  readonly context: string;
  /** The tasks, in order. */
  readonly tasks: readonly Task[];
  /** Checks before the plan is declared complete. */
  readonly verification: string;
  /** Criteria that show the plan succeeded. */
  readonly success_criteria: string;
  /** Where the summary goes. */
  readonly output: string;
  /** Further elements, in order: `<interfaces>`, `<threat_model>`, and what is there a second time. */
  readonly further: readonly PlanPart[];
}

/** A whole plan file. */
export interface PlanFile {
  /** Plan ID, `<phase number>-<plan number>`, for example `03-01`. */
  readonly id: string;
  /** Path relative to the project root, with forward slashes. */
  readonly path: string;
  /** The frontmatter, in the shape the specification gives it. */
  readonly frontmatter: PlanFrontmatter;
  /** The body. */
  readonly body: PlanBody;
}
