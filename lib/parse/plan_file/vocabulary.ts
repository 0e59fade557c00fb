/**
 * The elements of a plan's body. See docs/decisions/field-data.md and docs/decisions/plan-body.md.
 * @module
 */

/** Marks an element whose content is text. */
export const LEAF = "leaf";
/** The elements that are allowed in a place, by name, each with its own vocabulary. */
export type Vocabulary = { readonly [name: string]: Vocabulary | typeof LEAF };

/** The elements inside `<option>`. */
export const OPTION: Vocabulary = { name: LEAF, pros: LEAF, cons: LEAF };
/** The elements inside `<task>`. */
export const TASK: Vocabulary = {
  name: LEAF,
  title: LEAF,
  files: LEAF,
  interfaces: LEAF,
  read_first: LEAF,
  description: LEAF,
  behavior: LEAF,
  action: LEAF,
  verify: LEAF,
  acceptance_criteria: LEAF,
  done: LEAF,
  "what-built": LEAF,
  "how-to-verify": LEAF,
  "what-to-do": LEAF,
  "resume-signal": LEAF,
  decision: LEAF,
  context: LEAF,
  options: { option: OPTION },
  instructions: LEAF,
  verification: LEAF,
};
const FEATURE: Vocabulary = { name: LEAF, files: LEAF, behavior: LEAF, implementation: LEAF, verify: LEAF };
/** The elements at the top level of a body. */
export const ROOT: Vocabulary = {
  objective: LEAF,
  execution_context: LEAF,
  context: LEAF,
  interfaces: LEAF,
  feature: FEATURE,
  tasks: { task: TASK, checkpoint: TASK, feature: FEATURE },
  task: TASK,
  checkpoint: TASK,
  threat_model: LEAF,
  verification: LEAF,
  success_criteria: LEAF,
  output: LEAF,
};

/** All names of the vocabulary, each once. */
export const ELEMENT_NAMES: readonly string[] = [...new Set(namesIn(ROOT))];

function namesIn(vocabulary: Vocabulary): string[] {
  return Object.entries(vocabulary).flatMap(([name, inside]) =>
    inside === LEAF ? [name] : [name, ...namesIn(inside)]
  );
}
