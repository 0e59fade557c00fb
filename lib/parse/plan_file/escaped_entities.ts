import type { TaskType } from "../../../schemas/plan_file.ts";
import type { BodyElement } from "./scan_body.ts";

/** For each type the substitutes of missing elements, by name. See docs/decisions/field-data.md. */
const SUBSTITUTES: Readonly<Partial<Record<TaskType, Readonly<Record<string, readonly string[]>>>>> = {
  "checkpoint:human-verify": { "what-built": ["action"], "how-to-verify": ["verify"] },
  "checkpoint:human-action": { "instructions": ["what-built", "what-to-do", "how-to-verify"] },
};
/** The substitutes in a task of another type. */
const NONE: ReadonlyMap<string, readonly BodyElement[]> = new Map();

/**
 * Returns the children of a task that are read in place of missing or empty elements, in order, by the name
 * of the missing element.
 *
 * @param task The element of the task.
 * @param type The type as which the task is read.
 * @param text The text that contains the element.
 */
export function escapedElements(
  task: BodyElement,
  type: TaskType,
  text: string,
): ReadonlyMap<string, readonly BodyElement[]> {
  const substitutes = SUBSTITUTES[type];
  if (substitutes === undefined) return NONE;
  const found = new Map<string, readonly BodyElement[]>();
  const given = (names: readonly string[]) =>
    task.children.filter(({ name, inner }) => {
      return names.includes(name) && text.slice(inner.start, inner.end).trim() !== "";
    });
  for (const [name, others] of Object.entries(substitutes)) {
    if (given([name]).length > 0) continue;
    const elements = given(others);
    if (elements.length > 0) found.set(name, elements);
  }
  return found;
}
