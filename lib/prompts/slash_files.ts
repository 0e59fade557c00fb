/**
 * The slash commands as files, each agent's in its own form and place.
 *
 * @see {@link slashText} for what stands in them.
 * @module
 */
import { version } from "../../generated/version.ts";
import type { HostingAgent } from "../../schemas/commands.ts";
import type { WantedFile } from "../plan/integrations/install_plan.ts";
import { MARK_PLACE } from "../plan/integrations/signed_file.ts";
import { type CallingStyle, SLASH_COMMANDS, type SlashCommand, slashText } from "./slash_commands.ts";

/** A folder in which agents look for commands. */
export interface CommandPlace {
  /** The agents that look there. */
  readonly agents: readonly HostingAgent[];
  /** The folder, relative to the root. */
  readonly folder: string;
  /** What entries of the folder are called that may be ours. */
  readonly entry: RegExp;
  /** The file in an entry that is a folder. */
  readonly file?: string;
  /** Further files, by path, and their texts. */
  readonly more?: Readonly<Record<string, string>>;
  /** How the agents call a command, and what they hand over. */
  readonly style: CallingStyle;
  /** Path and text of a command's file. */
  readonly make: (command: SlashCommand, place: CommandPlace) => readonly [path: string, unsigned: string];
}

const TYPED = "What the user typed behind the command stands between the two tags:";

const CLAUDE_STYLE: CallingStyle = {
  prefix: "/wf:",
  given: `${TYPED}\n\n<arguments>\n$ARGUMENTS\n</arguments>`,
};

const CLAUDE: CommandPlace = {
  agents: ["claude"],
  folder: ".claude/commands/wf",
  entry: /\.md$/,
  style: CLAUDE_STYLE,
  make: claudeFile,
};

/** One folder for all who read skills from there. */
const SKILLS: CommandPlace = {
  agents: ["codex", "copilot", "cursor", "opencode"],
  folder: ".agents/skills",
  entry: /^wf-/,
  file: "SKILL.md",
  style: {
    prefix: "wf:",
    given:
      "They are what the user typed behind the name of this command (`/wf:…`, or `$wf:…`), in the message\n" +
      "that called it; some agents put them below this text, behind `ARGUMENTS:` or on a line of their own.",
  },
  make: skillFile,
};

const GEMINI: CommandPlace = {
  agents: ["gemini"],
  folder: ".gemini/commands/wf",
  entry: /\.toml$/,
  style: { prefix: "/wf:", given: `${TYPED}\n\n<arguments>\n{{args}}\n</arguments>` },
  make: geminiFile,
};

/** The places in a project, and in a user's home. */
export const COMMAND_PLACES: readonly CommandPlace[] = [SKILLS, CLAUDE, GEMINI];

const MANIFEST = ".claude-plugin/plugin.json";

/** The place in a plugin of Claude Code. */
export const PLUGIN_PLACE: CommandPlace = {
  ...CLAUDE,
  folder: "commands",
  more: {
    [MANIFEST]: `${
      JSON.stringify(
        {
          name: "wf",
          version,
          description: "Plan, execute and verify phases of work with wf.",
          keywords: ["planning", "git", MARK_PLACE],
        },
        null,
        2,
      )
    }\n`,
  },
};

/** All files of the places, for the agents that are asked for. */
export function slashFiles(
  places: readonly CommandPlace[],
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

function claudeFile(command: SlashCommand, { folder, style }: CommandPlace): readonly [string, string] {
  const { name, description, hint, uses } = command;
  const head = [
    `description: ${JSON.stringify(description)}`,
    ...(hint === "" ? [] : [`argument-hint: ${JSON.stringify(hint)}`]),
    `allowed-tools: ${uses.map((words) => `Bash(wf ${words}:*)`).join(", ")}`,
    "disable-model-invocation: true",
  ];
  return [`${folder}/${name}.md`, withHead(head, slashText(command, style))];
}

function skillFile(command: SlashCommand, { folder, file, style }: CommandPlace): readonly [string, string] {
  const { name, description } = command;
  const use = `Use only when the user calls wf:${name}.`;
  const head = [`name: wf:${name}`, `description: ${JSON.stringify(`${description} ${use}`)}`];
  return [`${folder}/wf-${name}/${file}`, withHead(head, slashText(command, style))];
}

function withHead(head: readonly string[], body: string): string {
  return `---\n${head.join("\n")}\n---\n\n${body}\n<!-- ${MARK_PLACE} -->\n`;
}

function geminiFile(command: SlashCommand, { folder, style }: CommandPlace): readonly [string, string] {
  const { name, description } = command;
  const text = slashText(command, style).replaceAll("\\", "\\\\").replaceAll('"""', '""\\"');
  const lines = [
    `# ${MARK_PLACE}`,
    `description = ${JSON.stringify(description)}`,
    `prompt = """\n${text}"""`,
  ];
  return [`${folder}/${name}.toml`, `${lines.join("\n")}\n`];
}
