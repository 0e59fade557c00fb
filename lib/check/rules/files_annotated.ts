import { readFileEntries } from "../../parse/plan_file/task_files.ts";
import type { Rule } from "../rule.ts";

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
    const { text } = plan.source;
    for (const { task, element } of plan.tasks) {
      const files = element.children.find(({ name }) => name === "files");
      if (files === undefined) continue;
      const written = text.slice(files.inner.start, files.inner.end);
      if (!/\S[^\S\n]+\S|[`"'（]/.test(written)) continue;
      const entries = readFileEntries(written).filter(({ annotation }) => annotation !== "");
      const first = entries[0];
      if (first === undefined) continue;
      const at = (offset: number) => files.inner.start + offset;
      const { end } = first.annotationSpan;
      yield {
        message: `The annotation after the path ${first.path} in <files> of task ${task.number} is ignored`,
        hint: "Keep only paths in <files>, and describe in <action> what happens to them",
        span: { start: at(end - first.annotation.length), end: at(end) },
      };
    }
  },
};
