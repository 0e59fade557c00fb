import assert from "node:assert/strict";
import { findProjectRoot, loadProject } from "../../../lib/apply/files/load_project.ts";
import { ProjectReader } from "../../../lib/apply/files/project_reader.ts";
import { readSources } from "../../../lib/apply/files/read_sources.ts";
import { HostError } from "../../../lib/host/host.ts";
import { MemoryHost } from "../../support/memory_host.ts";
import { planText } from "../../support/plans.ts";

Deno.test("findProjectRoot() gives the nearest folder upward that holds .planning", async () => {
  const host = new MemoryHost({
    files: { "/a/.planning/ROADMAP.md": "", "/a/b/.planning/x": "", "/a/b/c/d.txt": "" },
  });
  assert.equal(await findProjectRoot(host, "/a/b/c"), "/a/b");
  assert.equal(await findProjectRoot(host, "/a"), "/a");
  assert.equal(await findProjectRoot(host, "/"), undefined);
});

Deno.test("readSources() reads plans, documents and summaries that are short, and lists the rest", async () => {
  const host = new MemoryHost({
    files: {
      "/p/.planning/config.json": "{}",
      "/p/.planning/STATE.md": "state",
      "/p/.planning/REQUIREMENTS.md": "requirements",
      "/p/.planning/phases/01-a/01-01-PLAN.md": "plan",
      "/p/.planning/phases/01-a/01-01-SUMMARY.md": "done",
      "/p/.planning/phases/01-a/01-02-SUMMARY.md": "a whole summary\n".repeat(40),
      "/p/.planning/phases/01-03-PLAN.md": "misplaced",
      "/p/.planning/phases/01-a/deep/01-02-PLAN.md": "not read",
      "/p/.planning/phases/01-a/01-PLAN-OUTLINE.md": "not a plan",
      "/p/.planning/milestones/v1.0-phases/01-old/01-01-PLAN.md": "archived",
    },
  });
  const { texts, paths } = await readSources(host, "/p");
  assert.deepEqual([...texts.keys()].sort(), [
    ".planning/REQUIREMENTS.md",
    ".planning/STATE.md",
    ".planning/config.json",
    ".planning/phases/01-03-PLAN.md",
    ".planning/phases/01-a/01-01-PLAN.md",
    ".planning/phases/01-a/01-01-SUMMARY.md",
  ]);
  assert.ok(paths.includes(".planning/phases/01-a/01-02-SUMMARY.md"));
  assert.ok(paths.includes(".planning/milestones/v1.0-phases/01-old/01-01-PLAN.md"));
});

Deno.test("loadProject() of an empty .planning is a project without phases", async () => {
  const project = await loadProject(new MemoryHost({ files: { "/p/.planning/notes.md": "" } }), "/p");
  assert.deepEqual(project.phases, []);
  assert.deepEqual(project.config.diagnostics, []);
});

Deno.test("loadProject() lists a file that cannot be read, on which ProjectReader stops", async () => {
  class Unreadable extends MemoryHost {
    override readText(path: string): Promise<string> {
      return path.endsWith("01-01-PLAN.md")
        ? Promise.reject(new HostError("no-permission", path, `Cannot use "${path}": permission denied`))
        : super.readText(path);
    }
  }
  const host = new Unreadable({
    files: { "/p/.planning/phases/01-a/01-01-PLAN.md": planText({ plan: "01", tasks: [] }) },
  });
  assert.deepEqual([...(await loadProject(host, "/p")).unread.values()], ["no-permission"]);
  await assert.rejects(new ProjectReader(host, "/p").read(), /01-01-PLAN\.md": permission denied/);
});

/** Returns the missing files that a plan refers to, in a project with these other files. */
async function absentOf(context: string, files: Readonly<Record<string, string>>) {
  const body = `<context>\n${context}\n</context>\n`;
  const host = new MemoryHost({
    files: {
      "/p/.planning/phases/01-a/01-01-PLAN.md":
        `---\nphase: 01-a\nfiles_modified: [src/new.ts]\n---\n\n${body}`,
      ...files,
    },
  });
  return [...(await loadProject(host, "/p")).absent ?? []];
}

Deno.test("loadProject() names the files that are not there and that no plan makes", async () => {
  const context = "@src/a.ts\n@./src/b.ts\n@src/b.ts\n@src/new.ts\n@.planning/PROJECT.md\n@~/x.md";
  assert.deepEqual(await absentOf(context, { "/p/src/a.ts": "" }), ["src/b.ts", ".planning/PROJECT.md"]);
});

Deno.test("loadProject() ignores sources when the root contains only .planning", async () => {
  assert.deepEqual(await absentOf("@src/a.ts\n@.planning/PROJECT.md", {}), [".planning/PROJECT.md"]);
});

Deno.test("loadProject() does not ask complete plans again", async () => {
  const summary = { "/p/.planning/phases/01-a/01-01-SUMMARY.md": "# Summary\n\nDone.\n" };
  assert.deepEqual(await absentOf("@.planning/PROJECT.md", summary), []);
});
