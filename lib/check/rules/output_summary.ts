import type { Span } from "../../../schemas/diagnostic.ts";
import { planPart } from "../../parse/ids/plan_id.ts";
import { summaryPath, summaryPaths } from "../../parse/ids/plan_names.ts";
import { withoutWorkstream } from "../../parse/ids/locations.ts";
import { innerText, sectionOf } from "../text/elements.ts";
import type { Finding, Rule } from "../rule.ts";
import { baseName } from "../../path/paths.ts";

const SUMMARY = /[^\s`"'()]*SUMMARY\.md/gi;

/** Checks that `<output>` names the summary that marks this plan as complete. */
export const outputSummary: Rule = {
  code: "output-summary",
  severity: "warning",
  strict: true,
  summary: "`<output>` names the plan's own summary",
  why:
    "A plan is complete when its summary exists: the plan's path with SUMMARY in place of PLAN. A summary " +
    "in another place leaves the plan open, or marks another plan as complete. An `<output>` that names no " +
    "summary is a hint.",
  shows: ["<output>"],
  *plan(plan): Iterable<Finding> {
    const element = sectionOf(plan, "output");
    if (plan.frontmatter.kind !== "parsed" || element === undefined) return;
    const text = innerText(plan, element);
    const expected = summaryPath(plan.source.path);
    const named = [...text.matchAll(SUMMARY)];
    if (text.trim() === "" || named.some(([path]) => path.endsWith(expected))) return;
    if (named.length === 0) {
      yield {
        message: "<output> does not name the summary",
        hint: `Name it: \`${expected}\``,
        span: element.tag,
        severity: "hint",
      };
      return;
    }
    const folder = plan.source.path.slice(0, plan.source.path.lastIndexOf("/"));
    const folders = [folder, withoutWorkstream(folder)];
    const known = summaryPaths(plan.source.path, planPart(plan.id)).map(baseName);
    const names = [...known, `${plan.id}-SUMMARY.md`, `${plan.stem}-SUMMARY.md`];
    const isRight = (path: string) => {
      const plain = path.replaceAll("\\", "/").replace(/^@?(?:\.\/)?/, "");
      return names.some((name) => plain === name || folders.some((end) => plain.endsWith(`${end}/${name}`)));
    };
    if (named.some(([path]) => isRight(path))) return;
    const [path] = named[0]!;
    const start = element.inner.start + named[0]!.index;
    const span: Span = { start, end: start + path.length };
    yield {
      message: `<output> names ${path}, which is not the summary of ${plan.id}`,
      hint: `Write \`${expected}\``,
      span,
    };
  },
};
