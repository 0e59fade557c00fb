import { demoFiles } from "../../lib/demo/files.ts";
import { parentPath } from "../../lib/path/paths.ts";
import type { Range } from "./syntax.ts";
import { run } from "./run.ts";

/** The calls whose functions are returned: those of hooks, and what scripts and agents ask for. */
const CALLS = [["validate", "--staged"], ["validate"], ["waves", "1"]];

/** The plan of the sample project to which a line is added. */
const CHANGED = ".planning/phases/01-first-chart/01-03-PLAN.md";

/**
 * Returns the functions of a program that frequent calls use in the sample project, of which one plan has a
 * staged change, by the names of its modules. The result is deterministic, as none of them depends on a clock.
 *
 * @param program Absolute path of the program. Its modules are in the same folder.
 */
export async function functionsOfFrequentCalls(
  program: string,
): Promise<ReadonlyMap<string, readonly Range[]>> {
  const folder = await Deno.makeTempDir({ prefix: "wf-frequent-calls-" });
  try {
    const project = `${folder}/project`;
    const coverage = `${folder}/coverage`;
    await stageChange(project);
    const flags = ["--quiet", "--no-config", "--no-lock", "--allow-all", `--coverage=${coverage}`];
    for (const call of CALLS) await run(Deno.execPath(), ["run", ...flags, program, ...call], project);
    return await calledIn(coverage, program);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function stageChange(project: string): Promise<void> {
  for (const [path, text] of Object.entries(demoFiles)) {
    await Deno.mkdir(parentPath(`${project}/${path}`), { recursive: true });
    await Deno.writeTextFile(`${project}/${path}`, text);
  }
  const git = async (...args: readonly string[]) => void await run("git", args, project);
  await git("init", "--quiet");
  await git("add", ".");
  const author = ["-c", "user.name=wf", "-c", "user.email=wf@localhost", "-c", "commit.gpgsign=false"];
  await git(...author, "commit", "--quiet", "--no-verify", "--message", "sample");
  await Deno.writeTextFile(`${project}/${CHANGED}`, "\n", { append: true });
  await git("add", ".");
}

/**
 * V8's coverage report of a script. The first range of a function is the whole function, the others are
 * blocks.
 */
interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly {
    readonly ranges: readonly {
      readonly startOffset: number;
      readonly endOffset: number;
      readonly count: number;
    }[];
  }[];
}

async function calledIn(coverage: string, program: string): Promise<ReadonlyMap<string, readonly Range[]>> {
  const called = new Map<string, Range[]>();
  const folder = String(new URL(".", `file://${program}`));
  for await (const { name } of Deno.readDir(coverage)) {
    const { url, functions }: ScriptCoverage = JSON.parse(await Deno.readTextFile(`${coverage}/${name}`));
    if (!url.startsWith(folder)) continue;
    const ranges = functions.flatMap(({ ranges: [own] }) =>
      own !== undefined && own.count > 0 ? [{ start: own.startOffset, end: own.endOffset }] : []
    );
    const module = url.slice(folder.length);
    called.set(module, [...called.get(module) ?? [], ...ranges]);
  }
  if (called.size === 0) throw new Error(`Deno did not report which functions of ${program} were called`);
  return called;
}
