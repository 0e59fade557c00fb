import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import { checkPlan } from "../../check/rule.ts";
import { rules } from "../../check/rules/all_rules.ts";
import { type PlanSurvey, surveyedFacts, surveyPlan } from "../../check/survey.ts";
import { mapAll } from "../../collections/map_all.ts";
import type { Host } from "../../host/host.ts";
import { isPlanPath } from "../../parse/ids/summary_paths.ts";
import { parsePlanFile, type PlanFacts } from "../../parse/plan_file/plan_file.ts";
import { PARSERS, type ProjectParsers } from "../../parse/project/parsers.ts";
import { baseName, pathWithin } from "../../path/paths.ts";
import { SourceText } from "../../text/source_text.ts";
import { ConfinedFiles } from "./confined_files.ts";

/** The number of plans that are kept whole. Few take little memory, and no time for a copy of their facts. */
const MANY = 400;

/**
 * Reads a project to check it. From some number of plans on, each is parsed and checked alone when it is read, and only
 * what the rest of the project sees of it is kept.
 */
export class Surveyor implements Pick<Host, "readText"> {
  readonly #surveys = new Map<string, PlanSurvey>();
  /** The findings in whole plans. */
  readonly #findings = new Map<string, readonly Diagnostic[]>();
  #plans = 0;

  /**
   * @param root Absolute path of the project.
   * @param many The number of plans that are kept whole.
   */
  constructor(readonly host: Host, readonly root: string, readonly many: number = MANY) {}

  /** Parsers that return the facts of surveyed plans, and check the others. */
  readonly parsers: ProjectParsers<PlanFacts> = {
    ...PARSERS,
    plan: (source) => {
      const survey = this.#surveys.get(source.path);
      if (survey !== undefined) return surveyedFacts(source.path, survey);
      const plan = parsePlanFile(source);
      this.#findings.set(source.path, checkPlan(plan, rules, baseName(this.root)));
      return plan;
    },
  };

  /** Reads a file as {@link Host.readText} does; of most plans that are surveyed only the frontmatter. */
  async readText(file: string): Promise<string> {
    const text = await this.host.readText(file);
    const path = pathWithin(this.root, file) ?? "";
    if (!isPlanPath(path) || ++this.#plans <= this.many) return text;
    const survey = surveyPlan(new SourceText(path, text), rules, baseName(this.root));
    this.#surveys.set(path, survey);
    return survey.text;
  }

  /** Reads those of the files again whose texts were not kept, for a report. */
  async cutTexts(paths: Iterable<string>): Promise<readonly (readonly [path: string, source: SourceText])[]> {
    const cut = [...paths].filter((path) => this.#surveys.get(path)?.facts !== undefined);
    const files = new ConfinedFiles(this.host, this.root);
    const found = await mapAll(cut, async (path) => {
      const text = await files.read(path).catch(() => undefined);
      return text === undefined ? [] : [[path, new SourceText(path, text)] as const];
    });
    return found.flat();
  }

  /** Returns the findings of the rules for single plans in a parsed plan. */
  readonly findings = ({ source: { path } }: PlanFacts): readonly Diagnostic[] =>
    this.#surveys.get(path)?.findings ?? this.#findings.get(path) ?? [];
}
