/**
 * The commands that are printed after a conflict, as a user pastes them into a shell.
 */
import assert from "node:assert/strict";
import { smallProject } from "../support/plans.ts";
import { paste, resolveConflicts } from "../support/paste.ts";
import { wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { codeOf, ROADMAP, roadmap, STATE, state, twoSides } from "../support/two_sides.ts";

const PHASE = smallProject({ mode: "yolo", git: { branching_strategy: "phase" } });

/** A conflict, and the commands that are printed after it. */
interface Conflict {
  /** Brings it about, and pastes what is printed, from another folder of the repository. */
  readonly paste: (folder: Folder) => Promise<unknown>;
  readonly made: () => Promise<Folder>;
  /** The subjects of the last commits afterwards. */
  readonly subjects: readonly string[];
  /** The files afterwards. */
  readonly files: Readonly<Record<string, string>>;
}

async function nextIn(folder: Folder, ...args: readonly string[]): Promise<readonly string[]> {
  const { stdout, stderr } = await wf([...args, "--json"], { cwd: `${folder.path}/docs` });
  const last = stdout.trimEnd().split("\n").at(-1)!;
  assert.ok(last.startsWith("{"), stderr);
  return JSON.parse(last).next;
}

/** Pastes a command in a subfolder, which must end with an exit code, and returns what it printed. */
async function pasteIn(folder: Folder, command: string, expected = 0): Promise<string> {
  const { code, output } = await paste(command, { cwd: `${folder.path}/docs` });
  assert.equal(code, expected, output);
  return output;
}

const MANUAL = ["execute-phase", "1", "--answer", "merge=squash", "--answer", "conflict=manual"];

/** A phase whose branch conflicts with its base. */
async function conflictingBranch(): Promise<Folder> {
  const folder = await repository({ ...PHASE, "docs/a.md": "" });
  await wf(["execute-phase", "1", "--answer", "merge=skip"], { cwd: folder.path });
  await folder.git("switch", "--quiet", "main");
  await folder.write({ "a.txt": "main\n" });
  await folder.git("add", "a.txt");
  await folder.git("commit", "--quiet", "--message=other");
  return folder;
}

/** Two branches that completed different phases and changed the same file. */
async function twoBranches(): Promise<Folder> {
  const folder = await twoSides();
  for (const [branch, text] of [["other", "theirs"], ["main", "ours"]] as const) {
    await folder.git("switch", "--quiet", branch);
    await folder.write({ "docs/a.md": `${text}\n` });
    await folder.git("add", "docs/a.md");
    await folder.git("commit", "--quiet", `--message=docs of ${branch}`);
  }
  return folder;
}

/** Begins an operation of git that stops at conflicts; then the status prints what to do after each step. */
function begun(...command: readonly string[]): (folder: Folder) => Promise<void> {
  return async (folder) => {
    assert.equal(await codeOf(folder, ...command), 1);
    const printed: string[] = [];
    for (let step = 0; step < 8; step++) {
      let next = await nextIn(folder, "status");
      if (next[0] === "wf status") {
        await resolveConflicts(folder.path);
        next = await nextIn(folder, "status");
      }
      const command = next.find((line) => / --repair$| --continue$|git commit /.test(line));
      if (command === undefined) break;
      printed.push(command);
      await paste(command, { cwd: `${folder.path}/docs` });
    }
    assert.equal(printed[0], "wf status --repair", printed.join("\n"));
  };
}

const MERGED = { [ROADMAP]: roadmap(1, 2), [STATE]: state(2) };

const CONFLICTS: Readonly<Record<string, Conflict>> = {
  "a merge of wf that the user resolves": {
    made: conflictingBranch,
    paste: async (folder) => {
      await nextIn(folder, ...MANUAL);
      await resolveConflicts(folder.path);
      await pasteIn(folder, (await nextIn(folder, "status"))[0]!);
    },
    subjects: ["other", "feat(01): Base"],
    files: { "a.txt": "main\na.txt\n" },
  },
  "a merge of wf that the user resolves only after its files were added": {
    made: conflictingBranch,
    paste: async (folder) => {
      await nextIn(folder, ...MANUAL);
      const [finish] = await nextIn(folder, "status");
      assert.match(await pasteIn(folder, finish!, 4), /a\.txt/);
      await pasteIn(folder, "wf execute-phase 1", 4);
      await resolveConflicts(folder.path);
      await folder.write({ "a.txt": "both\n" });
      await pasteIn(folder, finish!);
    },
    subjects: ["other", "feat(01): Base"],
    files: { "a.txt": "both\n" },
  },
  "a merge of wf that the user aborts": {
    made: conflictingBranch,
    paste: async (folder) => {
      const [, abort] = await nextIn(folder, ...MANUAL);
      assert.match(await pasteIn(folder, abort!, 4), /nothing was changed/);
    },
    subjects: ["docs(01-02): complete plan: build part 02"],
    files: { "a.txt": "a.txt\n" },
  },
  "an undo": {
    made: async () => {
      const folder = await repository({ ...smallProject({ mode: "yolo" }), "docs/a.md": "" });
      await wf(["execute-phase", "1"], { cwd: folder.path });
      await folder.write({ "c.txt": "changed\n" });
      await folder.git("commit", "--quiet", "--all", "--message=mine");
      return folder;
    },
    paste: async (folder) => {
      const [revert, resolved, redo] = await nextIn(folder, "undo", "01-02", "--yes");
      await pasteIn(folder, revert!, 1);
      await folder.write({ "c.txt": `<<<<<<< HEAD\nchanged  \n=======\n>>>>>>> parent of 1a2b3c4\n` });
      assert.match(await pasteIn(folder, resolved!, 2), /leftover conflict marker/);
      await resolveConflicts(folder.path);
      await pasteIn(folder, resolved!);
      await pasteIn(folder, `${redo} --yes`);
    },
    subjects: ["chore(01-02): redo plan: build part 02"],
    files: {},
  },
  "a merge": {
    made: twoBranches,
    paste: begun("merge", "other"),
    subjects: ["Merge branch 'other'"],
    files: { ...MERGED, "docs/a.md": "ours\ntheirs\n" },
  },
  "a rebase": {
    made: twoBranches,
    paste: begun("rebase", "other"),
    subjects: ["docs of other", "ours", "docs of main"],
    files: { ...MERGED, "docs/a.md": "theirs\nours\n" },
  },
  "a cherry-pick": {
    made: twoBranches,
    paste: begun("cherry-pick", "main..other"),
    subjects: ["docs of main", "other", "docs of other"],
    files: { ...MERGED, "docs/a.md": "ours\ntheirs\n" },
  },
};

Deno.test("no printed command commits the markers of a conflict, also not of files that were added", async () => {
  await using folder = await twoBranches();
  assert.equal(await codeOf(folder, "merge", "other"), 1);
  await wf(["status", "--repair"], { cwd: folder.path });
  for (const added of [false, true]) {
    if (added) await folder.git("add", "--update");
    const { stdout } = await wf(["status"], { cwd: folder.path });
    assert.match(stdout, /^Next:\n {2}First resolve the conflicts in docs\/a\.md\n {2}wf status$/m);
    const { checks, next } = JSON.parse((await wf(["doctor", "--json"], { cwd: folder.path })).stdout);
    const check = checks.find(({ message }: { readonly message: string }) =>
      message.startsWith("A merge is")
    );
    assert.match(check.message, /first resolve the conflicts in .*docs\/a\.md$/);
    assert.equal(check.fix, "wf status");
    assert.deepEqual(next.filter((command: string) => command.includes("git add")), []);
    const refused = await wf(["execute-phase", "1"], { cwd: folder.path });
    assert.match(
      refused.stderr,
      /Resolve the conflicts in docs\/a\.md, then run wf status to finish it, or undo it/,
    );
  }
});

for (const [name, { made, paste, subjects, files }] of Object.entries(CONFLICTS)) {
  Deno.test(`the commands that are printed for the conflict of ${name} lead to its end from any folder`, async () => {
    await using folder = await made();
    await paste(folder);
    assert.equal(await folder.git("status", "--porcelain"), "");
    assert.deepEqual((await folder.subjects()).slice(-subjects.length), subjects);
    for (const [path, text] of Object.entries(files)) assert.equal(await folder.read(path), text, path);
    assert.equal((await wf(["status"], { cwd: folder.path })).code, 0);
  });
}
