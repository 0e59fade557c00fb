import assert from "node:assert/strict";
import { findProjectRoot, loadProject, readSources } from "../../lib/apply/files.ts";
import { HostError } from "../../lib/host/host.ts";
import { MemoryHost } from "../../lib/host/memory.ts";
import { planText } from "../support/plans.ts";

Deno.test("findProjectRoot() gives the nearest folder upward that holds .planning", async () => {
  const host = new MemoryHost({
    files: { "/a/.planning/ROADMAP.md": "", "/a/b/.planning/x": "", "/a/b/c/d.txt": "" },
  });
  assert.equal(await findProjectRoot(host, "/a/b/c"), "/a/b");
  assert.equal(await findProjectRoot(host, "/a"), "/a");
  assert.equal(await findProjectRoot(host, "/"), undefined);
});

Deno.test("readSources() reads plans, configuration, roadmap, requirements and state, and lists the rest", async () => {
  const host = new MemoryHost({
    files: {
      "/p/.planning/config.json": "{}",
      "/p/.planning/STATE.md": "state",
      "/p/.planning/REQUIREMENTS.md": "requirements",
      "/p/.planning/phases/01-a/01-01-PLAN.md": "plan",
      "/p/.planning/phases/01-a/01-01-SUMMARY.md": "summary",
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
    ".planning/phases/01-a/01-01-PLAN.md",
  ]);
  assert.ok(paths.includes(".planning/phases/01-a/01-01-SUMMARY.md"));
  assert.ok(paths.includes(".planning/milestones/v1.0-phases/01-old/01-01-PLAN.md"));
});

Deno.test("loadProject() of an empty .planning is a project without phases", async () => {
  const project = await loadProject(new MemoryHost({ files: { "/p/.planning/notes.md": "" } }), "/p");
  assert.deepEqual(project.phases, []);
  assert.deepEqual(project.config.diagnostics, []);
});

Deno.test("loadProject() says which file cannot be read", async () => {
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
  await assert.rejects(loadProject(host, "/p"), /01-01-PLAN\.md": permission denied/);
});
