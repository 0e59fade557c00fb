/**
 * The plan file: YAML frontmatter, then a body of XML-like elements.
 *
 * The frontmatter types are the source of `generated/plan.schema.json`; the body types describe
 * what the body scanner returns. See docs/decisions/plan-body.md.
 * @module
 */

/** Type of a plan. The tasks of a `tdd` plan write tests first. */
export type PlanType = "execute" | "tdd";

/** The YAML frontmatter of a plan file. Identifiers are strings: `plan: 01` is "01". */
export interface PlanFrontmatter {
  /**
   * Phase of the plan, as `<NN>-<name>`: the name of its folder.
   * @examples ["03-accounts"]
   */
  readonly phase: string;
  /**
   * Number of the plan within its phase, usually two digits.
   * @examples ["01"]
   */
  readonly plan: string;
  /** Type of the plan: `execute`, or `tdd` for test-first work. */
  readonly type: PlanType;
  /**
   * Execution wave, counted from 1; 0 is accepted. It follows from `depends_on` and is repeated for readers.
   * @asType integer
   * @minimum 0
   */
  readonly wave: number;
  /**
   * IDs (`<NN>-<NN>`) of the plans that must be complete first; `Phase <N>` for all plans of a phase, `[]` for none.
   * @examples [[], ["03-01", "Phase 2"]]
   */
  readonly depends_on: readonly string[];
  /**
   * Files that the plan creates or changes, relative to the project root.
   * @examples [["src/login.ts"]]
   */
  readonly files_modified: readonly string[];
  /** True when no task needs a person; false when the plan holds checkpoints. */
  readonly autonomous: boolean;
  /**
   * Requirement IDs from REQUIREMENTS.md that the plan delivers.
   * @default []
   * @examples [["AUTH-01"]]
   */
  readonly requirements?: readonly string[];
  /** Conditions that must hold when the plan is done, derived backward from its goal. */
  readonly must_haves: MustHaves;
  /** True for a plan that closes gaps found by verification. Its waves may start at 1 again. */
  readonly gap_closure?: boolean;
}

/** Criteria that verification checks after the run, derived backward from the goal. */
export interface MustHaves {
  /**
   * Behaviors that a user can observe.
   * @minItems 1
   */
  readonly truths: readonly string[];
  /** Files that must exist. */
  readonly artifacts?: readonly Artifact[];
  /** Connections between files that must exist. */
  readonly key_links?: readonly KeyLink[];
  /** Other keys are kept. */
  readonly [extra: string]: unknown;
}

/** A file that must exist when the plan is done. */
export interface Artifact {
  /** Path relative to the project root. */
  readonly path: string;
  /** Purpose of the file. */
  readonly provides: string;
  /**
   * Minimum number of lines.
   * @asType integer
   * @minimum 0
   */
  readonly min_lines?: number;
  /** Names that the file must export. */
  readonly exports?: readonly string[];
  /** One or more strings that the file must contain. */
  readonly contains?: string | readonly string[];
  /** One or more strings that the file must not contain. */
  readonly not_contains?: string | readonly string[];
  /**
   * Minimum number of tests.
   * @asType integer
   * @minimum 0
   */
  readonly min_tests?: number;
  /** Other keys are kept. */
  readonly [extra: string]: unknown;
}

/** A connection between two files that must exist when the plan is done. */
export interface KeyLink {
  /** File the connection starts from. */
  readonly from: string;
  /** File, module or endpoint it leads to. */
  readonly to: string;
  /** Description of the connection. */
  readonly via: string;
  /** Regular expression that matches in `from` if the connection exists. */
  readonly pattern: string;
  /** Other keys are kept. */
  readonly [extra: string]: unknown;
}

/** The four task types. */
export type TaskType =
  | "auto"
  | "checkpoint:decision"
  | "checkpoint:human-verify"
  | "checkpoint:human-action";

/** A part of a plan's body that is not one of its elements. */
export interface PlanPart {
  /** Name of the element, as written; empty for text outside elements. */
  readonly name: string;
  /** Its text, with indentation but without leading and trailing empty lines. */
  readonly text: string;
  /** Its attributes, as written; absent if there are none. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Properties of every task. */
export interface TaskBase {
  /**
   * Position within the plan, counted from 1. The `Wf-Task` trailer of its commit.
   * @asType integer
   * @minimum 1
   */
  readonly number: number;
  /** Action-oriented name: `[Verb] [noun]` or `[Verb] [noun]: [specifics]`. */
  readonly name: string;
  /** Files that the task creates or changes, relative to the project root. */
  readonly files: readonly string[];
  /** Other parts of the task, in order: `<behavior>`, `<read_first>`, custom elements. */
  readonly further: readonly PlanPart[];
  /** Other attributes, as written; absent if there are none. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/** A step of test-first work: `red` writes failing tests, `green` makes them pass, `refactor` keeps them passing. */
export type TddStep = "red" | "green" | "refactor";

/** A task that the agent carries out alone. */
export interface AutoTask extends TaskBase {
  /** Carried out by the agent. */
  readonly type: "auto";
  /**
   * Test-first work, and its step if it is named: `tdd="red"` is read as `red`, `tdd="true"` as `any`. Absent for other
   * tasks, also in a `tdd` plan.
   */
  readonly tdd?: TddStep | "any";
  /** Instructions: what to build and how, what to avoid and why. */
  readonly action: string;
  /** The way to verify the task: prose and commands, for the agent. */
  readonly verify: string;
  /** Commands of `<automated>` elements in `<verify>`; the tool runs them after the task. */
  readonly checks: readonly string[];
  /** Measurable acceptance criteria. */
  readonly done: string;
}

/** A task in which a person inspects the result. */
export interface HumanVerifyTask extends TaskBase {
  /** A person checks visual or functional output. */
  readonly type: "checkpoint:human-verify";
  /** `blocking` (the default): the plan waits for the answer. `blocking-human`: only a person can answer, in every mode. */
  readonly gate: "blocking" | "non-blocking" | "blocking-human";
  /** The result and where to see it. */
  readonly what_built: string;
  /** Steps and expectations for the person. */
  readonly how_to_verify: string;
  /** The answer that lets the plan continue. */
  readonly resume_signal: string;
}

/** An option of a decision checkpoint. */
export interface DecisionOption {
  /** Identifier, used to answer. */
  readonly id: string;
  /** Short name. */
  readonly name: string;
  /** Arguments for it. */
  readonly pros: string;
  /** Arguments against it. */
  readonly cons: string;
}

/** A task in which a person makes an implementation choice. */
export interface DecisionTask extends TaskBase {
  /** A person decides. */
  readonly type: "checkpoint:decision";
  /** `blocking` (the default): the plan waits for the answer. `blocking-human`: only a person can answer, in every mode. */
  readonly gate: "blocking" | "non-blocking" | "blocking-human";
  /** The question to decide. */
  readonly decision: string;
  /** The reason why the decision matters. */
  readonly context: string;
  /** The options, in the order of the file. The first is the default. */
  readonly options: readonly DecisionOption[];
  /** The instruction for answering. */
  readonly resume_signal: string;
}

/** A task in which a person does something that the agent cannot do. */
export interface HumanActionTask extends TaskBase {
  /** A person acts. */
  readonly type: "checkpoint:human-action";
  /** `blocking` (the default): the plan waits for the answer. `blocking-human`: only a person can answer, in every mode. */
  readonly gate: "blocking" | "non-blocking" | "blocking-human";
  /** The action to take. */
  readonly action: string;
  /** The reason and the steps. */
  readonly instructions: string;
  /** The way to verify that it was done: prose for the person, and commands. */
  readonly verification: string;
  /** The commands in `verification`; the tool runs them once the person has answered. */
  readonly checks: readonly string[];
  /** The answer that lets the plan continue. */
  readonly resume_signal: string;
}

/** A task of a plan, distinguished by `type`. */
export type Task = AutoTask | HumanVerifyTask | DecisionTask | HumanActionTask;

/** The elements of a plan's body, as text. A missing element is an empty string. */
export interface PlanBody {
  /** The goal of the plan, then `Purpose:` and `Output:` lines. */
  readonly objective: string;
  /** Workflow and template files, one `@<path>` per line. */
  readonly execution_context: string;
  /** Project files to read, one `@<path>` per line. */
  readonly context: string;
  /** The tasks, in order. */
  readonly tasks: readonly Task[];
  /** Checks before the plan is declared complete. */
  readonly verification: string;
  /** Criteria that show the plan succeeded. */
  readonly success_criteria: string;
  /** Location of the summary. */
  readonly output: string;
  /** Other elements, in order: `<interfaces>`, `<threat_model>`, and repeated elements; and text outside elements. */
  readonly further: readonly PlanPart[];
}

/** A complete plan file. */
export interface PlanFile {
  /** Plan ID, `<phase number>-<plan number>`, for example `03-01`. */
  readonly id: string;
  /** Path relative to the project root, with forward slashes. */
  readonly path: string;
  /** The frontmatter, as specified. */
  readonly frontmatter: PlanFrontmatter;
  /** The body. */
  readonly body: PlanBody;
}
