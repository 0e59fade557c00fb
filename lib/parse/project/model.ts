import type { PhaseNumber } from "../ids/phase_number.ts";
import type { PlanDocument } from "../plan_file/plan_file.ts";
import type { SourceText } from "../../text/source_text.ts";
import type { ConfigDocument } from "../config/config.ts";
import type { Milestone } from "../roadmap/milestone.ts";
import type { Requirements } from "../requirements/requirements.ts";
import type { Roadmap } from "../roadmap/roadmap.ts";

/** Finds plans by the ways `depends_on` names them. */
export interface PlanIndex {
  /** All plans of all phases. */
  readonly all: readonly PlanDocument[];
  /** The plans by ID; of those with the same ID the first. */
  readonly byId: ReadonlyMap<string, PlanDocument>;
  /**
   * The ID of the plan that a text names, or undefined. Plans of the phase come before others, and
   * those of the archives last.
   *
   * @param text For example `03-01`, `03-01-auth`, `03-auth-01` or `1`.
   * @param from The phase of the plan that names it.
   */
  resolve(text: string, from: PhaseNumber): string | undefined;
  /** The IDs of all plans of a phase, those that were not read or are archived too; in their order. */
  ofPhase(number: PhaseNumber): readonly string[];
}

/** A phase that has a folder. */
export interface Phase {
  /** Its number. */
  readonly number: PhaseNumber;
  /** Its name: from the roadmap, else from the folder. */
  readonly name: string;
  /** The folder, relative to the project root. */
  readonly directory: string;
  /** Its plans, in the order of their IDs. Files without frontmatter are among them. */
  readonly plans: readonly PlanDocument[];
  /** Paths of its plan files that were not read: what they say is not known. */
  readonly unread: readonly string[];
  /** Files that hold a plan and are not named as one, or are named as one that another file is already. */
  readonly misnamed: readonly SourceText[];
  /** Paths of its summaries. */
  readonly summaries: ReadonlySet<string>;
  /** Those of its summaries that are too short to be whole, with their texts. */
  readonly shortSummaries: readonly SourceText[];
}

/** A whole `.planning/` tree. */
export interface Project {
  /** The phases that have folders, in the order of their numbers. */
  readonly phases: readonly Phase[];
  /** The roadmap, if there is one. */
  readonly roadmap: Roadmap | undefined;
  /** The requirements, if there is a file of them. */
  readonly requirements: Requirements | undefined;
  /** The state document, if there is one. */
  readonly state: SourceText | undefined;
  /** The milestone under way, if the roadmap or the state document names it. */
  readonly milestone: Milestone | undefined;
  /** The configuration; empty when there is no file. */
  readonly config: ConfigDocument;
  /** Finds plans by the ways they are named. */
  readonly plans: PlanIndex;
  /** Name of the project's own folder, for example `app`; undefined if it is not known. */
  readonly folder: string | undefined;
  /** All files below the phases' folders and the archived ones. */
  readonly paths: readonly string[];
  /** Plan files that lie in no phase's folder, and so take no part. */
  readonly misplaced: readonly SourceText[];
  /** Files, and links to folders, that are there and were not read. */
  readonly unread: ReadonlyMap<string, UnreadReason>;
  /** Paths that plans refer to and where nothing is; undefined when nobody looked. */
  readonly absent: ReadonlySet<string> | undefined;
  /** Patterns of key links that cannot be used, with the reason; undefined when nobody tried. */
  readonly refusedPatterns: ReadonlyMap<string, string> | undefined;
}

/** What was read from `.planning/`. Paths are relative to the project root. */
export interface ProjectSources {
  /**
   * Text of the plan files, the documents, the configuration and short summaries, by path. A plan file that
   * is among the paths and has no text is known by its name alone.
   */
  readonly texts: ReadonlyMap<string, string>;
  /** Name of the project's own folder; left out if it is not known. */
  readonly folder?: string | undefined;
  /** All files below the phases' folders and the archived ones, read or not. */
  readonly paths: readonly string[];
  /** Files, and links to folders, that are there and were not read; left out when all were. */
  readonly unread?: ReadonlyMap<string, UnreadReason> | undefined;
  /** Paths that plans refer to and where nothing is; left out when nobody looked. */
  readonly absent?: ReadonlySet<string> | undefined;
  /** Patterns of key links that cannot be used, with the reason; left out when nobody tried. */
  readonly refusedPatterns?: ReadonlyMap<string, string> | undefined;
}

/** Why a file that is there was not read. */
export type UnreadReason =
  | "link-outside"
  | "link-broken"
  | "folder"
  | "special"
  | "too-large"
  | "no-permission"
  | "failed";
