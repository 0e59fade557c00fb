import type { ValidateOptions } from "../../../schemas/commands.ts";
import { readStagedIndex } from "../../apply/git/commit/staged.ts";
import type { ConfigOverride } from "../../plan/config/resolve.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import type { Findings } from "./report_findings.ts";

/**
 * Checks plan files, the roadmap and the configuration. Writes nothing without `--fix`.
 *
 * Modules are loaded when they are needed: a hook runs this at every commit, and most commits touch no plan.
 */
export async function validate(options: ValidateOptions, context: CommandContext): Promise<Outcome> {
  if (options.explain !== undefined) {
    const { explainRule } = await import("./explain_rule.ts");
    return await explainRule(options.explain);
  }
  requireTogether(options, context);
  const overrides = options.set === undefined
    ? []
    : (await import("../context/open_project.ts")).readOverrides(options.set);
  const findings = options.staged
    ? await staged(options, overrides, context)
    : await whole(options, overrides, context);
  const { reportFindings } = await import("./report_findings.ts");
  return await reportFindings(findings, options, context);
}

async function whole(
  options: ValidateOptions,
  overrides: readonly ConfigOverride[],
  context: CommandContext,
): Promise<Findings> {
  const { validateProject } = await import("./validate_project.ts");
  return await validateProject({ ...options, overrides }, context);
}

/**
 * Checks what is staged, and the files of the index that paths name. Git is started first, and reads its index while the rules are loaded. The repository
 * that git names to a hook is relative to the folder that the hook was started in.
 */
async function staged(
  { paths = [] }: ValidateOptions,
  overrides: readonly ConfigOverride[],
  { host, cwd }: CommandContext,
): Promise<Findings> {
  const directory = host.env("GIT_DIR") === undefined ? await cwd() : host.cwd();
  const [index, { validateStaged }] = await Promise.all([
    readStagedIndex(host, directory),
    import("./validate_staged.ts"),
  ]);
  return await validateStaged(index, { host, directory, paths, overrides });
}

/** Throws a UsageError for options that exclude each other. */
function requireTogether(options: ValidateOptions, { json }: CommandContext): void {
  const { format = "text", fix, staged } = options;
  if (json && (format === "sarif" || format === "github")) {
    throw new UsageError(`Cannot print --json and --format ${format} at once`, "Omit one of the two");
  }
  if (options["dry-run"] && !fix) {
    throw new UsageError("--dry-run needs --fix", "Without --fix nothing is written");
  }
  if (staged && fix) {
    throw new UsageError(
      "Cannot fix staged files: --fix changes the working tree, not git's index",
      "Run wf validate --fix, review the changes, and stage them with git add",
    );
  }
}
