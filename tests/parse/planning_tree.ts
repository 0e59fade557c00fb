import { parseProject } from "../../lib/parse/project/project.ts";
import type { Project, ProjectSources } from "../../lib/parse/project/model.ts";

/** The frontmatter of a plan that breaks no rule, with some lines replaced. */
export function frontmatter(lines: Readonly<Record<string, string>> = {}): string {
  const fields: Record<string, string> = {
    phase: "01-base",
    plan: "01",
    type: "execute",
    wave: "1",
    depends_on: "[]",
    files_modified: "[]",
    autonomous: "true",
    must_haves: '{ truths: ["It works"] }',
    ...lines,
  };
  return `---\n${Object.entries(fields).map(([key, value]) => `${key}: ${value}\n`).join("")}---\n`;
}

/** A project of plan files, given by their paths below `.planning/phases/`. */
export function projectOf(
  plans: Readonly<Record<string, string>>,
  others: ProjectSources["paths"] = [],
): Project {
  const texts = new Map(Object.entries(plans).map(([path, text]) => [`.planning/phases/${path}`, text]));
  return parseProject({ texts, paths: [...texts.keys(), ...others] });
}
