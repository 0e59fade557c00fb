/**
 * The programs of this repository that the benchmark runs, and the programs it compares them with.
 * @module
 */
import { targetOfThisMachine } from "../build/targets.ts";
import { type Call, runProcess } from "./measure.ts";

const root = decodeURIComponent(new URL("../../", import.meta.url).pathname);

/** Returns the absolute path of a file in this repository. */
export function inRepository(path: string): string {
  return `${root}${path}`;
}

/** Programs as bundles, all made in the same way. */
export interface Programs {
  /** The tool. */
  readonly wf: string;
  /** The tool in its npm package. */
  readonly npm: string;
  /** The tool as a standalone program; undefined when there is none for this machine. */
  readonly standalone: string | undefined;
  /** A program that does nothing. */
  readonly empty: string;
  /** `frontmatters.ts`. */
  readonly frontmatters: string;
  /** `look.ts`. */
  readonly look: string;
}

/** Creates the bundles in a folder. */
export async function makePrograms(folder: string): Promise<Programs> {
  const target = targetOfThisMachine();
  const programs = {
    standalone: target === undefined ? undefined : `${folder}/${target.file}`,
    wf: `${folder}/wf.js`,
    npm: `${folder}/npm/bin.js`,
    empty: `${folder}/empty.js`,
    frontmatters: `${folder}/frontmatters.js`,
    look: `${folder}/look.js`,
  };
  await Deno.writeTextFile(programs.empty, "");
  // A build of a commit has a cache; one with uncommitted changes would not.
  const env = { WF_COMMIT: "0".repeat(40) };
  const deno = (...args: readonly string[]) =>
    runProcess({ argv: [Deno.execPath(), ...args], cwd: root, env });
  await deno("run", "--allow-all", "tools/bundle.ts", programs.wf);
  await deno("run", "--allow-all", "tools/pack.ts", folder);
  if (target !== undefined) {
    await deno("run", "--allow-all", "--lock=tools/build.lock", "tools/build.ts", "host", `--out=${folder}`);
  }
  for (const name of ["frontmatters", "look"] as const) {
    await deno("bundle", "--quiet", "--minify", "-o", programs[name], `tools/bench/${name}.ts`);
  }
  return programs;
}

/** Returns the call that runs a script on Deno, in a folder, with permission to read. */
export function script(cwd: string, file: string, ...args: readonly string[]): Call {
  return { argv: [Deno.execPath(), "run", ...FLAGS, file, ...args], cwd };
}

/** Returns the same call with permission to run git. */
export function scriptWithGit(cwd: string, file: string, ...args: readonly string[]): Call {
  return { argv: [Deno.execPath(), "run", ...FLAGS, "--allow-run=git", file, ...args], cwd };
}

const FLAGS = ["--quiet", "--no-prompt", "--no-config", "--no-lock", "--allow-read"];

/** Creates a repository of a project with everything committed, then stages an addition to a file. */
export async function stageChange(project: string, path: string): Promise<void> {
  const git = (...args: readonly string[]) =>
    runProcess({
      argv: ["git", "-c", "user.name=bench", "-c", "user.email=bench@example.invalid", ...args],
      cwd: project,
    });
  await git("init", "--quiet");
  await git("add", "--all");
  await git("commit", "--quiet", "--message=all");
  await Deno.writeTextFile(`${project}/${path}`, "\nOne more line.\n", { append: true });
  await git("add", "--all");
}
