/**
 * The survey of a plan: its findings and facts without its body. In projects of many plans, bodies would take most of
 * the memory.
 * @module
 */
import type { Diagnostic, Span } from "../../schemas/diagnostic.ts";
import { parseFrontmatter } from "../parse/plan_file/frontmatter.ts";
import { parsePlanFile, type PlanFacts } from "../parse/plan_file/plan_file.ts";
import type { YamlMap } from "../parse/yaml/yaml.ts";
import { conflictIn } from "../text/conflict.ts";
import { detached, SourceText } from "../text/source_text.ts";
import { checkPlan, type Rule } from "./rule.ts";

/** What is kept of a plan file. */
export interface PlanSurvey {
  /** The text: of most plans only the frontmatter, of those without facts all of it. */
  readonly text: string;
  /** What cannot be read from the frontmatter alone, or not as fast. */
  readonly facts?: Omit<PlanFacts, "source" | "frontmatter"> & {
    readonly span: Span;
    readonly bodyStart: number;
  };
  /** The findings of the rules for single plans. */
  readonly findings: readonly Diagnostic[];
}

/**
 * Parses and checks a plan. The text of one that is invalid, or that other files may have to be compared with, is kept;
 * of the text of another plan, nothing but its frontmatter.
 *
 * @param folder Name of the project's own folder.
 */
export function surveyPlan(source: SourceText, rules: readonly Rule[], folder?: string): PlanSurvey {
  const plan = parsePlanFile(source);
  const findings = checkPlan(plan, rules, folder);
  const { text } = source;
  const { frontmatter, schemaErrors, id, phase, stem, references, artifacts, patterns } = plan;
  const isUsual = schemaErrors.length === 0 && !text.includes("\0") && !text.includes("\uFFFD") &&
    conflictIn(text) === undefined;
  if (!isUsual || frontmatter.kind !== "parsed") return { text, findings };
  const { span, bodyStart } = frontmatter;
  // Must-haves are most of the fields, and others see only the paths of the artifacts.
  const { must_haves: _, ...fields } = plan.fields;
  // Listed paths are parts of the frontmatter, the others of the body.
  const declared = plan.declared.map((file) =>
    file.index === undefined ? { ...file, path: detached(file.path) } : file
  );
  const facts = { id, phase, stem, fields, references, declared, artifacts, patterns, span, bodyStart };
  const copies = findings.length === 0 ? findings : JSON.parse(JSON.stringify(findings));
  return { text: frontmatter.text, facts, findings: copies };
}

/** Returns the facts of a surveyed plan. Those that only findings need are read from the text again. */
export function surveyedFacts(path: string, { text, facts }: PlanSurvey): PlanFacts {
  const source = new SourceText(path, text);
  if (facts === undefined) return parsePlanFile(source);
  const { id, phase, stem, fields, references, declared, artifacts, patterns } = facts;
  const frontmatter = new SurveyedFrontmatter(text, facts);
  return { source, id, phase, stem, frontmatter, fields, references, declared, artifacts, patterns };
}

/** The frontmatter of a surveyed plan. Its nodes are read again when they are first asked for. */
class SurveyedFrontmatter {
  readonly kind = "parsed";
  readonly span: Span;
  readonly bodyStart: number;
  #root?: YamlMap;

  constructor(readonly text: string, { span, bodyStart }: Pick<SurveyedFrontmatter, "span" | "bodyStart">) {
    this.span = span;
    this.bodyStart = bodyStart;
  }

  get root(): YamlMap {
    return this.#root ??= rootOf(this.text);
  }
}

function rootOf(text: string): YamlMap {
  const frontmatter = parseFrontmatter(text);
  if (frontmatter.kind !== "parsed") {
    throw new Error(`Cannot read frontmatter again: it is ${frontmatter.kind}`);
  }
  return frontmatter.root;
}
