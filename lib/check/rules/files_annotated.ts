import { readFileEntries } from "../../parse/tasks.ts";
import type { Rule } from "../rule.ts";

/** `<files>` holds paths; a remark behind one is left out. */
export const filesAnnotated: Rule = {
  code: "files-annotated",
  severity: "warning",
  strict: true,
  summary: "The paths in `<files>` have no remarks behind them",
  *plan(plan) {
    if (plan.frontmatter.kind === "missing") return;
    const { text } = plan.source;
    for (const { task, element } of plan.tasks) {
      const files = element.children.find(({ name }) => name === "files");
      if (files === undefined) continue;
      const written = text.slice(files.inner.start, files.inner.end);
      const entry = readFileEntries(written).find(({ remark }) => remark !== "");
      if (entry === undefined) continue;
      const start = files.inner.start + Math.max(0, written.indexOf(entry.remark));
      yield {
        message: `A remark follows the path ${entry.path} in <files> of task ${task.number}, and is left out`,
        hint: "Leave only paths in <files>; say in <action> what happens to them",
        span: { start, end: start + entry.remark.length },
      };
    }
  },
};
