import { repositoryPath } from "../../apply/git/repository.ts";
import type { PendingChange } from "../../apply/structure/pending_change.ts";
import { saveCopies } from "../../apply/worktrees/backup.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { lastingFlags } from "../../plan/command_lines/repeated_flags.ts";
import { renamedTrailers, structureMessage } from "../../plan/naming/commit_message.ts";
import { type CommandContext, UsageError } from "../context/command_context.ts";
import { notice } from "../context/consult.ts";
import { requireCommits } from "../context/lock_and_agent.ts";
import { cleanHint } from "../context/uncommitted_changes.ts";
import { commandIn } from "../context/open_project.ts";
import type { Place, Ready } from "./structure_call.ts";
import { removedFiles } from "./structure_outcome.ts";

/** Returns the record of the change. Throws a UsageError if a file to commit has changes. */
export async function recordOf(
  { plan, config }: Ready,
  place: Place,
  context: CommandContext,
): Promise<PendingChange> {
  const { repository, call: { options } } = place;
  const command = commandIn(place, place.command);
  const { changes } = plan;
  if (repository === undefined || !config.planning.commit_docs) return { command, changes };
  const { git, project } = repository;
  await requireCommits(repository);
  const tracked = new Set(
    (await git.output([
      "ls-files",
      "-z",
      "--full-name",
      "--",
      `:(top)${repositoryPath(repository, PLANNING)}`,
    ])).split("\0"),
  );
  const inRepository = (path: string) => repositoryPath(repository, path);
  const sources = new Map(plan.moved.map(({ from, to }) => [to, from]));
  const touched = [
    ...changes.files.map(({ path }) => path),
    ...changes.moves.flatMap(({ from, to }) => [from, to]),
  ];
  const paths = touched.filter((path) => {
    const source = sources.get(path);
    const isNew = changes.files.some((file) => file.path === path && file.before === undefined) &&
      source === undefined;
    return isNew || tracked.has(inRepository(path)) ||
      (source !== undefined && tracked.has(inRepository(source)));
  }).map(inRepository);
  const status = await git.status();
  const dirty = status.filter(({ path, kind }) => kind !== "untracked" && paths.includes(path)).map((
    { path },
  ) => path);
  if (dirty.length > 0) {
    throw new UsageError(
      `Documents that would change have changes that are not committed:${
        dirty.map((path) => `\n    ${path}`).join("")
      }`,
      await cleanHint(git, dirty, { cwd: await context.cwd(), flags: lastingFlags(options) }),
    );
  }
  const renamed = plan.ids.size === 0 ? [] : renamedTrailers([...plan.ids], project);
  const trailers = [...plan.trailers ?? [], ...renamed];
  const head = await git.commitOf("HEAD") ?? "";
  return {
    command,
    changes,
    commit: { head, message: structureMessage(plan.subject, trailers), paths },
  };
}

/** Keeps copies of removed files that no commit contains. */
export async function keepRemoved(
  { plan }: Ready,
  { commit }: PendingChange,
  { repository }: Place,
  context: CommandContext,
): Promise<void> {
  const removed = removedFiles(plan).filter(({ path }) =>
    repository === undefined || commit?.paths.includes(repositoryPath(repository, path)) !== true
  );
  if (removed.length === 0) return;
  if (repository === undefined) {
    throw new UsageError(
      "Outside of a repository, nothing would bring removed files back",
      "Remove the files yourself, or put the project under version control: git init",
    );
  }
  const folder = await saveCopies(
    repository,
    new Map(removed.map(({ path, before }) => [path, before ?? ""])),
  );
  notice(`Git does not contain ${removed.map(({ path }) => path).join(", ")}: kept in ${folder}`, context);
}
