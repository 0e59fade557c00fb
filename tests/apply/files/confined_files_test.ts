import assert from "node:assert/strict";
import { ConfinedFiles } from "../../../lib/apply/files/confined_files.ts";
import { PlanningLink } from "../../../lib/apply/trust/planning_link.ts";
import { extendedHost } from "../../../lib/host/extended_host.ts";
import { HostError } from "../../../lib/host/host.ts";
import { Folder, host } from "../../support/repository.ts";

const STATE = ".planning/STATE.md";

/** A project with a folder next to it, and links by their paths in the project. */
async function project(links: Readonly<Record<string, string>>): Promise<{
  readonly folder: Folder;
  readonly files: ConfinedFiles;
}> {
  const folder = await Folder.make({
    "project/src/a.ts": "a",
    "project/docs/state.md": "state",
    "project/.git/config": "[core]",
    "outside/precious.md": "precious",
    "outside/planning/STATE.md": "theirs",
  });
  for (const [path, target] of Object.entries(links)) {
    const link = `${folder.path}/project/${path}`;
    await Deno.mkdir(link.slice(0, link.lastIndexOf("/")), { recursive: true });
    await Deno.symlink(target, link);
  }
  const env = (name: string) => name === "WF_TRUST" ? undefined : host.env(name);
  const user = extendedHost(host, { env, home: () => `${folder.path}/home` });
  return { folder, files: new ConfinedFiles(user, `${folder.path}/project`) };
}

/** Returns the message of a refused action without the folder's path; fails when it is not refused. */
async function refusal(action: Promise<unknown>, folder: Folder): Promise<string> {
  const error = await action.then(() => undefined, (thrown: unknown) => thrown);
  assert.ok(error instanceof HostError, `not refused: ${error}`);
  return error.message.replaceAll(folder.path, "…");
}

Deno.test("ConfinedFiles changes nothing through a link that leads out, and names the link", async () => {
  const { folder, files } = await project({
    [STATE]: "../../outside/precious.md",
    ".planning/milestones": "../../outside",
    ".planning/new": "../../outside/new",
  });
  await using _ = folder;
  const out = 'a link that points outside the project, to "…/outside';
  const table: [() => Promise<unknown>, string][] = [
    [() => files.write(STATE, "x"), `Cannot write "${STATE}": it is ${out}/precious.md"`],
    [() => files.read(STATE), `Cannot read "${STATE}": it is ${out}/precious.md"`],
    [
      () => files.write(".planning/milestones/v1/A.md", "x"),
      `Cannot write ".planning/milestones/v1/A.md": ".planning/milestones" is ${out}"`,
    ],
    [
      () => files.create(".planning/milestones/A.md", "x"),
      `Cannot create ".planning/milestones/A.md": ".planning/milestones" is ${out}"`,
    ],
    [
      () => files.makeFolder(".planning/milestones/v1"),
      `Cannot create ".planning/milestones/v1": ".planning/milestones" is ${out}"`,
    ],
    [
      () => files.remove(".planning/milestones/precious.md"),
      `Cannot remove ".planning/milestones/precious.md": ".planning/milestones" is ${out}"`,
    ],
    [
      () => files.move("src", ".planning/milestones/src"),
      `Cannot create ".planning/milestones/src": ".planning/milestones" is ${out}"`,
    ],
    [
      () => files.move(".planning/milestones/planning", "planning"),
      `Cannot move ".planning/milestones/planning": ".planning/milestones" is ${out}"`,
    ],
    [
      () => files.write(".planning/new", "x"),
      'Cannot write ".planning/new": it is a broken link',
    ],
  ];
  for (const [action, message] of table) assert.equal(await refusal(action(), folder), message);
  assert.equal(await folder.read("outside/precious.md"), "precious");
  assert.deepEqual((await host.readDirectory(`${folder.path}/outside`)).map(({ name }) => name), [
    "planning",
    "precious.md",
  ]);
  assert.ok(await folder.has("project/src/a.ts"));
});

Deno.test("ConfinedFiles follows links inside of the project, and a link stays a link", async () => {
  const { folder, files } = await project({
    [STATE]: "../docs/state.md",
    ".planning/phases": "../docs/phases",
  });
  await using _ = folder;
  await Deno.mkdir(`${folder.path}/project/docs/phases`);
  await files.write(STATE, "new");
  await files.write(".planning/phases/01-a/01-01-SUMMARY.md", "done");
  assert.equal(await folder.read("project/docs/state.md"), "new");
  assert.equal(await folder.read("project/docs/phases/01-a/01-01-SUMMARY.md"), "done");
  assert.equal(await host.readLink(`${folder.path}/project/${STATE}`), "../docs/state.md");
  assert.equal(await files.read(STATE), "new");
  await files.remove(STATE);
  assert.equal(await folder.read("project/docs/state.md"), "new");
});

Deno.test("ConfinedFiles reads documents where .planning itself leads out, and writes none there", async () => {
  const { folder, files } = await project({ ".planning": "../outside/planning" });
  await using _ = folder;
  assert.equal(await files.read(STATE), "theirs");
  assert.equal(
    await refusal(files.write(STATE, "x"), folder),
    `Cannot write "${STATE}": ".planning" is a link that points outside the project, to "…/outside/planning"`,
  );
  assert.equal(await folder.read("outside/planning/STATE.md"), "theirs");
});

Deno.test("ConfinedFiles writes documents where .planning leads once that target is accepted, and not beyond it", async () => {
  const { folder, files } = await project({ ".planning": "../outside/planning" });
  await using _ = folder;
  const link = new PlanningLink(files.host, files.folder);
  await link.accept((await link.target())!);
  await files.write(STATE, "mine");
  await files.move(STATE, ".planning/old/STATE.md");
  assert.equal(await folder.read("outside/planning/old/STATE.md"), "mine");
  await Deno.symlink("../precious.md", `${folder.path}/outside/planning/STATE.md`);
  await refusal(files.write(STATE, "x"), folder);
  assert.equal(await folder.read("outside/precious.md"), "precious");
  await Deno.remove(`${folder.path}/project/.planning`);
  await Deno.symlink("../outside", `${folder.path}/project/.planning`);
  await refusal(files.write(STATE, "x"), folder);
});

Deno.test("ConfinedFiles keeps git's own files out of reach of links, and writes there where that is its folder", async () => {
  const { folder, files } = await project({ [STATE]: "../.git/config" });
  await using _ = folder;
  const leads =
    `Cannot write "${STATE}": it is a link that points to git's own files, to "…/project/.git/config"`;
  assert.equal(await refusal(files.write(STATE, "x"), folder), leads);
  const own = new ConfinedFiles(host, `${folder.path}/project/.git`);
  await own.write("wf/merge.json", "{}");
  assert.equal(await folder.read("project/.git/wf/merge.json"), "{}");
  await Deno.symlink("../../../outside", `${folder.path}/project/.git/wf/kept`);
  assert.match(
    await refusal(own.write("wf/kept/a", "x"), folder),
    /a link that points outside the repository's own folder/,
  );
});
