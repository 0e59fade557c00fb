/** One small change to a source file that a test should notice. */
export interface Mutant {
  /** Identifies the mutant within one invocation, from 1. */
  readonly id: number;
  /** Path of the file, relative to the root of the repository. */
  readonly path: string;
  /** Line of the change, from 1. */
  readonly line: number;
  /** The kind of change. */
  readonly mutation: Mutation;
  /** Names the mutant by its content, so that it is found again when lines move. */
  readonly key: string;
  /** The text that is replaced: UTF-16 offsets, the end exclusive. */
  readonly edit: Edit;
  /** The enclosing expression that is switched at run time: UTF-16 offsets, the end exclusive. */
  readonly host: { readonly start: number; readonly end: number };
}

/** A change of a text. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The kinds of changes. */
export type Mutation =
  | "condition"
  | "comparison"
  | "logic"
  | "default"
  | "arithmetic"
  | "string"
  | "boolean"
  | "return"
  | "call"
  | "method"
  | "element"
  | "chain";
