import type { SourceText } from "../../text/source_text.ts";
import { type ConfigDocument, parseConfig } from "../config/config.ts";
import { parsePlanFile, type PlanDocument, type PlanFacts } from "../plan_file/plan_file.ts";
import { parseRequirements, type Requirements } from "../requirements/requirements.ts";
import { parseRoadmap, type Roadmap } from "../roadmap/roadmap.ts";

/** The functions that parse the files of a project. */
export interface ProjectParsers<P extends PlanFacts = PlanDocument> {
  /** Parses a plan file. */
  readonly plan: (source: SourceText) => P;
  /** Parses the roadmap. */
  readonly roadmap: (source: SourceText) => Roadmap;
  /** Parses the requirements. */
  readonly requirements: (source: SourceText) => Requirements;
  /** Parses the configuration. */
  readonly config: (source: SourceText) => ConfigDocument;
}

/** Parsers that remember nothing. */
export const PARSERS: ProjectParsers = {
  plan: parsePlanFile,
  roadmap: parseRoadmap,
  requirements: parseRequirements,
  config: parseConfig,
};

/** Returns parsers for several states of one project: a file is parsed again only if its text has changed. */
export function cachedParsers(): ProjectParsers {
  return {
    plan: cached(parsePlanFile),
    roadmap: cached(parseRoadmap),
    requirements: cached(parseRequirements),
    config: cached(parseConfig),
  };
}

/** Returns a parser that remembers the last result of each path. */
function cached<T extends { readonly source: SourceText }>(
  parse: (source: SourceText) => T,
): (source: SourceText) => T {
  const known = new Map<string, T>();
  return (source) => {
    const last = known.get(source.path);
    if (last?.source.text === source.text) return last;
    const value = parse(source);
    known.set(source.path, value);
    return value;
  };
}
