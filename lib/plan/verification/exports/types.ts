/** The names that a file makes available to others. */
export interface ExportedNames {
  /** The names. */
  readonly names: ReadonlySet<string>;
  /** What it passes on from other modules without naming it: the specifiers of `export * from`. */
  readonly from: readonly string[];
  /** Why there may be further names; absent when these are all. */
  readonly more?: string;
}

/** What came of reading the exports of a file. */
export type ExportsReading =
  | ({ readonly kind: "read" } & ExportedNames)
  | { readonly kind: "unknown"; readonly reason: string };
