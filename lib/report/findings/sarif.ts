import type { Diagnostic, FileSpan, Fix, Severity, Span } from "../../../schemas/diagnostic.ts";
import type { RulePage } from "../../../schemas/results/validate.ts";
import { groupBy } from "../../collections/group_by.ts";
import { textHash } from "../../text/text_hash.ts";
import { positionIn, type Sources } from "./diagnostics.ts";
import { rulePageAddress } from "../../release/release.ts";
import { rulePageText } from "./rule_page.ts";
import { inRepository, type RepositoryLocation } from "./github.ts";

/** Options for {@link sarifLog}. */
export interface SarifOptions extends RepositoryLocation {
  /** The pages of all rules, in the order of the reference. */
  readonly rules: readonly RulePage[];
  /** The version of the program. */
  readonly version: string;
}

/** The rule index of SARIF for a rule without a description. */
const NO_RULE = -1;
const LEVELS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", hint: "note" };

/**
 * Returns findings as a SARIF 2.1.0 log.
 *
 * Paths are relative to `%SRCROOT%`, the root of the repository. A fingerprint identifies a finding even if
 * the lines before it change: it consists of the code, file and message, and of the number of equal findings
 * before it.
 *
 * @example
 * ```ts
 * import { checkProject, parseProject, rulePages, rules, sarifLog, sourcesOf, version } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const path = ".planning/phases/01-start/01-01-PLAN.md";
 * const project = parseProject({ texts: new Map([[path, "---\nplan: 01\n---\n"]]), paths: [path] });
 * const findings = checkProject(project, rules);
 * const log = sarifLog(findings, { sources: sourcesOf(project), prefix: "", rules: rulePages, version });
 * assert.match(JSON.stringify(log), /"ruleId":"missing-field"/);
 * ```
 */
export function sarifLog(diagnostics: readonly Diagnostic[], options: SarifOptions): object {
  const indexes = new Map(options.rules.map(({ code }, index) => [code, index]));
  const seen = new Map<string, number>();
  const results = diagnostics.map((found) => {
    const name = JSON.stringify([found.code, inRepository(options.prefix, found.span.path), found.message]);
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return {
      ruleId: found.code,
      ruleIndex: indexes.get(found.code) ?? NO_RULE,
      level: LEVELS[found.severity],
      message: { text: found.hint === undefined ? found.message : `${found.message}. ${found.hint}.` },
      locations: [{ physicalLocation: physicalLocation(found.span, options) }],
      ...relatedLocations(found, options),
      partialFingerprints: { "wfFinding/v1": textHash(`${name} ${before}`) },
      ...(found.fix === undefined ? {} : { fixes: [sarifFix(found.fix, found.span.path, options)] }),
    };
  });
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{
      tool: {
        driver: { name: "wf", semanticVersion: options.version, rules: options.rules.map(descriptor) },
      },
      columnKind: "utf16CodeUnits",
      originalUriBaseIds: { "%SRCROOT%": { description: { text: "The root of the repository" } } },
      results,
    }],
  };
}

/** Returns the SARIF description of a rule: a sentence, the full text, and its page as help. */
function descriptor(page: RulePage): object {
  const text = `${page.summary.replaceAll("`", "")}.`;
  const why = page.why.replaceAll("`", "");
  return {
    id: page.code,
    shortDescription: { text },
    fullDescription: { text: `${text} ${why}` },
    help: { text: `${text} ${why}`, markdown: rulePageText(page) },
    helpUri: rulePageAddress(page.code),
    defaultConfiguration: { level: LEVELS[page.severity] },
    properties: { tags: [...(page.strict ? ["strict"] : []), ...(page.fixable ? ["fixable"] : [])] },
  };
}

function relatedLocations({ related = [] }: Diagnostic, options: RepositoryLocation): object {
  if (related.length === 0) return {};
  return {
    relatedLocations: related.map(({ message, span }, id) => ({
      id,
      message: { text: message },
      physicalLocation: physicalLocation(span, options),
    })),
  };
}

function physicalLocation(span: FileSpan, { sources, prefix }: RepositoryLocation): object {
  return { artifactLocation: artifact(prefix, span.path), region: region(span, span.path, sources) };
}

function artifact(prefix: string, path: string): object {
  const uri = inRepository(prefix, path).split("/").map(encodeURIComponent).join("/");
  return { uri, uriBaseId: "%SRCROOT%" };
}

function region({ start, end }: Span, path: string, sources: Sources): object {
  const from = positionIn(path, start, sources);
  const to = positionIn(path, end, sources);
  return { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column };
}

function sarifFix({ title, edits }: Fix, file: string, { sources, prefix }: RepositoryLocation): object {
  const byFile = groupBy(edits, ({ path }) => path ?? file);
  return {
    description: { text: title },
    artifactChanges: [...byFile].map(([path, changes]) => ({
      artifactLocation: artifact(prefix, path),
      replacements: changes.map((edit) => ({
        deletedRegion: region(edit, path, sources),
        insertedContent: { text: edit.text },
      })),
    })),
  };
}
