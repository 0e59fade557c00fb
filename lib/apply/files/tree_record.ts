import { baseName, parentPath } from "../../path/paths.ts";
import { cutBytes } from "../../text/bytes.ts";
import { slugify } from "../../text/slug.ts";
import { textHash } from "../../text/text_hash.ts";
import type { Repository } from "../git/repository.ts";
import { CommonRecord } from "./common_record.ts";

/** Returns the record of a kind about one project in one working tree of a repository. */
export function treeRecord<T>(
  kind: string,
  repository: Repository,
  isValid: (value: unknown) => value is T,
): CommonRecord<T> {
  return new CommonRecord(`wf/${kind}/${treeName(repository)}.json`, isValid);
}

/** Returns the root of a linked worktree; undefined for the main one, which may be moved together with its repository. */
export function linkedTree({ git }: Pick<Repository, "git">): string | undefined {
  return git.root === parentPath(git.commonDirectory) ? undefined : git.root;
}

/** Returns the name of a project in a working tree, which no other in the repository has. */
export function treeName({ git, project }: Repository): string {
  const tree = linkedTree({ git }) ?? "main";
  const names = [baseName(tree), project].filter((name) => name !== "").map((name) => slugify(name));
  return `${cutBytes(names.join("-"), 200)}-${textHash(`${tree}\n${project}`)}`;
}
