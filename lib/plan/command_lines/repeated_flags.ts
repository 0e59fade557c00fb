/** The options of a call that a further one needs too. */
export interface LastingOptions {
  /** Folder to work in. */
  readonly cwd?: string;
  /** Agent instead of the configured one. */
  readonly agent?: string;
  /** Overrides of the configuration. */
  readonly set?: readonly string[];
}

/** The arguments that say where and how to work, and not what to answer. Whatever command follows needs them. */
export function lastingFlags({ cwd, agent, set = [] }: LastingOptions): readonly string[] {
  return [
    ...(cwd === undefined ? [] : ["--cwd", cwd]),
    ...(agent === undefined ? [] : ["--agent", agent]),
    ...set.flatMap((override) => ["--set", override]),
  ];
}

/**
 * The argument that confirms every gate, where it was given. It is for the same command once more: who
 * confirms the gates of one command has not seen those of another.
 */
export function confirmFlag(yes: boolean | undefined): readonly string[] {
  return yes ? ["--yes"] : [];
}
