/** The same work in repositories of other formats and layouts: it has the same result as in a plain one. */
import assert from "node:assert/strict";
import { joinPath } from "../../lib/path/paths.ts";
import { killMarked } from "../support/kills.ts";
import { homeAt, start, wf } from "../support/program.ts";
import { appears } from "../support/progress.ts";
import { Folder, host } from "../support/repository.ts";
import { onePlan, projectWith } from "../support/wide.ts";

const HOME = "home";
const BEGUN = "begun";

/** Two plans at the same time, of which one is killed in its task, and a third after them. */
function files(place: string): Readonly<Record<string, string>> {
  const slow = `test -e ${place}/${BEGUN} || { touch ${place}/${BEGUN}; sleep 60; }; echo 2 > src/2.txt`;
  return projectWith(
    [
      onePlan("01", "echo 1 > src/1.txt", ["src/1.txt"]),
      onePlan("02", slow, ["src/2.txt"]),
      {
        ...onePlan("03", "cat src/1.txt src/2.txt > 3.txt", ["3.txt"]),
        wave: 2,
        dependsOn: ["01-01", "01-02"],
      },
    ],
    {},
    { "src/a.txt": "a\n", "other/b.txt": "b\n" },
  );
}

interface Format {
  readonly name: string;
  /** Makes the repository, in a folder for it and what belongs to it; returns the folder of the project. */
  readonly make: (place: Folder) => Promise<Folder>;
  /** The option of `git init` that not every git has. */
  readonly option?: string;
}

async function identify(folder: Folder): Promise<Folder> {
  await folder.git("config", "user.name", "Test");
  await folder.git("config", "user.email", "test@example.invalid");
  return folder;
}

/** A repository with the project, made with some options of `git init`. */
async function made(place: Folder, name = "app", ...options: readonly string[]): Promise<Folder> {
  const folder = Folder.at(joinPath(place.path, name));
  await folder.write(files(place.path));
  await folder.git("init", "--quiet", "--initial-branch=main", ...options);
  await identify(folder);
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", "--message=start");
  return folder;
}

async function inside(
  place: Folder,
  path: string,
  ...commands: readonly (readonly string[])[]
): Promise<Folder> {
  for (const command of commands) await place.git(...command);
  return await identify(Folder.at(joinPath(place.path, path)));
}

const PLAIN: Format = { name: "plain", make: (place) => made(place) };
const INDEPENDENT = ["-c", "protocol.file.allow=always"];
const FORMATS: readonly Format[] = [
  ...["--object-format=sha256", "--ref-format=reftable"].map((option) => ({
    name: option.replace(/.*=/, "format "),
    option,
    make: (place: Folder) => made(place, "app", option),
  })),
  {
    name: "git's folder elsewhere",
    make: (place) => made(place, "app", `--separate-git-dir=${place.path}/elsewhere`),
  },
  {
    name: "a split index",
    make: async (place) => {
      const folder = await made(place);
      await folder.git("config", "core.splitIndex", "true");
      await folder.git("update-index", "--split-index");
      return folder;
    },
  },
  {
    name: "a sparse index",
    make: async (place) => {
      const folder = await made(place);
      await folder.git("sparse-checkout", "set", "--cone", "--sparse-index", ".planning", "src");
      return folder;
    },
  },
  {
    name: "a linked worktree of the user",
    make: async (place) => {
      await made(place);
      return await inside(
        place,
        "linked",
        ["-C", "app", "switch", "--quiet", "--create", "side"],
        ["-C", "app", "worktree", "add", "--quiet", "../linked", "main"],
      );
    },
  },
  {
    name: "a worktree of a bare repository",
    make: async (place) => {
      await made(place);
      return await inside(
        place,
        "tree",
        ["clone", "--quiet", "--bare", "app", "app.git"],
        ["-C", "app.git", "remote", "remove", "origin"],
        ["-C", "app.git", "worktree", "add", "--quiet", "../tree", "main"],
      );
    },
  },
  {
    name: "a submodule",
    make: async (place) => {
      await made(place, "from");
      return await inside(
        place,
        "outer/app",
        ["init", "--quiet", "outer"],
        ["-C", "outer", ...INDEPENDENT, "submodule", "--quiet", "add", "../from", "app"],
        ["-C", "outer/app", "remote", "remove", "origin"],
      );
    },
  },
];

/** Executes the phase, which is killed once, then undoes it and executes it again; returns what is there then. */
async function lifeOf(format: Format): Promise<readonly string[]> {
  await using place = await Folder.make();
  const folder = await format.make(place);
  const mark = crypto.randomUUID();
  const env = homeAt(joinPath(place.path, HOME));
  const run = start(["execute-phase", "1"], {
    cwd: folder.path,
    env: { ...env, MARK: mark },
    detached: true,
  });
  const output = run.output();
  await appears(place, BEGUN, output);
  killMarked(`MARK=${mark}`);
  await output;
  const commands = [["execute-phase", "1"], ["undo", "1", "--yes"], ["execute-phase", "1"], [
    "verify-phase",
    "1",
    "--answer",
    "must_haves=approved",
  ]];
  for (const command of commands) {
    const { code, stderr } = await wf(command, { cwd: folder.path, env });
    assert.equal(code, 0, `${command.join(" ")}: ${stderr}`);
  }
  assert.match(await folder.git("fsck", "--no-dangling"), /^(?:Checking .*)?$/);
  return [
    (await folder.subjects()).toSorted().join("\n"),
    await folder.git("ls-tree", "-r", "--name-only", "HEAD"),
    await folder.git("show", "HEAD:3.txt"),
    await folder.git("status", "--porcelain"),
    await folder.git("for-each-ref", "refs/heads/wf", "refs/wf-sealed"),
  ];
}

let plain: Promise<readonly string[]> | undefined;

for (const format of FORMATS) {
  const { option } = format;
  const isKnown = option === undefined ||
    (await host.run({ argv: ["git", "init", "-h"], cwd: "/" })).stdout.includes(option.replace(/=.*/, ""));
  const skipped = isKnown ? "" : " (skipped: this git is too old)";
  Deno.test({
    name:
      `a run that is killed, continued, undone and repeated has the same result in ${format.name}${skipped}`,
    ignore: !isKnown || Deno.build.os !== "linux",
    fn: async () => {
      const expected = await (plain ??= lifeOf(PLAIN));
      assert.deepEqual(await lifeOf(format), expected);
    },
  });
}
