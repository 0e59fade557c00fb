import type { Span } from "../../schemas/diagnostic.ts";
import type { PlanDocument } from "../parse/plan_file/plan_file.ts";
import { frontmatterSpan } from "./hover.ts";

export interface OutlinePart {
  readonly name: string;
  readonly detail: string;
  readonly kind: "frontmatter" | "section" | "task";
  readonly span: Span;
  /** The span to reveal when it is selected; inside of `span`. */
  readonly selection: Span;
  readonly children: readonly OutlinePart[];
}

/** Returns the parts of a plan: its frontmatter, the elements of its body, and the tasks with their names. */
export function outlineOf(plan: PlanDocument): readonly OutlinePart[] {
  const yaml = frontmatterSpan(plan);
  const frontmatter: OutlinePart[] = yaml === undefined || plan.frontmatter.kind === "unclosed" ? [] : [{
    name: "frontmatter",
    detail: plan.id,
    kind: "frontmatter",
    span: yaml,
    selection: yaml,
    children: [],
  }];
  const tasks = plan.tasks.map(({ task, element }): OutlinePart => ({
    name: `${task.number}. ${task.name}`,
    detail: task.type,
    kind: "task",
    span: element.span,
    selection: element.tag,
    children: [],
  }));
  const isTask = new Set(plan.tasks.map(({ element }) => element.span.start));
  const sections = plan.body.elements.filter(({ span }) => !isTask.has(span.start)).map((
    { name, span, tag },
  ): OutlinePart => ({
    name,
    detail: "",
    kind: "section",
    span,
    selection: tag,
    children: tasks.filter((task) => task.span.start >= span.start && task.span.end <= span.end),
  }));
  const inside = new Set(sections.flatMap(({ children }) => children));
  const loose = tasks.filter((task) => !inside.has(task));
  return [...frontmatter, ...sections, ...loose].sort((a, b) => a.span.start - b.span.start);
}
