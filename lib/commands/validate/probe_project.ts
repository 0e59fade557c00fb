import { findReferences } from "../../apply/files/load_project.ts";
import { judgePatterns } from "../../check/patterns.ts";
import type { Host } from "../../host/host.ts";
import type { Project } from "../../parse/project/model.ts";

/**
 * Adds to a project the facts that its files do not contain: the referenced files that are missing, and the
 * patterns that cannot be used.
 *
 * @param root Root of the project, absolute.
 */
export async function judgeProject(host: Host, root: string, project: Project): Promise<Project> {
  return await judgePatterns(await findReferences(host, root, project));
}
