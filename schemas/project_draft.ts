/**
 * The answers of an agent that drafts a project. The documents are written from this data.
 * @module
 */

/** A requirement. */
export interface DraftRequirement {
  /**
   * ID: words in capitals and a number, for example `AUTH-01`.
   * @minLength 1
   */
  readonly id: string;
  /**
   * An observable behavior, in one line: what a user can do.
   * @minLength 1
   */
  readonly text: string;
}

/** A part of the stack of a code base. */
export interface CodeStack {
  /**
   * Language, framework or tool, with its version if it matters.
   * @minLength 1
   */
  readonly name: string;
  /** File that shows it, relative to the project. */
  readonly file: string;
}

/** A command of a code base. */
export interface CodeCommand {
  /**
   * Purpose, such as build, test or lint.
   * @minLength 1
   */
  readonly purpose: string;
  /**
   * The command, as run in the folder of the project.
   * @minLength 1
   */
  readonly command: string;
  /** File that defines it, relative to the project. */
  readonly file: string;
}

/** A folder or file of a code base. */
export interface CodePlace {
  /** Path relative to the project. */
  readonly path: string;
  /**
   * What it is for.
   * @minLength 1
   */
  readonly purpose: string;
}

/** A description of existing code. */
export interface CodeMap {
  /** Languages, frameworks and tools. */
  readonly stack: readonly CodeStack[];
  /** Commands that build, test and check the code. */
  readonly commands: readonly CodeCommand[];
  /** The most important folders and files. */
  readonly structure: readonly CodePlace[];
  /** Commands that install the dependencies from a lock file. */
  readonly setup: readonly string[];
}

/** A project and its requirements. */
export interface ProjectDraft {
  /**
   * The project and its users, in two or three sentences.
   * @minLength 1
   */
  readonly what: string;
  /**
   * The one thing that must work.
   * @minLength 1
   */
  readonly core_value: string;
  /** The requirements of the first version. */
  readonly requirements: readonly DraftRequirement[];
  /** Requirements of later versions. */
  readonly later: readonly DraftRequirement[];
  /** Exclusions, each with its reason. */
  readonly out_of_scope: readonly string[];
  /** Constraints such as technology, time and compatibility. */
  readonly constraints: readonly string[];
  /** The existing code, if it was to be described. */
  readonly map?: CodeMap;
}

/** A phase of a roadmap. */
export interface DraftPhase {
  /**
   * Name of the phase, in a few words.
   * @minLength 1
   */
  readonly name: string;
  /**
   * The result of the phase, in one line.
   * @minLength 1
   */
  readonly summary: string;
  /**
   * What a user can do when the phase is done.
   * @minLength 1
   */
  readonly goal: string;
  /** Numbers of the phases that it depends on, from 1. */
  readonly depends_on: readonly number[];
  /** IDs of the requirements that it delivers. */
  readonly requirements: readonly string[];
  /** Observable conditions that must hold when the phase is done. */
  readonly success_criteria: readonly string[];
}

/** The phases of a project, in execution order. */
export interface RoadmapDraft {
  /** The phases; the first has the number 1. */
  readonly phases: readonly DraftPhase[];
}

/** The requirements and phases of a new milestone. */
export interface MilestoneDraft {
  /** Its requirements. */
  readonly requirements: readonly DraftRequirement[];
  /** Its phases, in execution order. */
  readonly phases: readonly DraftPhase[];
}

/** A project in preparation, kept in a separate file until its documents are written. */
export interface StartedProject {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Name of the project. */
  readonly name: string;
  /** Description of what to build. */
  readonly description: string;
  /** True if the agent describes the existing code. */
  readonly map?: boolean;
  /** The agent's draft of the project. */
  readonly project?: ProjectDraft;
  /** The agent's draft of the roadmap. */
  readonly roadmap?: RoadmapDraft;
  /** The gates that were confirmed. */
  readonly confirmed: readonly string[];
}
