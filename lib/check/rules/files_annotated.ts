import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { readFileEntries } from "../../parse/plan_file/task_files.ts";
import type { Finding, Rule } from "../rule.ts";
import { together } from "../text/together.ts";
import { childOf } from "../../parse/plan_file/scan_body.ts";

/** Finds annotations after the paths in `<files>`, which are ignored. */
export const filesAnnotated: Rule = {
  code: "files-annotated",
  severity: "warning",
  strict: true,
  summary: "The paths in `<files>` have no annotations",
  why:
    "Every word in `<files>` is part of a path. An annotation such as `(new)` is recognized and ignored, " +
    "but other tools may take it for a file name.",
  shows: ["<files>"],
  plan(plan) {
    return together(annotationsIn(plan), plan.source.path);
  },
};

function* annotationsIn({ source: { text }, tasks }: PlanDocument): Iterable<Finding> {
  for (const { number, element } of tasks) {
    const files = childOf(element, "files");
    if (files === undefined) continue;
    const written = text.slice(files.inner.start, files.inner.end);
    if (!/\S[^\S\n]+\S|[`"'（]/.test(written)) continue;
    for (const { path, annotation, annotationSpan } of readFileEntries(written)) {
      if (annotation === "") continue;
      const end = files.inner.start + annotationSpan.end;
      yield {
        message: `The annotation after the path ${path} in <files> of task ${number} is ignored`,
        hint: "Keep only paths in <files>, and describe in <action> what happens to them",
        span: { start: end - annotation.length, end },
      };
    }
  }
}
