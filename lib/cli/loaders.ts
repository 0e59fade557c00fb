import type * as Options from "../../schemas/commands.ts";
import type { CommandContext, Outcome } from "../commands/context/command_context.ts";

/** The function of a command. Its options have the command's type in `schemas/commands.ts`. */
export type CommandFunction = (
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
) => Promise<Outcome>;

/** The commands by name, each loaded only when it is called. */
export const loaders: Readonly<Record<string, () => Promise<CommandFunction>>> = {
  "validate": async () =>
    typed<Options.ValidateOptions>((await import("../commands/validate/validate.ts")).validate),
  "waves": async () => typed<Options.WavesOptions>((await import("../commands/waves.ts")).waves),
  "status": async () => typed<Options.StatusOptions>((await import("../commands/status.ts")).status),
  "graph": async () => typed<Options.GraphOptions>((await import("../commands/graph.ts")).graph),
  "discuss-phase": async () =>
    typed<Options.DiscussPhaseOptions>((await import("../commands/discuss_phase.ts")).discussPhase),
  "plan-phase": async () =>
    typed<Options.PlanPhaseOptions>((await import("../commands/plan_phase/plan_phase.ts")).planPhase),
  "execute-phase": async () =>
    typed<Options.ExecutePhaseOptions>(
      (await import("../commands/execute_phase/execute_phase.ts")).executePhase,
    ),
  "verify-phase": async () =>
    typed<Options.VerifyPhaseOptions>((await import("../commands/verify_phase.ts")).verifyPhaseCommand),
  "complete-milestone": async () =>
    typed<Options.CompleteMilestoneOptions>(
      (await import("../commands/complete_milestone.ts")).completeMilestoneCommand,
    ),
  "branch-name": async () =>
    typed<Options.BranchNameOptions>((await import("../commands/branch_name.ts")).branchName),
  "commit-message": async () =>
    typed<Options.CommitMessageOptions>((await import("../commands/commit_message.ts")).commitMessage),
  "schema": async () => typed<Options.SchemaOptions>((await import("../commands/schema.ts")).schema),
  "new-project": async () =>
    typed<Options.NewProjectOptions>((await import("../commands/new_project/new_project.ts")).newProject),
  "config": async () => typed<Options.ConfigOptions>((await import("../commands/config/config.ts")).config),
  "set-profile": async () =>
    typed<Options.SetProfileOptions>((await import("../commands/config/set_profile.ts")).setProfile),
  "settings": async () =>
    typed<Options.SettingsOptions & Readonly<Record<string, unknown>>>(
      (await import("../commands/config/settings.ts")).settings,
    ),
  "completions": async () =>
    typed<Options.CompletionsOptions>((await import("../commands/completions/completions.ts")).completions),
  "hook": async () => typed<Options.HookOptions>((await import("../commands/hook.ts")).hook),
  "install": async () =>
    typed<Options.InstallOptions>((await import("../commands/install/install.ts")).install),
  "uninstall": async () =>
    typed<Options.UninstallOptions>((await import("../commands/install/uninstall.ts")).uninstall),
  "mcp": async () => typed<Options.McpOptions>((await import("../commands/mcp/mcp.ts")).mcp),
  "agents": async () => typed<Options.AgentsOptions>((await import("../commands/agents.ts")).agents),
  "trust": async () => typed<Options.TrustOptions>((await import("../commands/trust/trust.ts")).trust),
  "policy": async () => typed<Options.PolicyOptions>((await import("../commands/policy.ts")).policy),
  "lsp": async () => typed<Options.LspOptions>((await import("../commands/lsp/lsp.ts")).lsp),
  "upgrade": async () => typed<Options.UpgradeOptions>((await import("../commands/upgrade.ts")).upgrade),
  "next": async () => typed<Options.NextOptions>((await import("../commands/next/next.ts")).next),
  "report": async () => typed<Options.ReportOptions>((await import("../commands/next/report.ts")).report),
  "runs": async () => typed<Options.RunsOptions>((await import("../commands/log/runs.ts")).runs),
  "log": async () => typed<Options.LogOptions>((await import("../commands/log/log.ts")).log),
  "show": async () => typed<Options.ShowOptions>((await import("../commands/show.ts")).show),
  "undo": async () => typed<Options.UndoOptions>((await import("../commands/undo/undo.ts")).undo),
  "redo": async () => typed<Options.RedoOptions>((await import("../commands/undo/redo.ts")).redo),
  "tell": async () => typed<Options.TellOptions>((await import("../commands/log/tell.ts")).tell),
  "skip": async () => typed<Options.SkipOptions>((await import("../commands/undo/skip.ts")).skip),
  "run": async () => typed<Options.RunOptions>((await import("../commands/run.ts")).run),
  "new-milestone": async () =>
    typed<Options.NewMilestoneOptions>(
      (await import("../commands/new_milestone/new_milestone.ts")).newMilestone,
    ),
  "ship": async () => typed<Options.ShipOptions>((await import("../commands/ship.ts")).ship),
  "doctor": async () => typed<Options.DoctorOptions>((await import("../commands/doctor/doctor.ts")).doctor),
  "quick": async () => typed<Options.QuickOptions>((await import("../commands/quick/quick.ts")).quick),
  "phase": async () => typed<Options.PhaseOptions>((await import("../commands/structure/phase.ts")).phase),
  "plan": async () => typed<Options.PlanOptions>((await import("../commands/structure/plan.ts")).plan),
  "abandon": async () =>
    typed<Options.AbandonOptions>((await import("../commands/structure/abandon.ts")).abandon),
  "merge-driver": async () =>
    typed<Options.MergeDriverOptions>((await import("../commands/merge_driver.ts")).mergeDriver),
  "view": async () => typed<Options.ViewOptions>((await import("../commands/view/view.ts")).view),
  "worker": async () => typed<Options.WorkerOptions>((await import("../commands/worker/worker.ts")).worker),
  "demo": async () => typed<Options.DemoOptions>((await import("../commands/demo.ts")).demo),
};

/** The scanner builds options from the same type that the command takes. */
function typed<T>(command: (options: T, context: CommandContext) => Promise<Outcome>): CommandFunction {
  return (options, context) => command(options as T, context);
}
