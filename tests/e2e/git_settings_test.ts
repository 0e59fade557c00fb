/** Runs in repositories with the settings of all kinds of users: the same commits, files and documents. */
import assert from "node:assert/strict";
import { difference, result } from "../support/run_result.ts";
import { wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { homeIn, onePlan, projectWith } from "../support/wide.ts";

/** Settings by group; those of a group do not contradict each other. Values are of the local configuration. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "output": {
    "color.ui": "always",
    "color.status": "always",
    "core.abbrev": "40",
    "core.pager": "false",
    "core.quotePath": "false",
    "diff.external": "false",
    "diff.mnemonicPrefix": "true",
    "diff.noprefix": "true",
    "diff.renames": "copies",
    "diff.submodule": "log",
    "format.pretty": "oneline",
    "i18n.logOutputEncoding": "ISO-8859-1",
    "interactive.diffFilter": "false",
    "log.date": "relative",
    "log.decorate": "full",
    "log.follow": "true",
    "log.showSignature": "true",
    "pager.log": "true",
    "pager.status": "true",
    "status.branch": "true",
    "status.relativePaths": "true",
    "status.renames": "copies",
    "status.short": "true",
    "status.showStash": "true",
    "status.showUntrackedFiles": "no",
    "status.submoduleSummary": "true",
  },
  "commits": {
    "alias.commit": "!false",
    "alias.status": "!false",
    "commit.cleanup": "scissors",
    "commit.status": "false",
    "commit.template": ".git/template",
    "commit.verbose": "2",
    "core.commentChar": "W",
    "core.editor": "false",
    "format.signOff": "true",
    "gc.auto": "1",
    "i18n.commitEncoding": "UTF-8",
    "init.defaultBranch": "trunk",
    "push.default": "nothing",
    "sequence.editor": "false",
    "trailer.separators": "=",
    "trailer.wf-plan.key": "Plan",
    "user.useConfigOnly": "true",
  },
  "files": {
    "core.autocrlf": "input",
    "core.fileMode": "false",
    "core.fsmonitor": "false",
    "core.ignoreCase": "true",
    "core.precomposeUnicode": "true",
    "core.safecrlf": "warn",
    "core.splitIndex": "true",
    "core.symlinks": "false",
    "core.untrackedCache": "true",
    "extensions.worktreeConfig": "true",
    "feature.manyFiles": "true",
    "index.threads": "2",
    "index.version": "4",
  },
  "programs": {
    "commit.gpgSign": "true",
    "core.fsmonitor": "$GIT/programs/monitor",
    "core.fsmonitorHookVersion": "2",
    "core.hooksPath": "$GIT/programs",
    "gpg.program": "$GIT/programs/gpg",
    "tag.gpgSign": "true",
  },
  "branches": {
    "advice.detachedHead": "true",
    "blame.ignoreRevsFile": ".git/none",
    "branch.autoSetupMerge": "always",
    "branch.autoSetupRebase": "always",
    "checkout.defaultRemote": "upstream",
    "checkout.guess": "false",
    "core.logAllRefUpdates": "false",
    "fetch.prune": "true",
    "merge.conflictStyle": "zdiff3",
    "merge.ff": "only",
    "merge.log": "true",
    "merge.renames": "false",
    "merge.stat": "true",
    "pull.rebase": "true",
    "rebase.autoSquash": "true",
    "rebase.autoStash": "true",
    "rerere.enabled": "true",
    "safe.directory": "*",
    "stash.showIncludeUntracked": "true",
    "worktree.guessRemote": "true",
  },
};

/** Programs that the settings name, in git's own folder: they change nothing. */
const PROGRAMS: Readonly<Record<string, string>> = {
  "gpg": `cat > /dev/null; echo '[GNUPG:] SIG_CREATED D' >&2
printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nx\\n-----END PGP SIGNATURE-----\\n'`,
  "monitor": "printf 'token\\0/\\0'",
  "pre-commit": 'touch "$(git rev-parse --git-common-dir)/ran"',
};

/** Two plans at the same time, and one that uses what they made, on a branch that is merged. */
const FILES = projectWith(
  [
    onePlan("01", "echo 01 > 01.txt; git mv README.md read.me", ["01.txt", "README.md", "read.me"]),
    onePlan("02", "printf 'a\\nb\\n' > 'ä 2.txt'", ["ä 2.txt"]),
    { ...onePlan("03", "cat 01.txt 'ä 2.txt' > 03.txt"), wave: 2, dependsOn: ["01-01", "01-02"] },
  ],
  { git: { branching_strategy: "phase" } },
  { "README.md": "# Shop\n" },
);

async function runWith(settings: Readonly<Record<string, string>>): Promise<string> {
  await using folder: Folder = await repository(FILES);
  await folder.write({ ".git/template": "Template\n" });
  for (const [name, script] of Object.entries(PROGRAMS)) {
    await folder.write({ [`.git/programs/${name}`]: `#!/bin/sh\n${script}\n` });
    await Deno.chmod(`${folder.path}/.git/programs/${name}`, 0o755);
  }
  for (const [key, value] of Object.entries(settings)) {
    await folder.git("config", key, value.replace("$GIT", `${folder.path}/.git`));
  }
  const { code, stdout, stderr } = await wf(["execute-phase", "1", "--answer", "merge=history"], {
    cwd: folder.path,
    env: homeIn(folder),
  });
  if (code !== 0) return `${code}: ${stderr}${stdout}`;
  const isSigned = (await folder.git("cat-file", "commit", "main^2")).includes("PGP SIGNATURE");
  assert.equal(isSigned, settings["commit.gpgSign"] === "true");
  assert.equal(await folder.has(".git/ran"), "core.hooksPath" in settings);
  for (const key of Object.keys(settings)) await folder.git("config", "--unset-all", key);
  return await result(folder);
}

for (const [name, settings] of Object.entries(GROUPS)) {
  Deno.test(`git's settings of ${name} change nothing: ${Object.keys(settings).join(", ")}`, async () => {
    const expected = await (plain ??= runWith({}));
    if (await runWith(settings) === expected) return;
    const guilty: Record<string, string> = {};
    for (const [key, value] of Object.entries(settings)) {
      const found = await runWith({ [key]: value });
      if (found !== expected) guilty[key] = difference(expected, found);
    }
    assert.deepEqual(guilty, {});
    assert.fail("only together they change the result");
  });
}
let plain: Promise<string> | undefined;
