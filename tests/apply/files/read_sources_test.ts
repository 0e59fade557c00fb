import assert from "node:assert/strict";
import { ProjectReader } from "../../../lib/apply/files/project_reader.ts";
import { readSources } from "../../../lib/apply/files/read_sources.ts";
import { DenoHost } from "../../../lib/host/deno.ts";
import { HostError } from "../../../lib/host/host.ts";
import { MemoryHost } from "../../support/memory_host.ts";
import { planText } from "../../support/plans.ts";
import { Folder } from "../../support/repository.ts";

const PHASE = ".planning/phases/01-base";
const PLAN = planText({ plan: "01", tasks: [] });

/** The machine; it remembers what was read. */
class Watched extends DenoHost {
  readonly read: string[] = [];

  override async readText(path: string): Promise<string> {
    this.read.push(await Deno.realPath(path));
    return await super.readText(path);
  }

  override async readDirectory(path: string): ReturnType<DenoHost["readDirectory"]> {
    this.read.push(await Deno.realPath(path));
    return await super.readDirectory(path);
  }
}

Deno.test("readSources() reads nothing outside of the project, and names what it leaves out", async () => {
  await using outside = await Folder.make({ "01-02-PLAN.md": "secret", "STATE.md": "secret", "s.md": "x" });
  await using folder = await Folder.make({
    [`${PHASE}/01-01-PLAN.md`]: PLAN,
    [`${PHASE}/01-05-PLAN.md/notes.md`]: "",
    "docs/plan.md": PLAN,
    "docs/02-more/02-01-PLAN.md": PLAN,
  });
  const link = (to: string, path: string) => Deno.symlink(to, `${folder.path}/${path}`);
  await link(`${outside.path}/01-02-PLAN.md`, `${PHASE}/01-02-PLAN.md`);
  await link("nowhere", `${PHASE}/01-03-PLAN.md`);
  await link("01-04-PLAN.md", `${PHASE}/01-04-PLAN.md`);
  await link("../../../docs/plan.md", `${PHASE}/01-06-PLAN.md`);
  await link(`${outside.path}/s.md`, `${PHASE}/01-01-SUMMARY.md`);
  await link(`${outside.path}/STATE.md`, ".planning/STATE.md");
  await link(outside.path, ".planning/phases/03-outside");
  await link("../../docs/02-more", ".planning/phases/02-more");
  await link("04-loop", ".planning/phases/04-loop");
  await link("notes", ".planning/phases/notes");
  await link("01-04-SUMMARY.md", `${PHASE}/01-04-SUMMARY.md`);
  const host = new Watched();
  const { texts, paths, unread } = await readSources(host, folder.path);
  assert.deepEqual(Object.fromEntries(unread!), {
    ".planning/STATE.md": "link-outside",
    [`${PHASE}/01-02-PLAN.md`]: "link-outside",
    [`${PHASE}/01-03-PLAN.md`]: "link-broken",
    [`${PHASE}/01-04-PLAN.md`]: "link-broken",
    [`${PHASE}/01-05-PLAN.md`]: "folder",
    [`${PHASE}/01-01-SUMMARY.md`]: "link-outside",
    [`${PHASE}/01-04-SUMMARY.md`]: "link-broken",
    ".planning/phases/03-outside": "link-outside",
    ".planning/phases/04-loop": "link-broken",
  });
  assert.deepEqual([...texts.keys()].sort(), [
    `${PHASE}/01-01-PLAN.md`,
    `${PHASE}/01-06-PLAN.md`,
    ".planning/phases/02-more/02-01-PLAN.md",
  ]);
  assert.ok(paths.includes(`${PHASE}/01-02-PLAN.md`), "its name is known");
  const root = await Deno.realPath(folder.path);
  assert.deepEqual(host.read.filter((path) => !path.startsWith(`${root}/`)), []);
  const reader = new ProjectReader(host, folder.path);
  await assert.rejects(reader.read(), /it is a (?:link that points outside|broken link)/);
});

for (const link of ["phases", "milestones", "workstreams"]) {
  Deno.test(`readSources() reads nothing through a link .planning/${link} out of the project`, async () => {
    const plans = ["01-base", "v1/01-base", "api/phases/01-base"].map((path) => `${path}/01-01-PLAN.md`);
    await using outside = await Folder.make(Object.fromEntries(plans.map((path) => [path, "secret"])));
    await using folder = await Folder.make({ ".planning/STATE.md": "# State\n" });
    await Deno.symlink(outside.path, `${folder.path}/.planning/${link}`);
    const host = new Watched();
    const base = link === "workstreams" ? ".planning/workstreams/api" : ".planning";
    const { texts, unread } = await readSources(host, folder.path, { base });
    assert.deepEqual([...texts.keys()].filter((path) => path.includes("PLAN")), []);
    assert.ok([...unread!].some(([path, why]) => path.includes(link) && why === "link-outside"));
    assert.deepEqual(host.read.filter((path) => path.includes("PLAN")), []);
  });
}

Deno.test("readSources() follows .planning where it is a link itself, and links inside of that", async () => {
  await using elsewhere = await Folder.make({
    "planning/phases/01-base/01-01-PLAN.md": PLAN,
    "planning/shared.md": PLAN,
  });
  await Deno.symlink("../../shared.md", `${elsewhere.path}/planning/phases/01-base/01-02-PLAN.md`);
  await using folder = await Folder.make();
  await Deno.symlink(`${elsewhere.path}/planning`, `${folder.path}/.planning`);
  const { texts, unread } = await readSources(new DenoHost(), folder.path);
  assert.deepEqual([...texts.keys()], [`${PHASE}/01-01-PLAN.md`, `${PHASE}/01-02-PLAN.md`]);
  assert.equal(unread!.size, 0);
});

Deno.test("readSources() counts no document that leads to nothing, to a folder or out of the project", async () => {
  await using outside = await Folder.make({ "s.md": "secret" });
  await using folder = await Folder.make({
    [`${PHASE}/01-01-PLAN.md`]: PLAN,
    "docs/summary.md": "# Done\n",
    "docs/context.md": "# Context\n",
  });
  const links = {
    "01-01-SUMMARY.md": "/nowhere",
    "01-02-SUMMARY.md": `${outside.path}/s.md`,
    "01-03-SUMMARY.md": "../../../docs",
    "01-04-SUMMARY.md": "../../../docs/summary.md",
    "01-CONTEXT.md": "/nowhere",
    "01-RESEARCH.md": `${outside.path}/s.md`,
    "01-VERIFICATION.md": "01-VERIFICATION.md",
    "CONTEXT.md": "../../../docs/context.md",
  };
  for (const [name, to] of Object.entries(links)) await Deno.symlink(to, `${folder.path}/${PHASE}/${name}`);
  await new Deno.Command("mkfifo", { args: [`${folder.path}/${PHASE}/01-05-SUMMARY.md`] }).output();
  const { texts, paths, unread } = await readSources(new DenoHost(), folder.path);
  assert.deepEqual(paths.map((path) => path.slice(PHASE.length + 1)).sort(), [
    "01-01-PLAN.md",
    "01-04-SUMMARY.md",
    "CONTEXT.md",
  ]);
  assert.equal(texts.get(`${PHASE}/01-04-SUMMARY.md`), "# Done\n", "through a link inside the project");
  assert.deepEqual([...unread!].sort(), [
    [`${PHASE}/01-01-SUMMARY.md`, "link-broken"],
    [`${PHASE}/01-02-SUMMARY.md`, "link-outside"],
    [`${PHASE}/01-03-SUMMARY.md`, "folder"],
    [`${PHASE}/01-05-SUMMARY.md`, "special"],
    [`${PHASE}/01-VERIFICATION.md`, "link-broken"],
  ]);
});

Deno.test("readSources() opens no pipe, which would never end", async () => {
  await using folder = await Folder.make({ [`${PHASE}/01-01-PLAN.md`]: PLAN });
  const pipe = `${folder.path}/${PHASE}/01-02-PLAN.md`;
  const { success } = await new Deno.Command("mkfifo", { args: [pipe] }).output();
  assert.ok(success);
  await Deno.symlink("01-02-PLAN.md", `${folder.path}/${PHASE}/01-03-PLAN.md`);
  const { unread } = await readSources(new DenoHost(), folder.path);
  assert.deepEqual([...unread!.values()], ["special", "special"]);
});

for (const [reason, name] of [["no-permission", "no-permission"], ["other", "failed"]] as const) {
  Deno.test(`readSources() names a file that cannot be read: ${name}`, async () => {
    class Unreadable extends MemoryHost {
      override readText(path: string): Promise<string> {
        return path.endsWith("01-01-PLAN.md")
          ? Promise.reject(new HostError(reason, path, `Cannot use "${path}"`))
          : super.readText(path);
      }
    }
    const host = new Unreadable({
      files: { [`/p/${PHASE}/01-01-PLAN.md`]: PLAN, "/p/.planning/STATE.md": "" },
    });
    const { texts, unread } = await readSources(host, "/p");
    assert.deepEqual([...unread!], [[`${PHASE}/01-01-PLAN.md`, name]]);
    assert.deepEqual([...texts.keys()], [".planning/STATE.md"]);
  });
}
