import type { Finding, Rule } from "../rule.ts";
import { explainYaml } from "../yaml_causes.ts";
import { yamlMend } from "../yaml_mends.ts";

/** The frontmatter is YAML that can be read. */
export const frontmatterUnparsable: Rule = {
  code: "frontmatter-unparsable",
  severity: "error",
  summary: "The frontmatter is closed by a line `---` and is valid YAML",
  why:
    "Without its frontmatter a plan has no phase, no wave and no dependencies, and its whole phase cannot " +
    "be executed. The message names the mistake and the place. Anchors, aliases and tags of YAML are " +
    "refused, as plans do not need them.",
  shows: ["frontmatter"],
  *plan(plan): Iterable<Finding> {
    const { frontmatter, source } = plan;
    if (frontmatter.kind === "unclosed") {
      yield {
        message: "The frontmatter is not closed, so the file cannot be read",
        hint: "Put a line `---` after the last field",
        span: frontmatter.span,
      };
    }
    if (frontmatter.kind === "unparsable") {
      const { message, hint, span } = explainYaml(source, frontmatter.problem);
      const fix = yamlMend(source.text, frontmatter.span, frontmatter.problem);
      yield fix === undefined ? { message, hint, span } : { message, hint, span, fix };
    }
  },
};
