import { ProgramError } from "../../errors/program_error.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { projectId } from "../../plan/executor/lane_names.ts";
import { ignoresDocuments, type Repository, repositoryPath } from "../git/repository.ts";
import { LaneRefs } from "./lane_refs.ts";

/** The refs of a project's lanes, and its ID. */
export interface ProjectRefs {
  readonly refs: LaneRefs;
  readonly project: string;
}

/** Opens the refs on a remote. Throws a ProgramError if other machines could not get plans from it. */
export async function openRefs(repository: Repository, remote: string): Promise<ProjectRefs> {
  const { git, project } = repository;
  const remotes = (await git.output(["remote"])).split("\n").filter((name) => name !== "");
  if (!remotes.includes(remote)) {
    throw new ProgramError(
      `Cannot use the remote "${remote}": this repository has no such remote`,
      remotes.length === 0
        ? `Add one that all machines reach: git remote add ${remote} <url>`
        : `Choose one of ${remotes.join(", ")}: --set executor.remote=${remotes[0]}`,
    );
  }
  if (await ignoresDocuments(git, repositoryPath(repository, PLANNING))) {
    throw new ProgramError(
      `Cannot run plans on other machines: git ignores ${PLANNING}/, so they would not get the plans`,
      "Run them on this one: --executor local",
    );
  }
  if ((await git.output(["rev-parse", "--is-shallow-repository"])).trim() === "true") {
    throw new ProgramError(
      "Cannot use a shallow clone with other machines: its first commit, which names the project, is missing",
      "Fetch the rest: git fetch --unshallow",
    );
  }
  const [first = ""] = (await git.output(["rev-list", "--max-parents=0", "HEAD"])).trim().split("\n").sort();
  return { refs: new LaneRefs(git, remote), project: projectId(first, project) };
}
