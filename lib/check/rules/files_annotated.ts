import { readFileEntries } from "../../parse/plan_file/task_files.ts";
import type { Rule } from "../rule.ts";
import { alsoAt, alsoText } from "../text/also.ts";

/** Finds annotations after the paths in `<files>`, which are ignored. */
export const filesAnnotated: Rule = {
  code: "files-annotated",
  severity: "warning",
  strict: true,
  summary: "The paths in `<files>` have no annotations",
  why:
    "Every word in `<files>` is part of a path. An annotation such as `(new)` is recognised and ignored, " +
    "but other tools may take it for a file name.",
  shows: ["<files>"],
  *plan(plan) {
    const { text, path } = plan.source;
    const found = plan.tasks.flatMap(({ task, element }) => {
      const files = element.children.find(({ name }) => name === "files");
      if (files === undefined) return [];
      const written = text.slice(files.inner.start, files.inner.end);
      if (!/\S[^\S\n]+\S|[`"'（]/.test(written)) return [];
      return readFileEntries(written).filter(({ annotation }) => annotation !== "").map((entry) => {
        const end = files.inner.start + entry.annotationSpan.end;
        return { entry, task, span: { start: end - entry.annotation.length, end } };
      });
    });
    const [first, ...others] = found;
    if (first === undefined) return;
    yield {
      message:
        `The annotation after the path ${first.entry.path} in <files> of task ${first.task.number} is ` +
        `ignored${alsoText(others.length)}`,
      hint: "Keep only paths in <files>, and describe in <action> what happens to them",
      span: first.span,
      ...alsoAt(path, others.map(({ span }) => span)),
    };
  },
};
