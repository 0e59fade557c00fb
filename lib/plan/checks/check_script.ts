import { type PipelineStage, readPipelines, type ShellPipeline } from "./shell_pipelines.ts";

/** The programs that pass on their input. */
const FILTERS = new Set(["tail", "head", "cat", "tee"]);
/** The programs whose exit status is a verdict on their input. */
const JUDGES = new Set([
  ...["grep", "egrep", "fgrep", "zgrep", "rg", "wc", "jq", "awk", "gawk", "mawk", "nawk"],
  ...["test", "[", "[["],
]);
/** The programs that start another one and return its exit status. */
const STARTERS = new Set(["xargs", "env", "command", "nice", "timeout", "sudo", "exec", "nohup", "stdbuf"]);

/**
 * Returns the shell script that runs a check without hiding failures before a `| tail -5`.
 *
 * If the last stage of a pipeline only passes on output (`tail`, `head`, `cat`, `tee`), a failure of an
 * earlier stage makes the pipeline fail, except SIGPIPE (141). A stage before a judge (`grep`, `test`, `wc`,
 * `jq`, `awk`), and a judge that reads from a pipe, do not count. Everything else is the shell's own result.
 * The author's text is kept byte for byte and line by line; code is only inserted. The code is POSIX sh,
 * because not every shell has `pipefail`.
 *
 * @returns The same command if no pipeline needs it, or if the text cannot be parsed.
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
  /** The index of the first stage whose failure counts. */
  readonly first: number;
}

function countedPipeline(stages: readonly PipelineStage[]): readonly CountedPipeline[] {
  if (!FILTERS.has(programOf(stages.at(-1)!.words))) return [];
  const first = stages.findLastIndex((stage, index) => index > 0 && judges(stage)) + 1;
  return first < stages.length - 1 ? [{ stages, first }] : [];
}

/**
 * Reports whether a stage's status is a verdict on its input; a loop's status is that of its last command.
 */
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

/** Returns two file descriptors that the command does not use; shells accept those of one digit. */
function freeDescriptors(command: string): Descriptors | undefined {
  const [output, status] = [9, 8, 7, 6, 5, 4, 3].filter((digit) =>
    !new RegExp(`(?<![\\w.-])${digit}[<>]|[<>]&\\s*${digit}`).test(command)
  );
  return status === undefined || output === undefined ? undefined : { status, output };
}

/**
 * The helper functions. Under `set -e` a stage would end before its status is reported, so it is turned off
 * around stages and on inside them.
 */
const PROLOGUE = "wf_stage() { case $wf_flags in *e*) set -e;; esac; }; " +
  "wf_pipe() { IFS=' '; wf_from=-1; wf_code=0; while read -r wf_index wf_status; do " +
  'if [ "$wf_status" -ne 0 ] && [ "$wf_index" -gt "$wf_from" ]; then ' +
  'if [ "$wf_status" -ne 141 ] || [ "$wf_index" -eq "$1" ]; then wf_from=$wf_index; wf_code=$wf_status; fi; ' +
  'fi; done; return "$wf_code"; }; ';

interface Insertion {
  /** The UTF-16 offset in the command. */
  readonly at: number;
  readonly text: string;
}

/**
 * Converts `a | b` to code that sends each stage's status to a function, which returns the status of the
 * pipeline: `{ { { ( a ); echo "0 $?" >&8; } | { b; } >&9; echo "1 $?" >&8; } 8>&1 | wf_pipe 1; } 9>&1`.
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
