/** A question to the user. */
export interface Question {
  /** ID for `--answer <id>=<value>`: a gate's key, `<plan>/<task>`, `<plan>/<task>/blocked`, `<plan>/<task>/person`, `research/blocked`, `planning/person`, `must_haves`, `verification`, `unverified`, `merge`, or `conflict`. */
  readonly id: string;
  /** Kind of the question; `--yes` answers only gates. */
  readonly kind:
    | "gate"
    | "human-verify"
    | "decision"
    | "human-action"
    | "agent"
    | "acceptance"
    | "merge"
    | "conflict"
    | "safety";
  /** The plan of a checkpoint, or of a gate: `--answer <plan>/<gate>=` answers it for that plan only. */
  readonly plan?: string;
  /** The question in one line. */
  readonly title: string;
  /** Information needed to answer; may be empty or have several lines. */
  readonly details: string;
  /** The choices; the first is the recommended one. */
  readonly choices: readonly Choice[];
  /** True when free text is accepted too, for example a description of what is wrong. */
  readonly open: boolean;
  /** The choice that Enter alone selects at a terminal. It approves nothing; absent if the user has to select one. */
  readonly preselected?: string;
  /** The answer used without asking in this run; absent when the user is asked. */
  readonly automatic?: string;
}

/** A possible answer to a question. */
export interface Choice {
  /** Value for `--answer <id>=`. */
  readonly value: string;
  /** Text shown to the user. */
  readonly label: string;
  /** What it does, shown next to the label. */
  readonly effect?: string;
}
