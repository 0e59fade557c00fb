import type { HookOptions } from "../../schemas/commands.ts";
import type { HookResult } from "../../schemas/results/setup.ts";
import { ConfinedFiles } from "../apply/files/confined_files.ts";
import { Git } from "../apply/git/git.ts";
import { editMergeDriver, hasMergeDriver } from "../apply/git/merge/merge_driver.ts";
import { findHook, type HookPlace, isExecutable } from "../apply/git/commit/hooks.ts";
import type { Host } from "../host/host.ts";
import { joinPath, pathWithin } from "../path/paths.ts";
import {
  addToHook,
  hookBlock,
  type HookEdit,
  type HookSnippet,
  lefthookSnippet,
  preCommitSnippet,
  removeFromHook,
  runsCheck,
} from "../plan/integrations/hook_text.ts";
import { unifiedDiff } from "../report/findings/diff.ts";
import { hookText } from "../report/setup/hook.ts";
import { type CommandContext, type Outcome, UsageError } from "./context/command_context.ts";

/**
 * Adds `wf validate --staged` to the hook `pre-commit`, or removes it. Other content of the hook is
 * preserved. A hand-written configuration is not edited: the lines to add are printed. With `--merge-driver`, sets up
 * the merge driver instead.
 */
export async function hook(options: HookOptions, context: CommandContext): Promise<Outcome> {
  const { host, cwd, style } = context;
  const git = await Git.open(host, await cwd());
  if (options["merge-driver"]) {
    const result = await setUpMergeDriver(git, options);
    return { exitCode: 0, result, text: hookText(result, options, style) };
  }
  const place = await findHook(host, git);
  const result = place.kind === "file"
    ? await editFile(place, options, git)
    : byHand(place, options.uninstall === true);
  const exitCode = result.byHand !== undefined && !options.uninstall ? 3 : 0;
  const isOffered = !options.uninstall && !options["dry-run"] && exitCode === 0 && !await hasMergeDriver(git);
  const next = isOffered ? { next: ["wf hook install --merge-driver"] } : {};
  return { exitCode, result: { ...result, ...next }, text: hookText({ ...result, ...next }, options, style) };
}

async function setUpMergeDriver(
  git: Git,
  { uninstall = false, "dry-run": dryRun }: HookOptions,
): Promise<HookResult> {
  const { path, before, after, config, changed, apply } = await editMergeDriver(git, uninstall);
  if (changed && !dryRun) await apply();
  const inside = (file: string) => joinPath(git.commonDirectory, file).replace(/^\//, "");
  const isGone = uninstall && after === "" && before !== undefined;
  return {
    formatVersion: 1,
    hook: path,
    written: changed && !dryRun && !isGone ? [path] : [],
    removed: changed && !dryRun && isGone ? [path] : [],
    changed,
    ...(dryRun && changed
      ? {
        diff: unifiedDiff([
          { path: inside("info/attributes"), before: before ?? "", after },
          { path: inside("config"), before: config[0], after: config[1] },
        ]),
      }
      : {}),
  };
}

type FilePlace = Extract<HookPlace, { kind: "file" }>;

async function editFile(place: FilePlace, options: HookOptions, git: Git): Promise<HookResult> {
  const { host } = git;
  const { path, shared, husky } = place;
  const folder = pathWithin(git.commonDirectory, path) === undefined ? git.root : git.commonDirectory;
  const files = new ConfinedFiles(host, folder);
  const before = await files.read(pathWithin(folder, path)!);
  const edit = options.uninstall
    ? removeFromHook(before)
    : addToHook(before, hookBlock(shared ? undefined : host.program()), !husky);
  if (edit.kind === "not-shell") {
    throw new UsageError(
      `Cannot add to "${path}": it is a program for ${edit.interpreter}, not a shell script`,
      "Make the program run: wf validate --staged",
    );
  }
  if (edit.kind === "write" && !options.uninstall && before !== undefined && !husky) {
    await requireExecutable(host, path);
  }
  const after = edit.kind === "write" ? edit.text : edit.kind === "remove" ? "" : before ?? "";
  if (!options["dry-run"]) await apply(place, edit, files);
  return {
    formatVersion: 1,
    hook: path,
    written: edit.kind === "write" && !options["dry-run"] ? [path] : [],
    removed: edit.kind === "remove" && !options["dry-run"] ? [path] : [],
    changed: edit.kind !== "unchanged",
    ...(options["dry-run"] && edit.kind !== "unchanged"
      ? { diff: unifiedDiff([{ path: path.replace(/^\//, ""), before: before ?? "", after }]) }
      : {}),
  };
}

async function apply({ path, husky }: FilePlace, edit: HookEdit, files: ConfinedFiles): Promise<void> {
  const inside = pathWithin(files.folder, path)!;
  if (edit.kind === "write") await files.write(inside, edit.text, husky ? {} : { executable: true });
  if (edit.kind === "remove") await files.remove(inside);
}

/**
 * Throws a UsageError for a hook that is not executable: making it so would enable what its owner has
 * disabled.
 */
async function requireExecutable(host: Host, path: string): Promise<void> {
  if (await isExecutable(host, path)) return;
  throw new UsageError(
    `Cannot add to "${path}": it is not executable, so git does not run it`,
    `To enable it: chmod +x "${path}"; otherwise remove it`,
  );
}

function byHand(place: Exclude<HookPlace, FilePlace>, uninstall: boolean): HookResult {
  if (place.kind === "outside") {
    throw new UsageError(
      `Cannot change "${place.path}": it is outside of the repository, and other repositories may use it`,
      uninstall ? "Remove the lines there by hand" : "Add to it by hand: wf validate --staged",
    );
  }
  const snippet: HookSnippet = place.tool === "lefthook"
    ? lefthookSnippet(place.path, place.text)
    : preCommitSnippet(place.path, place.text);
  const isThere = runsCheck(place.text);
  const base = { formatVersion: 1 as const, hook: place.path, written: [], removed: [], changed: false };
  return isThere === uninstall ? { ...base, byHand: snippet } : base;
}
