import type { ValidateOptions } from "../../../schemas/commands.ts";
import { readStagedIndex } from "../../apply/git/staged.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import type { Findings } from "./report_findings.ts";

/**
 * Checks plan files, the roadmap and the configuration. Reads only, unless it is asked to mend.
 *
 * What does the work is loaded when it is needed: a hook runs this at every commit, and most commits
 * touch no plan.
 */
export async function validate(options: ValidateOptions, context: CommandContext): Promise<Outcome> {
  if (options.explain !== undefined) {
    const { explainRule } = await import("./explain_rule.ts");
    return await explainRule(options.explain);
  }
  requireTogether(options, context);
  if (options.set !== undefined) (await import("../context/open_project.ts")).readOverrides(options.set);
  const findings = options.staged ? await staged(context) : await whole(options, context);
  const { reportFindings } = await import("./report_findings.ts");
  return await reportFindings(findings, options, context);
}

async function whole(options: ValidateOptions, context: CommandContext): Promise<Findings> {
  const { validateProject } = await import("./validate_project.ts");
  return await validateProject(options, context);
}

/**
 * Git is started first, and reads its index while the rules are loaded. A repository that git itself has named to a hook is
 * named from the folder that the hook was started in.
 */
async function staged({ host, cwd }: CommandContext): Promise<Findings> {
  const directory = host.env("GIT_DIR") === undefined ? await cwd() : host.cwd();
  const [index, { validateStaged }] = await Promise.all([
    readStagedIndex(host, directory),
    import("./validate_staged.ts"),
  ]);
  return await validateStaged(index, { host, directory });
}

/** Throws a UsageError for options that contradict one another. */
function requireTogether(options: ValidateOptions, { json }: CommandContext): void {
  const { format = "text", fix, staged, paths = [] } = options;
  if (json && (format === "sarif" || format === "github")) {
    throw new UsageError(`Cannot print --json and --format ${format} at once`, "Leave out one of the two");
  }
  if (options["dry-run"] && !fix) {
    throw new UsageError("--dry-run needs --fix", "Without --fix nothing is written anyway");
  }
  if (staged && fix) {
    throw new UsageError(
      "Cannot mend what is staged: --fix changes files, and git's index is yours",
      "Run wf validate --fix, look at the changes, and stage them with git add",
    );
  }
  if (staged && paths.length > 0) {
    throw new UsageError(
      "--staged takes no paths",
      "It checks every .planning folder that the commit touches",
    );
  }
}
