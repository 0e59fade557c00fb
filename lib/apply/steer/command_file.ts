import type { Question } from "../../../schemas/question.ts";
import type { AnswerCommand, RunCommand } from "../../../schemas/steering.ts";
import type { Host } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import { COMMANDS_FILE } from "../../plan/log/run_files.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import type { Git } from "../git/git.ts";
import { RUNS_FOLDER } from "../log/run_log.ts";

/** The maximum size of the file with the commands to a run, in bytes. The rest is not read. */
const MAX_FILE = 1_000_000;

/** Adds a command to those of a run in progress. */
export async function addCommand(git: Git, run: string, command: RunCommand): Promise<void> {
  const path = `${RUNS_FOLDER}/${run}/${COMMANDS_FILE}`;
  await new ConfinedFiles(git.host, git.commonDirectory).requireWritable(path);
  git.host.appendText(joinPath(git.commonDirectory, path), `${JSON.stringify(command)}\n`);
}

/** Returns the command that answers a question now. */
export function answerCommand(
  { id }: Pick<Question, "id">,
  value: string,
  host: Pick<Host, "now">,
): AnswerCommand {
  return { formatVersion: 1, at: new Date(host.now()).toISOString(), action: "answer", question: id, value };
}

/** Reads the commands to a run as they are added. */
export class CommandReader {
  readonly #path: string;
  /** The size that was read, in bytes. */
  #size = 0;
  /** The number of lines that were read. */
  #lines = 0;

  constructor(readonly git: Git, run: string) {
    this.#path = `${RUNS_FOLDER}/${run}/${COMMANDS_FILE}`;
  }

  /** Returns the complete lines that were added since the last call. */
  async read(): Promise<string> {
    const { host, commonDirectory } = this.git;
    const size = (await host.stat(joinPath(commonDirectory, this.#path)))?.size ?? 0;
    if (size === this.#size || size > MAX_FILE) return "";
    const text = await new ConfinedFiles(host, commonDirectory).read(this.#path) ?? "";
    this.#size = size;
    // A line without an end is still being written.
    const lines = text.split("\n").slice(0, -1);
    const added = lines.slice(this.#lines);
    this.#lines = lines.length;
    return added.join("\n");
  }
}
