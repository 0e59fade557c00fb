import assert from "node:assert/strict";
import { findInProgress, findSequence } from "../../../lib/apply/git/repair/in_progress.ts";
import { Git } from "../../../lib/apply/git/git.ts";
import { type Folder, host, repository } from "../../support/repository.ts";

/** The operations that stop at a conflict, with their names. */
const STOPPED: Readonly<Record<string, readonly [begin: string, what: string]>> = {
  "a rebase": ["git rebase -q other", "A rebase"],
  "a rebase by patches": ["git rebase -q --apply other", "A rebase"],
  "an application of patches": [
    "git format-patch -q --stdout main..other > ../other.patch; git am -q ../other.patch",
    "A git am",
  ],
  "a pick": ["git cherry-pick other", "A cherry-pick"],
  "a revert": ["git revert --no-edit HEAD~1", "A revert"],
  "a merge": ["git merge -q other", "A merge"],
};

/** Two branches that changed the same line, the one that is checked out twice. */
const TWO_BRANCHES = `
  echo 1 > a.txt; git add a.txt; git commit -qm one
  git checkout -qb other; echo 2 > a.txt; git commit -qam two
  git checkout -q main; echo 3 > a.txt; git commit -qam three; echo 4 > a.txt; git commit -qam four`;

async function sh(folder: Folder, script: string): Promise<number> {
  return (await host.run({ argv: ["sh", "-ec", script], cwd: folder.path })).code;
}

for (const [name, [begin, what]] of Object.entries(STOPPED)) {
  Deno.test(`${name} that stopped half-way is found, and the suggested command undoes it`, async () => {
    await using folder = await repository();
    const git = await Git.open(host, folder.path);
    assert.equal(await sh(folder, TWO_BRANCHES), 0);
    assert.equal(await findInProgress(git), undefined);
    assert.notEqual(await sh(folder, begin), 0);
    const found = await findInProgress(git);
    assert.equal(found?.what, what);
    assert.equal((await findSequence(git))?.what, what === "A merge" ? undefined : what);
    assert.equal(await sh(folder, found!.undo), 0);
    assert.equal(await findInProgress(git), undefined);
  });

  Deno.test(`${name} that stopped half-way is finished by the suggested command`, async () => {
    await using folder = await repository();
    const git = await Git.open(host, folder.path);
    await sh(folder, TWO_BRANCHES);
    await sh(folder, begin);
    const finish = (await findInProgress(git))!.finish;
    for (let line = 5; line < 7 && await findInProgress(git) !== undefined; line++) {
      await sh(folder, `echo ${line} > a.txt; git add a.txt; GIT_EDITOR=true ${finish}`);
    }
    assert.equal(await findInProgress(git), undefined);
    assert.equal((await git.output(["status", "--porcelain"])).trim(), "");
  });
}
