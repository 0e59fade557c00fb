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
  "lib/apply/sandbox/sandbox.ts": "the folder is new, and no program in the sandbox can change it",
  "lib/apply/seal/planning_seal.ts":
    "copies go to a new folder of git's own, links and moves where the door has judged",
  "lib/apply/worktrees/recover.ts": "git names the paths of its worktrees and of its own files",
  "lib/apply/git/stash.ts": "git names the paths, and none behind a link",
  "lib/apply/git/revert_tree.ts": "the index lies in git's own folder",
  "lib/apply/trust/user_policy.ts": "the policy lies in the user's own folder",
  "lib/apply/trust/project_records.ts": "the record lies in the user's own folder",
  "lib/apply/worktrees/temporary_worktree.ts": "the folder is new",
  "lib/apply/worktrees/prepare_worktree.ts":
    "worktrees lie in the user's own folder, and what is put in them is judged",
  "lib/apply/worktrees/work_folder.ts": "the folder of the worktrees is the user's own",
  "lib/apply/worktrees/worktrees.ts": "worktrees lie in the user's own folder",
  "lib/commands/demo.ts": "it makes the folder that the user names",
  "lib/commands/config/settings.ts": "the defaults lie in the user's own folder",
};

Deno.test("files of projects are changed through one door, which no link leads around", async () => {
  const modules = await modulesIn("lib/apply/", "lib/commands/", "lib/cli/");
  const places = await findInCode(modules, CHANGES);
  const found = new Set(places.map(({ place }) => place.slice(0, place.lastIndexOf(":"))));
  const hint = "Change files through ConfinedFiles, or say in KNOWN why no link can lead astray";
  assert.deepEqual([...found].filter((path) => KNOWN[path] === undefined), [], hint);
  assert.deepEqual(Object.keys(KNOWN).filter((path) => !found.has(path)), []);
});
