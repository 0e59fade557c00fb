import type { Config } from "../../../schemas/config.ts";
import { projectPath, type Repository, tracksIgnored } from "../../apply/git/repository.ts";
import type { Preparation } from "../../apply/session/prepare.ts";
import type { Phase } from "../../parse/project/model.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { findPreset } from "../../plan/agents/presets.ts";
import { agentNames, runRoles } from "../../plan/agents/role_agents.ts";
import { isPlanDocument } from "../../plan/execution/sealed_documents.ts";
import { firstOf } from "../../text/list_text.ts";

/** Returns what a user must know before the first task of a phase: agents that do not ask, and unusual files. */
export async function firstNotices(
  repository: Repository,
  { config, phase, preparation }: {
    readonly config: Config;
    readonly phase: Phase;
    readonly preparation: Preparation;
  },
): Promise<readonly string[]> {
  return [
    ...unaskedUses(config),
    ...untrackedFiles(preparation),
    ...changedPlans(repository, phase, preparation),
    ...await tracksIgnored(repository) ? [TRACKED_DOCUMENTS] : [],
  ];
}

/** Returns notices about actions for which an agent does not ask, although a key of `safety` is on. */
function unaskedUses(config: Config): readonly string[] {
  const { always_confirm_destructive, always_confirm_external_services } = config.safety;
  if (!always_confirm_destructive && !always_confirm_external_services) return [];
  return agentNames(config.agent, runRoles(config)).flatMap((name) => {
    const { title, strict } = findPreset(name) ?? {};
    return strict?.unasked === undefined ? [] : [`${title} ${strict.unasked}`];
  });
}

const TRACKED_DOCUMENTS =
  `git ignores new documents in ${PLANNING}/, or that is a link: wf commits none, also none that git tracks`;

/** Returns a notice about plans with uncommitted changes. */
function changedPlans(repository: Repository, { directory }: Phase, { status }: Preparation): string[] {
  const paths = status.filter(({ kind, gone }) => kind !== "untracked" && !gone)
    .flatMap(({ path }) => projectPath(repository, path) ?? [])
    .filter((path) => path.startsWith(`${directory}/`) && isPlanDocument(path));
  if (paths.length === 0) return [];
  return [`${paths.join(", ")} ${paths.length === 1 ? "is" : "are"} changed and not committed`];
}

/** Returns a notice about untracked files, which the run does not commit unless a task changes them. */
function untrackedFiles({ status }: Preparation): string[] {
  const paths = status.filter(({ kind }) => kind === "untracked").map(({ path }) => path)
    .filter((path) => !path.includes(`${PLANNING}/`));
  if (paths.length === 0) return [];
  return [`Untracked files are not touched: ${firstOf(paths)}`];
}
