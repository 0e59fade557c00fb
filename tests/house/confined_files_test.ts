import assert from "node:assert/strict";
import { findInCode, modulesIn } from "./source_files.ts";

/** Calls of the host that change files. */
const CHANGES =
  /\b[hH]ost\.(?:writeText|createText|makeDirectory|removeFile|removeEmptyDirectory|move|copyFile|link)\(/;

/** Modules that change files themselves, and why no link can lead them astray. */
const KNOWN: Readonly<Record<string, string>> = {
  "lib/apply/agent/acp/connection.ts": "confinePath() judges each path before",
  "lib/apply/agent/mock/play.ts": "the mock agent is what tests write files with",
  "lib/apply/worktrees/carry_over.ts":
    "confinePath() judges each path before, or they lie in git's own folder",
  "lib/apply/files/confined_files.ts": "it is the door",
  "lib/apply/worktrees/copy.ts": "its callers judge the paths",
  "lib/apply/files/install_files.ts": "in a home, links are the user's own",
  "lib/apply/worktrees/backup.ts": "the folder is new",
  "lib/apply/session/lock.ts": "it moves and removes an entry of git's own folder",
  "lib/apply/sandbox/git_view.ts": "the folder is new, and entries in it are replaced, not followed",
  "lib/apply/sandbox/scratch_folder.ts":
    "the records lie in the user's own folder, and name new folders by their identity",
  "lib/apply/sandbox/sandbox.ts": "the folder is new, and no program in the sandbox can change it",
  "lib/apply/seal/git_links.ts": "git names the paths, and a new file is no link",
  "lib/apply/seal/put_back.ts":
    "copies go to a new folder of git's own, links and moves where the door has judged",
  "lib/apply/worktrees/recover.ts": "git names the paths of its worktrees and of its own files",
  "lib/apply/git/stash.ts": "git names the paths, and none behind a link",
  "lib/apply/git/repair/left_locks.ts": "the locks lie in git's own folder, and links are not followed",
  "lib/apply/worktrees/worktree_entries.ts": "git names the paths of its worktrees",
  "lib/apply/worktrees/unfinished_entries.ts": "git names the paths of its worktrees",
  "lib/apply/git/commit/index_file.ts": "it removes only what it has created",
  "lib/apply/git/revert_tree.ts": "the index lies in git's own folder",
  "lib/apply/files/answer_cache.ts": "the answers lie in the user's own folder",
  "lib/apply/trust/user_policy.ts": "the policy lies in the user's own folder",
  "lib/apply/trust/project_records.ts": "the record lies in the user's own folder",
  "lib/apply/worktrees/temporary_worktree.ts": "the folder is new",
  "lib/apply/worktrees/prepare_worktree.ts":
    "worktrees lie in the user's own folder, and what is put in them is judged",
  "lib/apply/worktrees/take_over.ts": "git names the paths of its worktrees",
  "lib/apply/worktrees/work_folder.ts": "the folder of the worktrees is the user's own",
  "lib/apply/worktrees/remove_worktree.ts": "worktrees lie in the user's own folder",
  "lib/apply/worktrees/worktrees.ts": "worktrees lie in the user's own folder",
  "lib/apply/executor/batch_engine.ts": "the output of jobs lies in git's own folder",
  "lib/apply/executor/temporary_clone.ts": "the folder is new",
  "lib/apply/executor/nats_server.ts": "the settings lie in git's own folder",
  "lib/commands/demo.ts": "it makes the folder that the user names",
  "lib/commands/ship.ts": "it writes the file that the user names",
  "lib/commands/view/export_view.ts": "it writes the file that the user names",
  "lib/commands/config/settings.ts": "the defaults lie in the user's own folder",
  "lib/commands/merge_driver.ts": "git names its temporary files",
};

/** Calls of the host that show what is in a file or a folder. */
const READS = /\b[hH]ost\.(?:readText|readDirectory)\(/;

/** Modules that read files themselves, and why no link can lead them astray. */
const READERS: Readonly<Record<string, string>> = {
  "lib/apply/files/confined_files.ts": "it is the door",
  "lib/apply/files/read_sources.ts": "it judges each link itself, to name the reason in a finding",
  "lib/apply/files/text_cache.ts": "read_sources.ts judges the paths",
  "lib/apply/files/surveyor.ts": "read_sources.ts judges the paths",
  "lib/apply/files/file_facts.ts": "it judges each path itself, to name the reason in a fact",
  "lib/apply/files/find_conflicts.ts": "it follows no link",
  "lib/apply/files/load_project.ts": "it only asks whether the project's own folder has other entries",
  "lib/apply/files/ignored_paths.ts": "only patterns are read, and not shown",
  "lib/apply/files/install_files.ts": "in a project findOutside() judges the paths before",
  "lib/apply/files/blob_hash.ts": "only a hash is shown, and its callers follow no link",
  "lib/apply/files/common_record.ts": "the record lies in git's own folder",
  "lib/apply/git/baseline.ts": "the record lies in git's own folder",
  "lib/apply/git/repair/left_locks.ts": "it reads git's own folder",
  "lib/apply/git/repair/loose_refs.ts": "it reads git's own folder",
  "lib/apply/history/shallow_boundary.ts": "it reads git's own folder",
  "lib/apply/worktrees/worktree_entries.ts": "it reads git's own folder",
  "lib/apply/worktrees/unfinished_entries.ts":
    "it reads git's own folder, and names in the worktrees' folder",
  "lib/apply/session/process_identity.ts": "the files are the system's",
  "lib/apply/agent/core/left_programs.ts": "the files are the system's",
  "lib/apply/session/lock.ts": "the lock lies in git's own folder",
  "lib/apply/session/hosted_call.ts": "the records lie in git's own folder",
  "lib/apply/seal/file_marks.ts": "it reads git's own folder",
  "lib/apply/seal/git_links.ts": "git names the paths, and the texts are not shown",
  "lib/apply/seal/planning_seal.ts": "it follows no link",
  "lib/apply/planning/role_guard.ts": "it follows no link",
  "lib/apply/trust/place.ts": "git follows the same path to the repository",
  "lib/apply/trust/project_settings.ts": "names only: the door reads the files",
  "lib/apply/trust/project_records.ts": "the records lie in the user's own folder",
  "lib/apply/files/answer_cache.ts": "the answers lie in the user's own folder",
  "lib/apply/trust/user_policy.ts": "the policy lies in the user's own folder",
  "lib/apply/worktrees/copy.ts": "its callers judge the paths",
  "lib/apply/worktrees/temporary_worktree.ts": "the folder is new",
  "lib/apply/sandbox/git_view.ts": "it lies in git's own folder",
  "lib/apply/sandbox/sandbox.ts": "the folder is the user's own",
  "lib/apply/sandbox/scratch_folder.ts": "the records lie in the user's own folder",
  "lib/apply/agent/acp/connection.ts": "confinePath() judges each path before",
  "lib/apply/agent/mock/play.ts": "the mock agent is what tests read files with",
  "lib/apply/agent/mock/script.ts": "the user names the script",
  "lib/commands/new_project/describe_project.ts": "the user names the file",
  "lib/commands/demo.ts": "the user names the folder",
  "lib/commands/config/defaults.ts": "the defaults lie in the user's own folder",
  "lib/commands/completions/project_facts.ts": "names only: the door reads the files",
  "lib/commands/lsp/session.ts": "names only, of a folder that the user types",
  "lib/apply/executor/batch_engine.ts": "the output of jobs lies in git's own folder",
  "lib/apply/executor/nats_server.ts": "the file lies in git's own folder",
  "lib/commands/worker/queue_access.ts": "the user names the files",
  "lib/commands/merge_driver.ts": "git names its temporary files",
  "lib/commands/output_file.ts": "it only asks whether the file that the user names may be replaced",
};

const DOORS = [
  ["changed", CHANGES, KNOWN],
  ["read", READS, READERS],
] as const;

for (const [what, calls, known] of DOORS) {
  Deno.test(`files of projects are ${what} through one door, which no link leads around`, async () => {
    const modules = await modulesIn("lib/apply/", "lib/commands/", "lib/cli/");
    const places = await findInCode(modules, calls);
    const found = new Set(places.map(({ place }) => place.slice(0, place.lastIndexOf(":"))));
    const hint = "Use ConfinedFiles, or say in the table why no link can lead astray";
    assert.deepEqual([...found].filter((path) => known[path] === undefined), [], hint);
    assert.deepEqual(Object.keys(known).filter((path) => !found.has(path)), []);
  });
}
