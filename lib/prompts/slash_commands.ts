import { commands } from "../../generated/commands.ts";
import type { CommandMeta } from "../../schemas/metadata.ts";
import { HOSTED_COMMANDS } from "../plan/integrations/hosted_commands.ts";
import { hereDocument, hereString, type LineMark } from "../plan/integrations/stdin_arguments.ts";
import { fillTemplate } from "./fill.ts";
import argumentsPart from "./slash/arguments.md" with { type: "text" };
import change from "./slash/change.md" with { type: "text" };
import changes from "./slash/changes.md" with { type: "text" };
import completeMilestone from "./slash/complete-milestone.md" with { type: "text" };
import doctor from "./slash/doctor.md" with { type: "text" };
import executePhase from "./slash/execute-phase.md" with { type: "text" };
import executor from "./slash/executor.md" with { type: "text" };
import frame from "./slash/frame.md" with { type: "text" };
import help from "./slash/help.md" with { type: "text" };
import host from "./slash/host.md" with { type: "text" };
import instructions from "./slash/instructions.md" with { type: "text" };
import newMilestone from "./slash/new-milestone.md" with { type: "text" };
import reason from "./slash/reason.md" with { type: "text" };
import quick from "./slash/quick.md" with { type: "text" };
import run from "./slash/run.md" with { type: "text" };
import setProfile from "./slash/set-profile.md" with { type: "text" };
import settings from "./slash/settings.md" with { type: "text" };
import ship from "./slash/ship.md" with { type: "text" };
import show from "./slash/show.md" with { type: "text" };

/** A command that the user calls in a coding agent. */
export interface SlashCommand {
  /** The name without the prefix of the agent: `execute-phase`. */
  readonly name: string;
  readonly description: string;
  /** The arguments, as the help shows them; empty for none. */
  readonly hint: string;
  /** The `wf` command that the agent runs, without the user's arguments. */
  readonly runs: string;
  /** The mark of what the user typed: `|` for arguments, `>` for one text. */
  readonly mark: LineMark;
  /**
   * The whole commands that the agent may run without asking, without `wf` itself: `status --json`. They only
   * read: with more arguments others could answer the user's questions.
   */
  readonly reads: readonly string[];
  /** The steps for the agent: a Markdown template. */
  readonly steps: string;
}

/** The options that a user of a slash command does not give: the agent gives them, or they are about output. */
const NOT_SHOWN: ReadonlySet<string> = new Set([
  "agent",
  "answer",
  "arguments-from-stdin",
  "cwd",
  "dry-run",
  "json",
  "line",
  "no-color",
  "quiet",
  "set",
  "watch",
  "yes",
]);

const CHANGED_FILES =
  "the files in `created`, `moved`, `changed` and `removed`, the `warnings`, and the `mentions`: lines that " +
  "may mean a phase by its old number and are not changed, so offer to correct them afterwards";

/** The slash commands, in the order in which users need them. */
export const SLASH_COMMANDS: readonly SlashCommand[] = [
  slash("new-project", host, { hint: "[name] [--map]" }),
  slash("settings", settings, {
    hint: "[--<key> <value>]… [--save-as-defaults]",
    reads: ["config list --json"],
  }),
  slash("set-profile", setProfile, { reads: ["config explain model_profile --json"] }),
  slash("new-milestone", `${host}\n${newMilestone}`),
  slash(
    "status",
    "Run `wf status --json`, and show the user in a few lines what is done, stopped or waits.",
    {
      hint: "",
    },
  ),
  slash("validate", showing("the findings with their hints; offer to add `--fix` if it can fix some"), {
    hint: "[path…] [--fix] [--strict]",
  }),
  slash("discuss-phase", host, { hint: "<phase> [--dry-run]" }),
  slash("plan-phase", host, {
    hint: "<phase> [--research] [--skip-research] [--skip-verify] [--gaps] [--dry-run]",
  }),
  slash("execute-phase", executePhase, { hint: "<phase> [--plan <id>] [--dry-run]" }),
  slash("verify-phase", host, { hint: "<phase> [--dry-run]" }),
  slash("run", run),
  slash("quick", quick, { hint: "<task>", mark: ">" }),
  slash("show", showing("the commits, the changed files, the checks and the verdict")),
  slash("log", showing("what happened, and the reason if it stopped"), { hint: "[work] [--run <id>]" }),
  slash("undo", changing("the `commits` that are reverted, and the `tasks` that are open again")),
  slash("redo", changing("the `tasks` that are executed again, and the `commits` that are reverted first")),
  slash("skip", withReason("skip", "plan or task", "the `tasks` that are skipped")),
  slash("abandon", withReason("abandon", "phase", "the `kept` branches with their new names")),
  slash("phase", changing(CHANGED_FILES)),
  slash("plan", changing(CHANGED_FILES)),
  slash("ship", ship, { hint: "[phase] [--draft] [--title <text>] [--without-planning]" }),
  slash("complete-milestone", completeMilestone, { reads: [] }),
  slash("doctor", doctor, { hint: "", reads: [] }),
  {
    name: "help",
    description: "Show the status of the project and the available commands.",
    hint: "",
    runs: "wf --help",
    mark: "|",
    reads: ["--help", "status --json"],
    steps: help,
  },
];

/** Returns the steps of a change for which the user gives a reason. */
function withReason(name: string, work: string, preview: string): string {
  return `${fillTemplate(reason, { name, work })}\n${changing(preview)}`;
}

/** Returns the slash command that calls a command of `wf`, or hosts it. */
function slash(name: string, steps: string, own: Partial<SlashCommand> = {}): SlashCommand {
  const command = commands.find((one) => one.name === name)!;
  return {
    name,
    description: command.description,
    hint: hintOf(command),
    runs: `wf ${HOSTED_COMMANDS.includes(name) ? "next " : ""}${name} --json`,
    mark: "|",
    reads: ["status --json"],
    steps,
    ...own,
  };
}

function showing(what: string): string {
  return fillTemplate(show, { what });
}

function changing(preview: string): string {
  return fillTemplate(change, { preview });
}

/** Returns the arguments of a command on one line: `<phase> [--plan <id>]`. */
function hintOf({ positionals, flags }: CommandMeta): string {
  const words = positionals.map((option) => {
    const word = option.allowed?.join("|") ?? option.placeholder ?? option.name;
    if (!option.required) return `[${word}]`;
    return option.allowed === undefined ? `<${word}>` : word;
  });
  const shown = flags.filter(({ name }) => !NOT_SHOWN.has(name)).map(
    ({ name, type, placeholder, allowed }) => {
      return `[--${name}${type === "boolean" ? "" : ` ${allowed?.join("|") ?? `<${placeholder}>`}`}]`;
    },
  );
  return [...words, ...shown].join(" ");
}

/** The way an agent calls commands and passes their arguments. */
export interface CallingStyle {
  /** The prefix of a command's name: `/wf:`. */
  readonly prefix: string;
  /** The passage that contains or describes the typed arguments: Markdown. */
  readonly given: string;
  /** The name of the agent that carries out a plan, if its file is installed: see {@link executorText}. */
  readonly executor?: string;
}

/** Returns what an agent is told that carries out one plan for the agent that hosts a phase. */
export function executorText(): string {
  return fillTemplate(executor, { words: fenced(hereDocument("wf report … done --json", ">", "<lines>")) });
}

export function slashText(command: SlashCommand, { prefix, given, executor }: CallingStyle): string {
  const list = SLASH_COMMANDS.map(({ name, hint, description }) => {
    return `- \`${prefix}${name}${hint === "" ? "" : ` ${hint}`}\`: ${description}`;
  }).join("\n");
  const { description, hint, runs, mark } = command;
  const typed = { given, mark, command: fenced(hereDocument(runs, mark, PLACEHOLDER)) };
  const words = {
    words: fenced(hereDocument("wf …", ">", "<words>")),
    words_in_powershell: fenced(hereString("wf …", ">", "<words>"), "powershell"),
  };
  // A command without arguments only shows something.
  return fillTemplate(frame, {
    about: description,
    arguments: hint === "" ? "" : fillTemplate(argumentsPart, typed),
    steps: fillTemplate(command.steps, {
      list,
      instructions,
      new_project: `\`${prefix}new-project\``,
      executor: executor === undefined
        ? "It gets the text at the end of these steps."
        : `Its type is \`${executor}\`.`,
      executor_text: executor === undefined ? `The text for a sub-agent:\n\n${quoted(executorText())}` : "",
    }),
    changes: hint === "" ? "" : fillTemplate(changes, words),
    called: `\`${prefix}<name>\``,
  });
}

/** The placeholder for what the user typed. */
const PLACEHOLDER = "<arguments>";

function quoted(text: string): string {
  return text.trimEnd().split("\n").map((line) => `> ${line}`.trimEnd()).join("\n");
}

function fenced(command: string, language = "sh"): string {
  return `\`\`\`${language}\n${command}\n\`\`\``;
}
