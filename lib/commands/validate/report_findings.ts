import { version } from "../../../generated/version.ts";
import type { ValidateOptions } from "../../../schemas/commands.ts";
import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import type { ValidateResult } from "../../../schemas/results/validate.ts";
import { findRepositoryRoot } from "../../apply/files/find_repository_root.ts";
import { withHistory, withoutHistory } from "../../check/history.ts";
import { rules } from "../../check/rules/all_rules.ts";
import { strictly } from "../../check/strict.ts";
import type { Host } from "../../host/host.ts";
import { pathWithin } from "../../path/paths.ts";
import {
  type CheckedCounts,
  diagnosticsText,
  type Sources,
  summarize,
  summaryText,
  validateResult,
} from "../../report/findings/diagnostics.ts";
import type { CommandContext, Outcome } from "../context/command_context.ts";
import { visibleJson } from "../../text/terminal_text.ts";

export interface Findings {
  /** The findings, in order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The file contents that they refer to. */
  readonly sources: Sources;
  /** The number of checked files and plans. */
  readonly checked: CheckedCounts;
  /** Absolute path of the project root; undefined when the paths are relative to the repository. */
  readonly root?: string;
  /** The applied fixes as text, printed before the findings. */
  readonly before?: string;
  readonly fixes?: Partial<ValidateResult>;
}

/** Prints findings in the requested format. Exit code 1 when one of them is an error. */
export async function reportFindings(
  findings: Findings,
  { format = "text", strict = false, history = false }: ValidateOptions,
  { host, style, json }: CommandContext,
): Promise<Outcome> {
  const { sources, checked, root, before = "", fixes = {} } = findings;
  const graded = history ? withHistory(findings.diagnostics) : findings.diagnostics;
  const all = strict ? strictly(graded, rules) : graded;
  const diagnostics = withoutHistory(all);
  const exitCode = diagnostics.some(({ severity }) => severity === "error") ? 1 : 0;
  const result = { ...validateResult(all, sources, checked), ...fixes };
  if (json) return { exitCode, result };
  const summary = summaryText(summarize(all, checked), style);
  switch (format) {
    case "json":
      return { exitCode, result, text: `${visibleJson(result)}\n` };
    case "sarif": {
      const { sarifLog } = await import("../../report/findings/sarif.ts");
      const { rulePages } = await import("../../../generated/rule_pages.ts");
      const prefix = await prefixInRepository(host, root);
      return {
        exitCode,
        text: `${visibleJson(sarifLog(diagnostics, { sources, prefix, rules: rulePages, version }), 2)}\n`,
      };
    }
    case "github": {
      const { githubText } = await import("../../report/findings/github.ts");
      const prefix = await prefixInRepository(host, root);
      return { exitCode, text: githubText(diagnostics, { sources, prefix }) + summary };
    }
    case "text": {
      const text = diagnosticsText(diagnostics, sources, style);
      return { exitCode, text: [text, before, summary].filter((part) => part !== "").join("\n") };
    }
  }
}

/** Returns the path of a folder in its repository; empty at the root and outside of a repository. */
async function prefixInRepository(host: Host, folder: string | undefined): Promise<string> {
  const root = folder === undefined ? undefined : await findRepositoryRoot(host, folder);
  if (folder === undefined || root === undefined) return "";
  const prefix = pathWithin(root, folder)!;
  return prefix === "." ? "" : prefix;
}
