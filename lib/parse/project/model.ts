import type { PhaseNumber } from "../ids/phase_number.ts";
import type { PlanDocument, PlanFacts } from "../plan_file/plan_file.ts";
import type { SourceText } from "../../text/source_text.ts";
import type { ConfigDocument } from "../config/config.ts";
import type { Milestone } from "../roadmap/milestone.ts";
import type { Requirements } from "../requirements/requirements.ts";
import type { Roadmap } from "../roadmap/roadmap.ts";

/** Finds plans by the forms that `depends_on` allows. */
export interface PlanIndex<P extends PlanFacts = PlanDocument> {
  /** All plans of all phases. */
  readonly all: readonly P[];
  /** The plans by ID; the first of several with the same ID. */
  readonly byId: ReadonlyMap<string, P>;
  /**
   * Returns the ID of the plan that a text names, or undefined. Plans of the phase take precedence over
   * others, and archived plans come last.
   *
   * @param text For example `03-01`, `03-01-auth`, `03-auth-01` or `1`.
   * @param from The phase of the plan that names it.
   */
  resolve(text: string, from: PhaseNumber): string | undefined;
  /** Returns the sorted IDs of all plans of a phase, including unread and archived ones. */
  ofPhase(number: PhaseNumber): readonly string[];
}

/** A phase that has a folder. */
export interface Phase<P extends PlanFacts = PlanDocument> {
  /** Its number. */
  readonly number: PhaseNumber;
  /** Its name: from the roadmap, else from the folder. */
  readonly name: string;
  /** The folder, relative to the project root. */
  readonly directory: string;
  /** Its plans, in the order of their IDs, including files without frontmatter. */
  readonly plans: readonly P[];
  /** Paths of its plan files that were not read. */
  readonly unread: readonly string[];
  /** Files with the content of a plan, but not its name, or with the name of a plan that another file has. */
  readonly misnamed: readonly SourceText[];
  /** Paths of its summaries. */
  readonly summaries: ReadonlySet<string>;
  /** Its summaries that are too short to be complete. */
  readonly shortSummaries: readonly SourceText[];
  /** Its last verification, if there is one. */
  readonly verification: SourceText | undefined;
}

/** A phase with or without the bodies of its plans. */
export type PhaseFacts = Phase<PlanFacts>;

/** A whole `.planning/` tree. */
export interface Project<P extends PlanFacts = PlanDocument> {
  /** Folder of the project, `.planning` or that of a workstream. */
  readonly base: string;
  /** The phases that have folders, in the order of their numbers. */
  readonly phases: readonly Phase<P>[];
  /** The roadmap, if there is one. */
  readonly roadmap: Roadmap | undefined;
  /** The requirements, if there is a file of them. */
  readonly requirements: Requirements | undefined;
  /** The state document, if there is one. */
  readonly state: SourceText | undefined;
  /** The current milestone, if the roadmap or the state document names it. */
  readonly milestone: Milestone | undefined;
  /** The configuration; empty when there is no file. */
  readonly config: ConfigDocument;
  /** The index of all plans. */
  readonly plans: PlanIndex<P>;
  /** Name of the project's own folder, for example `app`; undefined if it is unknown. */
  readonly folder: string | undefined;
  /** All files in the phases' folders and the archived ones. */
  readonly paths: readonly string[];
  /** Plan files outside of phase folders, which are ignored. */
  readonly misplaced: readonly SourceText[];
  /** Existing files, and links to folders, that were not read, with the reason. */
  readonly unread: ReadonlyMap<string, UnreadReason>;
  /** Further files below `.planning/` that contain conflicts; empty when that was not checked. */
  readonly conflicted: readonly SourceText[];
  /** Referenced paths that do not exist; undefined when that was not checked. */
  readonly absent: ReadonlySet<string> | undefined;
  /** Paths of plans with bytes that are not UTF-8; undefined when that was not checked. */
  readonly undecoded: ReadonlySet<string> | undefined;
  /** Patterns of key links that cannot be used, with the reason; undefined when that was not checked. */
  readonly refusedPatterns: ReadonlyMap<string, string> | undefined;
}

/** A tree with or without the bodies of its plans. */
export type ProjectFacts = Project<PlanFacts>;

/** The files read from `.planning/`. Paths are relative to the project root. */
export interface ProjectSources {
  /** The folder with the documents and the phases: of a workstream, or by default `.planning`. */
  readonly base?: string | undefined;
  /**
   * The contents of plan files, documents, the configuration and short summaries, by path. A plan file
   * without a content is known only by its name.
   */
  readonly texts: ReadonlyMap<string, string>;
  /** Name of the project's own folder; absent if it is unknown. */
  readonly folder?: string | undefined;
  /** All files in the phases' folders and the archived ones, read or not. */
  readonly paths: readonly string[];
  /** Existing files, and links to folders, that were not read, with the reason; absent when all were read. */
  readonly unread?: ReadonlyMap<string, UnreadReason> | undefined;
  /** Further files below `.planning/` that contain conflicts; absent when that was not checked. */
  readonly conflicted?: readonly SourceText[] | undefined;
  /** Referenced paths that do not exist; absent when that was not checked. */
  readonly absent?: ReadonlySet<string> | undefined;
  /** Paths of plans with bytes that are not UTF-8; absent when that was not checked. */
  readonly undecoded?: ReadonlySet<string> | undefined;
  /** Patterns of key links that cannot be used, with the reason; absent when that was not checked. */
  readonly refusedPatterns?: ReadonlyMap<string, string> | undefined;
}

/** The reason why an existing file was not read. */
export type UnreadReason =
  | "link-outside"
  | "link-broken"
  | "folder"
  | "special"
  | "too-large"
  | "no-permission"
  | "failed";
