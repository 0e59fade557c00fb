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

/** Returns the name of a project in a working tree, which no other in the repository has. */
export function treeName({ git, project }: Repository): string {
  // The main working tree may be moved or renamed together with its repository.
  const tree = git.root === parentPath(git.commonDirectory) ? "main" : git.root;
  const names = [baseName(tree), project].filter((name) => name !== "").map((name) => slugify(name));
  return `${cutBytes(names.join("-"), 200)}-${textHash(`${tree}\n${project}`)}`;
}
