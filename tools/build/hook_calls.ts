import { demoFiles } from "../../lib/demo/files.ts";
import { parentPath } from "../../lib/path/paths.ts";
import type { Range } from "./eager.ts";
import { run } from "./run.ts";

/** The plan of the sample project to which a line is added. */
const CHANGED = ".planning/phases/01-first-chart/01-03-PLAN.md";

/**
 * Returns the functions of a program that `wf validate --staged` calls for a commit that changes one plan of
 * the sample project. The result is deterministic, as none of them depends on a clock.
 *
 * @param program Absolute path of the program.
 */
export async function functionsOfHookCall(program: string): Promise<readonly Range[]> {
  const folder = await Deno.makeTempDir({ prefix: "wf-hook-calls-" });
  try {
    const project = `${folder}/project`;
    const coverage = `${folder}/coverage`;
    await stageChange(project);
    const flags = ["--quiet", "--no-config", "--no-lock", "--allow-all", `--coverage=${coverage}`];
    await run(Deno.execPath(), ["run", ...flags, program, "validate", "--staged"], project);
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

async function calledIn(coverage: string, program: string): Promise<readonly Range[]> {
  const ranges: Range[] = [];
  for await (const { name } of Deno.readDir(coverage)) {
    const script: ScriptCoverage = JSON.parse(await Deno.readTextFile(`${coverage}/${name}`));
    if (script.url !== String(new URL(`file://${program}`))) continue;
    for (const { ranges: [own] } of script.functions) {
      if (own !== undefined && own.count > 0) ranges.push({ start: own.startOffset, end: own.endOffset });
    }
  }
  if (ranges.length === 0) throw new Error(`Deno did not report which functions of ${program} were called`);
  return ranges;
}
