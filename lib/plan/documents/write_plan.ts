import type { DecisionOption, PlanBody, PlanFile, PlanPart, Task } from "../../../schemas/plan_file.ts";
import { defined } from "../../collections/defined.ts";
import { firstDifference } from "../../collections/first_difference.ts";
import { parsePlanFile } from "../../parse/plan_file/plan_file.ts";
import { readFiles } from "../../parse/plan_file/task_files.ts";
import { SourceText } from "../../text/source_text.ts";
import { writeYaml } from "../../text/write_yaml.ts";

/**
 * Writes a plan file. {@linkcode parsePlanFile} reads the same plan from it; adjacent texts outside of elements
 * become one.
 *
 * Comments, and headings outside of elements that only divide the file, are not part of a plan.
 *
 * @throws {RangeError} When a part cannot be written so that it is read again: plan files have no escapes, so an
 * action cannot contain a line `</action>`. The message names the part.
 *
 * @example
 * ```ts
 * import { parsePlanFile, SourceText, writePlan } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const path = ".planning/phases/01-start/01-01-PLAN.md";
 * const text = `---
 * { phase: 01-start, plan: 01, type: execute, wave: 1, depends_on: [], files_modified: [a.ts],
 *   autonomous: true, must_haves: { truths: [It works] } }
 * ---
 * <objective>Start.</objective>
 * `;
 * const plan = parsePlanFile(new SourceText(path, text)).file!;
 * const later = { ...plan, frontmatter: { ...plan.frontmatter, wave: 2 } };
 * assert.deepEqual(parsePlanFile(new SourceText(path, writePlan(later))).file, later);
 * ```
 */
export function writePlan(plan: PlanFile): string {
  const written = { ...plan, body: joined({ ...plan.body, tasks: plan.body.tasks.map(joined) }) };
  const text = `---\n${writeYaml({ ...plan.frontmatter })}---\n${bodyText(written.body)}`;
  const read = parsePlanFile(new SourceText(plan.path, text)).file;
  const place = firstDifference(written, read);
  if (place !== undefined) {
    const state = place === "" ? "its frontmatter is not valid" : `"${place}" would be read differently`;
    throw new RangeError(`Cannot write plan "${plan.id}": ${state}`);
  }
  return text;
}

/** Joins adjacent texts outside of elements, which nothing separates in a file. */
function joined<T extends Task | PlanBody>(whole: T): T {
  const further: PlanPart[] = [];
  for (const part of whole.further) {
    const last = further.at(-1);
    if (part.name !== "" || last?.name !== "") further.push(part);
    else further[further.length - 1] = { name: "", text: `${last.text}\n${part.text}` };
  }
  return { ...whole, further };
}

function bodyText({ tasks, further, ...texts }: PlanBody): string {
  const { objective, execution_context, context, verification, success_criteria, output } = texts;
  const elements = (texts: Readonly<Record<string, string>>) =>
    given(texts, further).map(([name, text]) => `\n<${name}>\n${text}\n</${name}>\n`);
  return [
    ...elements({ objective, execution_context, context }),
    tasks.length === 0 ? "" : `\n<tasks>\n\n${tasks.map(taskText).join("\n")}\n</tasks>\n`,
    ...elements({ verification, success_criteria, output }),
    ...further.map((part) => `\n${partText(part)}`),
  ].join("");
}

function taskText(task: Task): string {
  const own = task.type === "auto" ? defined({ tdd: task.tdd }) : { gate: task.gate };
  return [
    `<task${attributesText({ type: task.type, ...own, ...task.attributes })}>\n`,
    ...given(childrenOf(task), task.further).map(([name, text]) => `  <${name}>${text}</${name}>\n`),
    ...task.further.map(partText),
    "</task>\n",
  ].join("");
}

/**
 * Returns the elements to write: those with a text, and empty ones of which a further part has the name, as that
 * part would be read in their place.
 */
function given(
  texts: Readonly<Record<string, string>>,
  further: readonly PlanPart[],
): readonly (readonly [name: string, text: string])[] {
  return Object.entries(texts).filter(([own, text]) =>
    text !== "" || further.some(({ name }) => name === own)
  );
}

/** Returns the elements of a task in the order of the specification. */
function childrenOf(task: Task): Readonly<Record<string, string>> {
  const files = task.files.map(fileText).join(", ");
  switch (task.type) {
    case "auto":
      return { name: task.name, files, action: task.action, verify: task.verify, done: task.done };
    case "checkpoint:human-verify":
      return {
        name: task.name,
        files,
        "what-built": task.what_built,
        "how-to-verify": block(task.how_to_verify),
        "resume-signal": task.resume_signal,
      };
    case "checkpoint:decision":
      return {
        name: task.name,
        files,
        decision: task.decision,
        context: block(task.context),
        options: block(task.options.map(optionText).join("\n")),
        "resume-signal": task.resume_signal,
      };
    case "checkpoint:human-action":
      return {
        name: task.name,
        files,
        action: block(task.action),
        instructions: block(task.instructions),
        verification: block(task.verification),
        "resume-signal": task.resume_signal,
      };
  }
}

function optionText({ id, name, pros, cons }: DecisionOption): string {
  const children = given({ name, pros, cons }, []).map(([name, text]) =>
    `      <${name}>${text}</${name}>\n`
  );
  return `    <option${attributesText({ id })}>\n${children.join("")}    </option>`;
}

/** Returns a text on lines of its own if it has several, or begins with space. */
function block(text: string): string {
  return /^\s|\n/.test(text) ? `\n${text}\n  ` : text;
}

function partText({ name, text, attributes = {} }: PlanPart): string {
  return name === "" ? `${text}\n` : `  <${name}${attributesText(attributes)}>${block(text)}</${name}>\n`;
}

function attributesText(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes).map(([name, value]) =>
    value.includes('"') ? ` ${name}='${value}'` : ` ${name}="${value}"`
  ).join("");
}

/** Returns a path as an item of `<files>`, in quotes if it needs them. */
function fileText(path: string): string {
  return [path, `"${path}"`].find((item) => firstDifference(readFiles(item), [path]) === undefined) ?? path;
}
