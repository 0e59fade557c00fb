import type { Config, ConfigFile } from "../../../schemas/config.ts";
import { ignoresDocuments, type Repository, repositoryPath } from "../../apply/git/repository.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { type ConfigOverride, resolveConfig } from "../../plan/config/resolve.ts";

export interface ConfigInput {
  readonly file: ConfigFile;
  readonly overrides?: readonly ConfigOverride[];
}

/** Resolves the configuration of a project in a repository, which may ignore its documents. */
export async function configIn(
  repository: Repository | undefined,
  { file, overrides = [] }: ConfigInput,
): Promise<Config> {
  const planningIgnored = repository !== undefined &&
    await ignoresDocuments(repository.git, repositoryPath(repository, PLANNING));
  return resolveConfig({ file, overrides, planningIgnored }).config;
}
