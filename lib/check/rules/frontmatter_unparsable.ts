import { conflictIn } from "../../text/conflict.ts";
import type { Finding, Rule } from "../rule.ts";
import { explainYaml } from "../yaml/explain.ts";
import { yamlFix } from "../yaml/fix_quotes.ts";

export const frontmatterUnparsable: Rule = {
  code: "frontmatter-unparsable",
  severity: "error",
  lasting: "referenced",
  summary: "The frontmatter is closed by a line `---` and is valid YAML",
  why:
    "Without its frontmatter a plan has no phase, no wave and no dependencies, and its whole phase cannot " +
    "be executed. The message names the mistake and its place. YAML anchors, aliases and tags are refused, " +
    "because plans do not need them.",
  shows: ["frontmatter"],
  *plan(plan): Iterable<Finding> {
    const { frontmatter, source } = plan;
    if (frontmatter.kind === "parsed" || conflictIn(source.text) !== undefined) return;
    if (frontmatter.kind === "unclosed") {
      yield unclosed(source.text, frontmatter.span.start, frontmatter.bodyStart);
    }
    if (frontmatter.kind === "unparsable") {
      const { message, hint, span } = explainYaml(source, frontmatter.problem);
      const fix = yamlFix(source.text, frontmatter.span, frontmatter.problem);
      yield fix === undefined ? { message, hint, span } : { message, hint, span, fix };
    }
  },
};

/** A line that was meant to close the frontmatter, and one that already belongs to the body. */
const FENCE = /^[ \t]*(?:-{2}|-{4,}|—-?|–-?|-[ \t]-[ \t]-|[ \t]-{3}|\.{3}|={3,}|\+{3})[ \t]*\r?$/m;
const BODY = /^(?:<[a-z_]+>|#{1,6}[ \t])/m;

/** Points at the line that was meant to close the frontmatter, or at the beginning of the body, or at the opening line. */
function unclosed(text: string, start: number, bodyStart: number): Finding {
  const rest = text.slice(bodyStart);
  const body = BODY.exec(rest);
  const fence = FENCE.exec(rest.slice(0, body?.index ?? rest.length));
  if (fence !== null) {
    const at = bodyStart + fence.index;
    return {
      message: `The frontmatter is not closed: this line must be exactly three hyphens`,
      hint: "Write `---`",
      span: { start: at, end: at + fence[0].trimEnd().length },
    };
  }
  const message = "The frontmatter is not closed, so the file cannot be read";
  if (body === null) {
    return { message, hint: "Add a line `---` after the last field", span: { start, end: bodyStart } };
  }
  const at = bodyStart + body.index;
  return {
    message: `${message}: the body begins here`,
    hint: "Add a line `---` before this one, after the last field",
    span: { start: at, end: at + body[0].trimEnd().length },
  };
}
