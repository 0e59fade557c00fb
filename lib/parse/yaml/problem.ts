/** Why a text is not the YAML this tool reads. */
export interface YamlProblem {
  /** The reason, without position. */
  readonly reason: string;
  /** Where it became visible, as an offset. */
  readonly offset: number;
}
