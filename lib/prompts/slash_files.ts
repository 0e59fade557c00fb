/**
 * The files of the slash commands, for each agent in its own format and folder.
 *
 * @see {@link slashText} for their text.
 * @module
 */
import { version } from "../../generated/version.ts";
import type { HostingAgent } from "../../schemas/commands.ts";
import type { WantedFile } from "../plan/integrations/install_plan.ts";
import { MARK_PLACE } from "../plan/integrations/signed_file.ts";
import {
  type CallingStyle,
  executorText,
  SLASH_COMMANDS,
  type SlashCommand,
  slashText,
} from "./slash_commands.ts";

export interface CommandFolder {
  readonly agents: readonly HostingAgent[];
  /** The folder, relative to the root. */
  readonly folder: string;
  /** Matches the names of entries in the folder that may belong to wf. */
  readonly entry: RegExp;
  /** The name of the file in an entry that is a folder. */
  readonly file?: string;
  /** The texts of further files, by path. */
  readonly more?: Readonly<Record<string, string>>;
  /** The way the agents call a command and pass arguments. */
  readonly style: CallingStyle;
  /** Returns the path and text of the file of a command. */
  readonly make: (command: SlashCommand, place: CommandFolder) => readonly [path: string, unsigned: string];
}

const TYPED = "What the user typed after the command is between the two tags:";

const CLAUDE_STYLE: CallingStyle = {
  prefix: "/wf:",
  given: `${TYPED}\n\n<arguments>\n$ARGUMENTS\n</arguments>`,
  executor: "wf-executor",
};

const CLAUDE: CommandFolder = {
  agents: ["claude"],
  folder: ".claude/commands/wf",
  entry: /\.md$/,
  more: { ".claude/agents/wf-executor.md": executorFile("wf-executor") },
  style: CLAUDE_STYLE,
  make: claudeFile,
};

const SKILLS: CommandFolder = {
  agents: ["codex", "copilot", "cursor", "opencode"],
  folder: ".agents/skills",
  entry: /^wf-/,
  file: "SKILL.md",
  style: {
    prefix: "wf-",
    given:
      "They are what the user typed after the name of this command (`/wf-…`, or `$wf-…`), in the message\n" +
      "that called it; some agents put them below this text, after `ARGUMENTS:` or on a line of their own.",
  },
  make: skillFile,
};

const GEMINI: CommandFolder = {
  agents: ["gemini"],
  folder: ".gemini/commands/wf",
  entry: /\.toml$/,
  style: { prefix: "/wf:", given: `${TYPED}\n\n<arguments>\n{{args}}\n</arguments>` },
  make: geminiFile,
};

/** The folders in a project, and in the user's home. */
export const COMMAND_FOLDERS: readonly CommandFolder[] = [SKILLS, CLAUDE, GEMINI];

const PLUGIN_README = `# wf for Claude Code

Plans, executes and verifies phases of work. The commands, such as \`/wf:plan-phase 1\` and
\`/wf:execute-phase 1\`, call the program \`wf\`, which has to be installed and on the \`PATH\`. Claude takes
the turns: it writes the documents and the code, and \`wf\` decides the order, runs the checks of each task
and commits. \`/wf:help\` lists the commands.

<!-- ${MARK_PLACE} -->
`;

const MANIFEST = ".claude-plugin/plugin.json";

export const PLUGIN_FOLDER: CommandFolder = {
  ...CLAUDE,
  folder: "commands",
  style: { ...CLAUDE_STYLE, executor: "wf:executor" },
  more: {
    "README.md": PLUGIN_README,
    "agents/executor.md": executorFile("executor"),
    [MANIFEST]: `${
      JSON.stringify(
        {
          name: "wf",
          version,
          description: "Plan, execute and verify phases of work with wf.",
          author: { name: "the wf authors" },
          license: "MIT",
          keywords: ["planning", "git", MARK_PLACE],
        },
        null,
        2,
      )
    }\n`,
  },
};

export function slashFiles(
  places: readonly CommandFolder[],
  agents: readonly HostingAgent[],
): readonly WantedFile[] {
  return places.flatMap((place) => {
    const wanted = place.agents.filter((agent) => agents.includes(agent));
    if (wanted.length === 0) return [];
    const files = SLASH_COMMANDS.map((command) => place.make(command, place));
    return [...Object.entries(place.more ?? {}), ...files].map(([path, unsigned]) => {
      return { path, unsigned, agents: wanted };
    });
  });
}

function claudeFile(command: SlashCommand, { folder, style }: CommandFolder): readonly [string, string] {
  const { name, description, hint, reads } = command;
  const head = [
    `description: ${JSON.stringify(description)}`,
    ...(hint === "" ? [] : [`argument-hint: ${JSON.stringify(hint)}`]),
    ...(reads.length === 0 ? [] : [`allowed-tools: ${reads.map((words) => `Bash(wf ${words})`).join(", ")}`]),
    "disable-model-invocation: true",
  ];
  return [`${folder}/${name}.md`, withHead(head, slashText(command, style))];
}

/** Returns the file of the agent that carries out one plan. */
function executorFile(name: string): string {
  const about = "Carries out the tasks of one plan for wf. Use only when a slash command of wf says so.";
  const text = "You carry out the tasks of one plan. You were told its ID, and a command of `wf`.";
  const head = [`name: ${name}`, `description: ${JSON.stringify(about)}`];
  return withHead(head, `${text}\n\n${executorText()}`);
}

function skillFile(command: SlashCommand, { folder, file, style }: CommandFolder): readonly [string, string] {
  const { name, description } = command;
  const use = `Use only when the user calls wf-${name}.`;
  const head = [`name: wf-${name}`, `description: ${JSON.stringify(`${description} ${use}`)}`];
  return [`${folder}/wf-${name}/${file}`, withHead(head, slashText(command, style))];
}

function withHead(head: readonly string[], body: string): string {
  return `---\n${head.join("\n")}\n---\n\n${body}\n<!-- ${MARK_PLACE} -->\n`;
}

function geminiFile(command: SlashCommand, { folder, style }: CommandFolder): readonly [string, string] {
  const { name, description } = command;
  const text = slashText(command, style).replaceAll("\\", "\\\\").replaceAll('"""', '""\\"');
  const lines = [
    `# ${MARK_PLACE}`,
    `description = ${JSON.stringify(description)}`,
    `prompt = """\n${text}"""`,
  ];
  return [`${folder}/${name}.toml`, `${lines.join("\n")}\n`];
}
