/**
 * What an agent answers when a project is made: data, from which the documents are written.
 * @module
 */

/** A requirement. */
export interface DraftRequirement {
  /**
   * Its ID: words of capitals and a number, for example `AUTH-01`.
   * @minLength 1
   */
  readonly id: string;
  /**
   * What a user can do, in one line that can be observed.
   * @minLength 1
   */
  readonly text: string;
}

/** A project and what it has to do. */
export interface ProjectDraft {
  /**
   * What it is and for whom, in two or three sentences.
   * @minLength 1
   */
  readonly what: string;
  /**
   * The one thing that has to work.
   * @minLength 1
   */
  readonly core_value: string;
  /** The requirements of the first version. */
  readonly requirements: readonly DraftRequirement[];
  /** Requirements that wait for a later version. */
  readonly later: readonly DraftRequirement[];
  /** What it is not, each with its reason. */
  readonly out_of_scope: readonly string[];
  /** Technology, time, compatibility: what binds the work. */
  readonly constraints: readonly string[];
}

/** A phase of a roadmap. */
export interface DraftPhase {
  /**
   * A few words.
   * @minLength 1
   */
  readonly name: string;
  /**
   * What it delivers, in one line.
   * @minLength 1
   */
  readonly summary: string;
  /**
   * What a user can do when it is done.
   * @minLength 1
   */
  readonly goal: string;
  /** Numbers of the phases it builds on, from 1. */
  readonly depends_on: readonly number[];
  /** IDs of the requirements it delivers. */
  readonly requirements: readonly string[];
  /** What must be true when it is done, each something that can be observed. */
  readonly success_criteria: readonly string[];
}

/** The phases of a project, in the order of the work. */
export interface RoadmapDraft {
  /** The phases; the first has the number 1. */
  readonly phases: readonly DraftPhase[];
}

/** A project that is being made: kept in a file of its own until its documents are written. */
export interface StartedProject {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Name of the project. */
  readonly name: string;
  /** What is being built. */
  readonly description: string;
  /** What an agent made of the description. */
  readonly project?: ProjectDraft;
  /** Its phases. */
  readonly roadmap?: RoadmapDraft;
  /** The gates that were confirmed. */
  readonly confirmed: readonly string[];
}
