/** The reason why a text is not readable YAML. */
export interface YamlProblem {
  /** The reason, without position. */
  readonly reason: string;
  /** The offset where it became visible. */
  readonly offset: number;
}
