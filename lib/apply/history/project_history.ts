import { joinPath } from "../../path/paths.ts";
import { PLANNING } from "../../parse/project/project.ts";
import type { JournalCommit } from "../../plan/history/journal.ts";
import { ownCommits, projectOfDocument, workstreamIn } from "../../plan/history/project_commits.ts";
import type { Git } from "../git/git.ts";
import type { KnownCommits } from "../git/known_commits.ts";
import type { Repository } from "../git/repository.ts";

/** Documents that every project has, wherever it is in the repository. */
const DOCUMENTS: readonly string[] = ["ROADMAP.md", "STATE.md", "config.json"];

/** Returns the commits in a history that record a project's plans, milestones or reverts, newest first. */
export async function projectHistory(
  repository: Repository,
  ...range: readonly string[]
): Promise<readonly JournalCommit[]> {
  const { git, project: name } = repository;
  const [commits, listed] = await Promise.all([git.history(...range), listedProjects(repository)]);
  const named = await namedProjects(repository, commits);
  const others = [...new Set([...listed, ...named])].filter((other) => other !== name);
  if (others.length === 0 && workstreamIn(name) === undefined) return commits;
  const unnamed = commits.flatMap((found) => {
    return "reverts" in found || found.project !== undefined ? [] : [found.commit];
  });
  const files = await git.filesOf([...new Set(unnamed)]);
  const paths = new Map(
    [...files].map(([commit, { created, modified }]) => [commit, [...created, ...modified]] as const),
  );
  return ownCommits(commits, { name, others }, { paths });
}

/** A commit that completes a milestone of a project. */
export interface MilestoneCommitFound {
  /** Its hash. */
  readonly commit: string;
  /** The numbers of the phases, as printed. */
  readonly phases: readonly string[];
}

/** Returns the newest commit in a history that completes a project's milestone or merges a complete one. */
export async function milestoneCommit(
  repository: Repository,
  version: string,
  from: string,
): Promise<MilestoneCommitFound | undefined> {
  for (const found of await projectHistory(repository, from)) {
    if ("milestone" in found && found.milestone === version) return found;
  }
  return undefined;
}

/**
 * Returns the path of the other project that a branch created by wf belongs to; undefined if it belongs to this
 * project. If none was recorded with the branch, its commits decide.
 */
export async function branchOwner(
  repository: Repository,
  branch: string,
  base: string,
): Promise<string | undefined> {
  const { git, project } = repository;
  const owner = await git.ownerOf(branch);
  if (owner !== undefined) return owner !== project && await isProject(repository, owner) ? owner : undefined;
  const refs = await git.refsOf([base, branch]);
  if (refs.size < 2) return undefined;
  const range = `${refs.get(base)}..${refs.get(branch)}`;
  const [commits, own] = await Promise.all([git.history(range), projectHistory(repository, range)]);
  const isRelevant = (found: JournalCommit) => !("reverts" in found);
  if (own.some(isRelevant)) return undefined;
  const foreign = commits.filter(isRelevant);
  if (foreign.length === 0) return undefined;
  return await projectNamedBy(repository, foreign);
}

/** Returns the path of the other project whose milestone a commit completes; undefined if there is none. */
export async function milestoneOwner(repository: Repository, commit: string): Promise<string | undefined> {
  const range = `${commit}^!`;
  const [commits, own] = await Promise.all([
    repository.git.history(range),
    projectHistory(repository, range),
  ]);
  const foreign = commits.filter((found) => "milestone" in found);
  if (foreign.length === 0 || own.some((found) => "milestone" in found)) return undefined;
  return await projectNamedBy(repository, foreign);
}

/** Returns the other project that commits belong to: the one they name, or the one whose documents they change. */
async function projectNamedBy(
  { git, project }: Repository,
  commits: readonly JournalCommit[],
): Promise<string | undefined> {
  const named = commits.flatMap((found) => "reverts" in found ? [] : found.project ?? []);
  if (named[0] !== undefined) return named[0];
  const files = await git.filesOf(commits.map(({ commit }) => commit));
  const folders = [...files.values()].flatMap(({ created, modified }) => [...created, ...modified])
    .flatMap((path) => projectOfDocument(path) ?? []);
  return folders.find((folder) => folder !== project);
}

/** The projects of a repository that were listed last. */
const LISTED = new WeakMap<KnownCommits, {
  /** The commit that was checked out. */
  readonly head: string;
  readonly root: string;
  readonly projects: readonly string[];
}>();

/** Returns the projects whose documents git tracks. They are listed again only after commits that may add or remove one. */
async function listedProjects({ git }: Repository): Promise<readonly string[]> {
  const { known } = git.journal;
  const [head, last] = [await git.commitOf("HEAD"), LISTED.get(known)];
  const commits = head === undefined || last?.root !== git.root ? undefined : known.line(last.head, head);
  const isSame = commits?.every(({ created, removed }) => ![...created, ...removed].some(isProjectDocument));
  const projects = last !== undefined && isSame ? last.projects : await projectsInIndex(git);
  if (head !== undefined) LISTED.set(known, { head, root: git.root, projects });
  return projects;
}

async function projectsInIndex(git: Git): Promise<readonly string[]> {
  const patterns = DOCUMENTS.map((name) => `:(top,glob)**/${PLANNING}/${name}`);
  const output = await git.output(["ls-files", "-z", "--full-name", "--", ...patterns]);
  return output.split("\0").flatMap((path) => projectOfDocument(path) ?? []);
}

function isProjectDocument(path: string): boolean {
  return DOCUMENTS.some((name) => `/${path}`.endsWith(`/${PLANNING}/${name}`));
}

/** Returns the existing projects that commits name. */
async function namedProjects(
  repository: Repository,
  commits: readonly JournalCommit[],
): Promise<readonly string[]> {
  const named = new Set(commits.flatMap((found) => "reverts" in found ? [] : found.project ?? []));
  const there: string[] = [];
  for (const project of named) if (await isProject(repository, project)) there.push(project);
  return there;
}

async function isProject({ git }: Repository, project: string): Promise<boolean> {
  const folder = workstreamIn(project) === undefined ? joinPath(project, PLANNING) : project;
  return (await git.host.stat(joinPath(git.root, folder)))?.kind === "directory";
}
