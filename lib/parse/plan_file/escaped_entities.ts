import type { TaskType } from "../../../schemas/plan_file.ts";
import type { BodyElement } from "./scan_body.ts";

/** For each type the elements that are read in place of one that is missing, by its name. See docs/decisions/field-data.md. */
const STAND_INS: Readonly<Partial<Record<TaskType, Readonly<Record<string, readonly string[]>>>>> = {
  "checkpoint:human-verify": { "what-built": ["action"], "how-to-verify": ["verify"] },
  "checkpoint:human-action": { "instructions": ["what-built", "what-to-do", "how-to-verify"] },
};

/**
 * The children of a task that are read in place of elements that are missing or empty, in their order, by
 * the name of what is missing.
 *
 * @param task The element of the task.
 * @param type How the task is read.
 * @param text The text that the element is part of.
 */
export function escapedElements(
  task: BodyElement,
  type: TaskType,
  text: string,
): ReadonlyMap<string, readonly BodyElement[]> {
  const found = new Map<string, readonly BodyElement[]>();
  const given = (names: readonly string[]) =>
    task.children.filter(({ name, inner }) => {
      return names.includes(name) && text.slice(inner.start, inner.end).trim() !== "";
    });
  for (const [name, others] of Object.entries(STAND_INS[type] ?? {})) {
    if (given([name]).length > 0) continue;
    const elements = given(others);
    if (elements.length > 0) found.set(name, elements);
  }
  return found;
}
