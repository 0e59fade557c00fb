export interface ExportedNames {
  readonly names: ReadonlySet<string>;
  /** The specifiers of `export * from`, whose names are not listed. */
  readonly from: readonly string[];
  /** The reason why there may be more names; undefined if the names are complete. */
  readonly more?: string;
}

export type ExportsReading =
  | ({ readonly kind: "read" } & ExportedNames)
  | { readonly kind: "unknown"; readonly reason: string };
