/** A question to a person. */
export interface Question {
  /** Answered with `--answer <id>=<value>`: a gate's key, `<plan>/<task>`, `must_haves`, `unverified`, `merge`, or `conflict`. */
  readonly id: string;
  /** What kind of question it is; `--yes` answers gates only. */
  readonly kind:
    | "gate"
    | "human-verify"
    | "decision"
    | "human-action"
    | "acceptance"
    | "merge"
    | "conflict"
    | "safety";
  /** The question in one line. */
  readonly title: string;
  /** What a person needs to know to answer; may have several lines or none. */
  readonly details: string;
  /** The choices; the first is the recommended one. */
  readonly choices: readonly Choice[];
  /** True when any other text is an answer too: what is wrong and has to be mended. */
  readonly open: boolean;
  /** Answered without a person in this run: the value that stands in for the answer. */
  readonly automatic?: string;
}

/** A possible answer to a question. */
export interface Choice {
  /** What is written after `--answer <id>=`. */
  readonly value: string;
  /** What a person reads. */
  readonly label: string;
}
