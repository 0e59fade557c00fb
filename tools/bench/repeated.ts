/**
 * Measures commands that are called again in an unchanged project.
 * @module
 */
import { type Bench, grouped, measured, whole } from "./bench.ts";
import { type Call, takeTurns } from "./measure.ts";
import { script } from "./programs.ts";
import { printTable, progress, type Row } from "./table.ts";

/** The permissions for a cache, and for asking git. */
const MORE = ["--allow-write", "--allow-env", "--allow-run=git", "--allow-sys=hostname"];
/** The time after which a change of a file is distinguishable from an earlier one, in milliseconds. */
const SETTLED = 2_500;

/** Returns the call of the tool in a folder with all permissions that it needs to remember its output. */
export function repeatable({ folder, programs }: Bench, cwd: string, ...args: readonly string[]): Call {
  const { argv: [deno, run, ...others], ...call } = script(cwd, programs.wf, ...args);
  return { ...call, argv: [deno!, run!, ...MORE, ...others], env: { HOME: folder } };
}

/** Compares repeated commands with an empty program, and with reading the status of every file. */
export async function measureRepeated(bench: Bench): Promise<void> {
  const { look, empty } = bench.programs;
  await new Promise((resolve) => setTimeout(resolve, SETTLED));
  const rows: Row[] = [];
  for (const size of bench.sizes) {
    progress(`${grouped(size)} plans again`);
    const at = bench.project(size);
    const again = (...args: readonly string[]) => repeatable(bench, at, ...args);
    const [validate, waves, status, looking, nothing] = await takeTurns([
      whole(again("validate")),
      whole(again("waves", "1")),
      whole(again("status")),
      whole(script(at, look, at)),
      whole(script(at, empty)),
    ], bench.rounds(size > 1000 ? "long" : "short"));
    const what = (command: string) => `${command}, ${grouped(size)} plans`;
    rows.push(
      {
        ...measured({
          what: what("validate"),
          ours: validate,
          against: "status of each file",
          theirs: looking,
        }),
        goal: 2,
      },
      measured({ what: what("waves 1"), ours: waves, against: "status of each file", theirs: looking }),
      {
        ...measured({ what: what("status"), ours: status, against: "status of each file", theirs: looking }),
        goal: 2,
      },
      measured({ what: "status of each file", ours: looking, against: "empty program", theirs: nothing }),
    );
  }
  printTable(
    "Repeated commands",
    "Whole processes in an unchanged project outside of a repository, against listing all folders and reading\nthe status of each file.",
    rows,
  );
}
