import { baseName } from "../../path/paths.ts";
import { cutBytes } from "../../text/bytes.ts";
import { slugify } from "../../text/slug.ts";
import type { Repository } from "../git/repository.ts";
import { CommonRecord } from "./common_record.ts";

/** Returns the record of a kind about one working tree of a project. */
export function treeRecord<T>(
  kind: string,
  { git, project }: Repository,
  isValid: (value: unknown) => value is T,
): CommonRecord<T> {
  const parts = [baseName(git.root), project].filter((part) => part !== "").map((part) => slugify(part));
  return new CommonRecord(`wf/${kind}/${cutBytes(parts.join("-"), 200)}.json`, isValid);
}
