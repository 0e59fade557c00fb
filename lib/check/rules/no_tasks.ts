import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { withoutQuotations } from "../../text/blank_comments.ts";
import type { Finding, Rule } from "../rule.ts";

/** `### Task 1: Write the form`, with the word in the languages that plans are seen in. */
const HEADING =
  /^[ ]{0,3}#{1,6}[ \t]+(?:Task|Tarea|Tarefa|Tâche|Aufgabe|Задача|任务|任務|タスク|작업)[ \t]*\d[^\r\n]*/gimu;

/** A plan holds at least one task; one without would be complete before it began. */
export const noTasks: Rule = {
  code: "no-tasks",
  severity: "warning",
  strict: true,
  summary: "A plan has at least one `<task>`, or for a tdd plan a `<feature>`",
  why: "The tasks are what is executed. A plan without any has nothing to commit, and would count as " +
    "complete without a thing being done. Headings such as `### Task 1` are text.",
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

/** What is wrong with a plan whose tasks are headings; undefined where it has none of them. */
function headingFinding({ source: { text } }: PlanDocument, bodyStart: number): Finding | undefined {
  const [first, ...others] = withoutQuotations(text.slice(bodyStart)).matchAll(HEADING);
  if (first === undefined) return undefined;
  const start = bodyStart + first.index;
  return {
    message: "The plan has no <task>, and headings are not read as tasks: there is nothing to execute",
    hint: others.length === 0
      ? "Write this task as a `<task>` in `<tasks>`"
      : `Write each of the ${others.length + 1} as a \`<task>\` in \`<tasks>\``,
    span: { start, end: start + first[0].trimEnd().length },
  };
}
