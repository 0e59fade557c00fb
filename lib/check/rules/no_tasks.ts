import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { maskComments } from "../../text/mask_comments.ts";
import type { Finding, Rule } from "../rule.ts";

/** `### Task 1: Write the form`, with the word in the languages that plans are written in. */
const HEADING =
  /^[ ]{0,3}#{1,6}[ \t]+(?:Task|Tarea|Tarefa|Tâche|Aufgabe|Задача|任务|任務|タスク|작업)[ \t]*\d[^\r\n]*/gimu;

/** Reports plans without a task, which have nothing to execute. */
export const noTasks: Rule = {
  code: "no-tasks",
  severity: "warning",
  strict: true,
  summary: "A plan has at least one `<task>`, or for a tdd plan a `<feature>`",
  why:
    "Tasks are what is executed. A plan without tasks has nothing to commit, and would count as complete " +
    "although nothing was done. Headings such as `### Task 1` are text.",
  shows: ["<tasks>"],
  *plan(plan) {
    const { frontmatter } = plan;
    if (frontmatter.kind !== "parsed" || plan.tasks.length > 0) return;
    const element = plan.body.elements.find(({ name }) => name === "tasks");
    yield headingFinding(plan, frontmatter.bodyStart) ?? {
      message: "The plan has no task, so there is nothing to execute",
      hint: plan.fields["type"] === "tdd" ? "Add a `<feature>` or a `<task>`" : "Add a `<task>` in `<tasks>`",
      span: element?.tag ?? { start: frontmatter.bodyStart, end: frontmatter.bodyStart },
    };
  },
};

/** The finding for a plan whose tasks are headings; undefined if no heading looks like a task. */
function headingFinding({ source: { text } }: PlanDocument, bodyStart: number): Finding | undefined {
  const [first, ...others] = maskComments(text.slice(bodyStart)).matchAll(HEADING);
  if (first === undefined) return undefined;
  const start = bodyStart + first.index;
  return {
    message: "The plan has no <task>, and headings are not read as tasks, so there is nothing to execute",
    hint: others.length === 0
      ? "Write this task as a `<task>` in `<tasks>`"
      : `Write each of the ${others.length + 1} as a \`<task>\` in \`<tasks>\``,
    span: { start, end: start + first[0].trimEnd().length },
  };
}
