import { hereDocument, hereString } from "../plan/integrations/stdin_arguments.ts";
import { fillTemplate } from "./fill.ts";
import argumentsPart from "./slash/arguments.md" with { type: "text" };
import completeMilestone from "./slash/complete-milestone.md" with { type: "text" };
import discussPhase from "./slash/discuss-phase.md" with { type: "text" };
import executePhase from "./slash/execute-phase.md" with { type: "text" };
import frame from "./slash/frame.md" with { type: "text" };
import help from "./slash/help.md" with { type: "text" };
import newProject from "./slash/new-project.md" with { type: "text" };
import planPhase from "./slash/plan-phase.md" with { type: "text" };
import setProfile from "./slash/set-profile.md" with { type: "text" };
import settings from "./slash/settings.md" with { type: "text" };
import structure from "./slash/structure.md" with { type: "text" };
import verifyPhase from "./slash/verify-phase.md" with { type: "text" };

/** A command that the user calls in a coding agent. */
export interface SlashCommand {
  /** The name without the prefix of the agent: `execute-phase`. */
  readonly name: string;
  readonly description: string;
  /** The arguments, as the help shows them; empty for none. */
  readonly hint: string;
  /** The `wf` command that the agent runs, without the user's arguments. */
  readonly runs: string;
  /**
   * The whole commands that the agent may run without asking, without `wf` itself: `status --json`. They only
   * read: with more arguments others could answer the user's questions.
   */
  readonly reads: readonly string[];
  /** The steps for the agent: a Markdown template. */
  readonly steps: string;
}

/** The slash commands, in the order in which users need them. */
export const SLASH_COMMANDS: readonly SlashCommand[] = [
  {
    name: "new-project",
    description: "Create .planning/ for a project and fill it in with the user.",
    hint: "[name]",
    runs: "wf new-project --json",
    reads: ["validate --json"],
    steps: newProject,
  },
  {
    name: "settings",
    description: "Show the major settings and change them.",
    hint: "[--<key> <value>]… [--save-as-defaults]",
    runs: "wf settings --json",
    reads: ["config list --json"],
    steps: settings,
  },
  {
    name: "set-profile",
    description: "Switch the model profile.",
    hint: "quality|balanced|budget",
    runs: "wf set-profile --json",
    reads: ["config explain model_profile --json"],
    steps: setProfile,
  },
  {
    name: "discuss-phase",
    description: "Settle the open questions of a phase with the user before it is planned.",
    hint: "<phase>",
    runs: "wf discuss-phase --json",
    reads: ["status --json"],
    steps: discussPhase,
  },
  {
    name: "plan-phase",
    description: "Plan a phase: research, plans, and a check of the plans.",
    hint: "<phase> [--research] [--skip-research] [--skip-verify] [--gaps]",
    runs: "wf plan-phase --json",
    reads: ["status --json"],
    steps: planPhase,
  },
  {
    name: "execute-phase",
    description: "Execute the plans of a phase, one commit for each task.",
    hint: "<phase> [--plan <id>] [--dry-run]",
    runs: "wf next execute-phase --json",
    reads: ["status --json"],
    steps: executePhase,
  },
  {
    name: "verify-phase",
    description: "Verify the must-haves of a phase and record the result.",
    hint: "<phase>",
    runs: "wf verify-phase --json",
    reads: ["status --json"],
    steps: verifyPhase,
  },
  {
    name: "phase",
    description: "Add, insert, remove, rename or move a phase.",
    hint: "add|insert|remove|rename|move <phase> [<name>] [--renumber]",
    runs: "wf phase --json",
    reads: ["status --json"],
    steps: structure,
  },
  {
    name: "plan",
    description: "Create, insert, remove or rename a plan.",
    hint: "new|insert|remove|rename <phase or plan> [<name>] [--renumber]",
    runs: "wf plan --json",
    reads: ["status --json"],
    steps: structure,
  },
  {
    name: "complete-milestone",
    description: "Complete a milestone: archive it, offer the merge of its branch, and tag it.",
    hint: "[version]",
    runs: "wf complete-milestone --json",
    reads: [],
    steps: completeMilestone,
  },
  {
    name: "help",
    description: "Show the status of the project and the available commands.",
    hint: "",
    runs: "wf --help",
    reads: ["--help", "status --json"],
    steps: help,
  },
];

/** The way an agent calls commands and passes their arguments. */
export interface CallingStyle {
  /** The prefix of a command's name: `/wf:`. */
  readonly prefix: string;
  /** The passage that contains or describes the typed arguments: Markdown. */
  readonly given: string;
}

export function slashText(command: SlashCommand, { prefix, given }: CallingStyle): string {
  const list = SLASH_COMMANDS.map(({ name, hint, description }) => {
    return `- \`${prefix}${name}${hint === "" ? "" : ` ${hint}`}\`: ${description}`;
  }).join("\n");
  const steps = fillTemplate(command.steps, { list, new_project: `\`${prefix}new-project\`` });
  const typed = { given, command: fenced(hereDocument(command.runs, "|", PLACEHOLDER)) };
  return fillTemplate(frame, {
    about: command.description,
    arguments: command.hint === "" ? "" : fillTemplate(argumentsPart, typed),
    words: fenced(hereDocument("wf …", ">", "<words>")),
    words_in_powershell: fenced(hereString("wf …", ">", "<words>"), "powershell"),
    called: `\`${prefix}<name>\``,
    steps,
  });
}

/** The placeholder for what the user typed. */
const PLACEHOLDER = "<arguments>";

function fenced(command: string, language = "sh"): string {
  return `\`\`\`${language}\n${command}\n\`\`\``;
}
