/**
 * Projects whose plans run at the same time, and the folder in which their worktrees lie.
 * @module
 */
import { type PlanText, planText, smallProject } from "./plans.ts";
import { homeAt } from "./program.ts";
import { type Folder, repository } from "./repository.ts";
import { recordedWorkBranches } from "./work_branches.ts";

/** Files of a project with one phase of these plans. */
export function projectWith(
  plans: readonly PlanText[],
  config: object = {},
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const small = smallProject({ mode: "yolo", ...config });
  const files = Object.fromEntries(Object.entries(small).filter(([path]) => !path.includes("/phases/")));
  for (const plan of plans) files[`.planning/phases/01-base/01-${plan.plan}-PLAN.md`] = planText(plan);
  return { ...files, ...more };
}

/** A plan with one task, which runs a script and names these files. */
export function onePlan(plan: string, script: string, files: readonly string[] = [`${plan}.txt`]): PlanText {
  return { plan, files, tasks: [{ name: `Do ${plan}`, files: files.join(", "), script }] };
}

/** A script that writes a file once another plan's script has begun too: alone it would wait for ever. */
export function meets(folder: string, own: string, other: string): string {
  return `touch "${folder}/${own}"
until test -e "${folder}/${other}"; do sleep 0.02; done
echo ${own} > ${own}.txt`;
}

/** A repository with such a project, and a folder beside it for what scripts tell one another. */
export async function wide(
  plans: (shared: string) => readonly PlanText[],
  config: object = {},
  more: Readonly<Record<string, string>> = {},
): Promise<Folder> {
  const folder = await repository({});
  await folder.write(projectWith(plans(`${folder.path}/.git`), config, more));
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", "--message=project");
  return folder;
}

/** The environment in which the user's home lies in the repository's own folder. */
export function homeIn({ path }: Folder): Readonly<Record<string, string>> {
  return homeAt(`${path}/.git/home`);
}

/** Worktrees, branches and folders that a run left besides the project's own. */
export async function leftovers(folder: Folder): Promise<readonly string[]> {
  const worktrees = (await folder.git("worktree", "list", "--porcelain")).match(/^worktree .*/gm) ?? [];
  const branches = (await folder.git("for-each-ref", "--format=%(refname)", "refs/heads/wf/work")).split(
    "\n",
  );
  const home = await folder.has(".git/home/.wf") ? ["~/.wf"] : [];
  const records = Object.keys(await recordedWorkBranches(folder)).map((branch) => `record of ${branch}`);
  return [...worktrees.slice(1), ...branches.filter((branch) => branch !== ""), ...home, ...records];
}
