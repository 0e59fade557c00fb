import type { NewProjectOptions } from "../../../schemas/commands.ts";
import type { Host } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import { type CommandContext, UsageError } from "../context/command_context.ts";
import { notice } from "../context/consult.ts";

/** Maximum length of a description in UTF-16 units: a longer one does not fit into a turn. */
const MAX_LENGTH = 200_000;

/** What is described, and the question at the terminal. */
export interface Described {
  readonly noun: string;
  readonly question: string;
  /** What the user does later, as `--yes` leaves out the question. */
  readonly later: string;
}

const PROJECT: Described = {
  noun: "project",
  question: "What is being built, and for whom? Empty for templates",
  later: "write what you are building into .planning/PROJECT.md",
};

/**
 * Reads the description from a file, from standard input (`-`), or from the terminal. Empty when
 * there is none, or with `--yes`; undefined when the user cancels at the terminal.
 */
export async function describeProject(
  { from, yes = false }: Pick<NewProjectOptions, "from" | "yes">,
  cwd: string,
  context: CommandContext,
  { noun, question, later } = PROJECT,
): Promise<string | undefined> {
  const { host, json } = context;
  if (from !== undefined) return await readDescription(from, { cwd, noun }, host);
  if (json || !host.isTerminal("stdin") || !host.isTerminal("stderr")) return "";
  if (yes) {
    notice(`With --yes, nothing is asked: ${later}`, context);
    return "";
  }
  const { promptText } = await import("../../deps/clack.ts");
  const written = await promptText(question);
  return written?.trim();
}

async function readDescription(
  from: string,
  { cwd, noun }: { readonly cwd: string; readonly noun: string },
  host: Host,
): Promise<string> {
  const text = from === "-" ? await readInput(host) : await readFile(joinPath(cwd, from), host);
  const description = text.replace(/^\uFEFF/, "").trim();
  const name = from === "-" ? "standard input" : from;
  if (description === "") {
    throw new UsageError(
      `Cannot create a ${noun} from ${name}: it is empty`,
      "Describe what is being built in it",
    );
  }
  if (description.length > MAX_LENGTH) {
    throw new UsageError(
      `Cannot create a ${noun} from ${name}: it has more than ${MAX_LENGTH} characters`,
      "Shorten it to a description of what is being built",
    );
  }
  return description;
}

async function readFile(path: string, host: Host): Promise<string> {
  if ((await host.stat(path))?.kind !== "file") {
    throw new UsageError(
      `Cannot read "${path}": the file does not exist`,
      "Give --from a file, or - for standard input",
    );
  }
  return await host.readText(path);
}

async function readInput(host: Host): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of host.input()) text += decoder.decode(bytes, { stream: true });
  return text + decoder.decode();
}
