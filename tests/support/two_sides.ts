/**
 * Two branches that have completed different phases, so that git finds conflicts in what wf writes.
 * @module
 */
import { smallProject } from "./plans.ts";
import { type Folder, host, repository } from "./repository.ts";

export const STATE = ".planning/STATE.md";
export const ROADMAP = ".planning/ROADMAP.md";

/** The roadmap with ticked phases. */
export function roadmap(...ticked: readonly number[]): string {
  const box = (phase: number) => ticked.includes(phase) ? "x" : " ";
  return `# Roadmap\n\n- [${box(1)}] **Phase 1: Base** - A\n- [${box(2)}] **Phase 2: Form** - B\n`;
}

export function state(done: number, minute = 2): string {
  return `---\nlast_updated: "2026-11-23T10:0${minute}:00.000Z"\nprogress:\n  total_plans: 3\n  completed_plans: ${done}\n---\n\n# State\n`;
}

/** A repository with two branches that completed different phases: `main`, which is checked out, and `other`. */
export async function twoSides(note = ""): Promise<Folder> {
  const folder = await repository({ ...smallProject(), [ROADMAP]: roadmap(), [STATE]: state(0, 0) });
  await folder.git("switch", "--quiet", "--create", "other");
  await folder.write({ [ROADMAP]: roadmap(2), [STATE]: `${state(1, 1)}${note}` });
  await folder.git("commit", "--quiet", "--all", "--message=other");
  await folder.git("switch", "--quiet", "main");
  await folder.write({ [ROADMAP]: roadmap(1), [STATE]: `${state(1)}${note && "ours\n"}` });
  await folder.git("commit", "--quiet", "--all", "--message=ours");
  return folder;
}

/** Runs git and returns its exit code. */
export async function codeOf(folder: Folder, ...args: readonly string[]): Promise<number> {
  return (await host.run({ argv: ["git", ...args], cwd: folder.path })).code;
}
