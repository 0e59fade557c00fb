import { type PipelineStage, readPipelines, type ShellPipeline } from "./shell_pipelines.ts";

/** Programs that merely pass on what they read. */
const PASSING_ON = new Set(["tail", "head", "cat", "tee"]);
/** Programs whose exit status is a verdict on what they read. */
const JUDGES = new Set([
  ...["grep", "egrep", "fgrep", "zgrep", "rg", "wc", "jq", "awk", "gawk", "mawk", "nawk"],
  ...["test", "[", "[["],
]);
/** Programs that start another one and end as it does. */
const STARTERS = new Set(["xargs", "env", "command", "nice", "timeout", "sudo", "exec", "nohup", "stdbuf"]);

/**
 * The shell script that runs a check, in which no failure hides behind a `| tail -5`.
 *
 * Where the last stage of a pipeline only passes output on (`tail`, `head`, `cat`, `tee`), a failure of an
 * earlier stage makes the pipeline fail, SIGPIPE (141) excepted. A stage before a judge (`grep`, `test`,
 * `wc`, `jq`, `awk`), and a judge that reads from a pipe, do not count. Everything else is the shell's own
 * result. The author's text is kept byte for byte and line by line; code is only inserted into it. The
 * code is POSIX sh, as not every shell has `pipefail`.
 *
 * @param command The check as its author wrote it.
 * @returns The same command where no pipeline needs it, or where the text is not understood.
 */
export function checkScript(command: string): string {
  // The author handles the status of pipelines.
  if (/\b(?:pipefail|PIPESTATUS)\b/.test(command)) return command;
  const counted = (readPipelines(command) ?? []).flatMap(({ stages }) => countedPipeline(stages));
  const descriptors = freeDescriptors(command);
  if (counted.length === 0 || descriptors === undefined) return command;
  const insertions = counted.flatMap((pipeline) => insertionsOf(pipeline, descriptors));
  insertions.sort((a, b) => a.at - b.at);
  let script = PROLOGUE;
  let done = 0;
  for (const { at, text } of insertions) {
    script += command.slice(done, at) + text;
    done = at;
  }
  return script + command.slice(done);
}

interface CountedPipeline extends ShellPipeline {
  /** Index of the first stage whose failure counts. */
  readonly first: number;
}

function countedPipeline(stages: readonly PipelineStage[]): readonly CountedPipeline[] {
  if (!PASSING_ON.has(programOf(stages.at(-1)!.words))) return [];
  const first = stages.findLastIndex((stage, index) => index > 0 && judges(stage)) + 1;
  return first < stages.length - 1 ? [{ stages, first }] : [];
}

/** Whether a stage's status is a verdict on its input; a loop's status is that of its last command. */
function judges({ kind, words }: PipelineStage): boolean {
  if (kind !== "simple") return kind === "control";
  const program = programOf(words);
  return JUDGES.has(program) || STARTERS.has(program) && words.some((word) => JUDGES.has(programOf([word])));
}

function programOf([word = ""]: readonly string[]): string {
  return word.slice(word.lastIndexOf("/") + 1);
}

interface Descriptors {
  /** Receives the status of each stage. */
  readonly status: number;
  /** Receives the output of the last stage. */
  readonly output: number;
}

/** Two file descriptors that the command does not name; shells know those of one digit. */
function freeDescriptors(command: string): Descriptors | undefined {
  const [output, status] = [9, 8, 7, 6, 5, 4, 3].filter((digit) =>
    !new RegExp(`(?<![\\w.-])${digit}[<>]|[<>]&\\s*${digit}`).test(command)
  );
  return status === undefined || output === undefined ? undefined : { status, output };
}

/** Under `set -e` a stage would end before its status is reported: it is turned off around stages, on in them. */
const PROLOGUE = "wf_stage() { case $wf_flags in *e*) set -e;; esac; }; " +
  "wf_pipe() { IFS=' '; wf_from=-1; wf_code=0; while read -r wf_index wf_status; do " +
  'if [ "$wf_status" -ne 0 ] && [ "$wf_index" -gt "$wf_from" ]; then ' +
  'if [ "$wf_status" -ne 141 ] || [ "$wf_index" -eq "$1" ]; then wf_from=$wf_index; wf_code=$wf_status; fi; ' +
  'fi; done; return "$wf_code"; }; ';

interface Insertion {
  /** UTF-16 offset in the command. */
  readonly at: number;
  readonly text: string;
}

/**
 * Turns `a | b` into code that sends each stage's status to a function, which returns the pipeline's:
 * `{ { { ( a ); echo "0 $?" >&8; } | { b; } >&9; echo "1 $?" >&8; } 8>&1 | wf_pipe 1; } 9>&1`.
 */
function insertionsOf(
  { stages, first }: CountedPipeline,
  { status, output }: Descriptors,
): readonly Insertion[] {
  const last = stages.length - 1;
  const closed = `${status}>&- ${output}>&-`;
  const report = (index: number) => `command echo "${index} $?" >&${status}`;
  return stages.flatMap(({ start, end }, index) => {
    const begin = index === 0 ? "{ { wf_flags=$-; set +e; " : "";
    if (index === last) {
      const close = `; } ${status}>&- >&${output} ${output}>&-; ${report(index)}; `;
      return [
        { at: start, text: "{ " },
        { at: end, text: `${close}} ${status}>&1 | wf_pipe ${last}; } ${output}>&1` },
      ];
    }
    const reported = index < first ? "" : ` ${report(index)};`;
    return [
      { at: start, text: `${begin}{ ( wf_stage; ` },
      { at: end, text: ` ) ${closed};${reported} }` },
    ];
  });
}
