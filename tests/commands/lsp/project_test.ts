import assert from "node:assert/strict";
import { EditorProject } from "../../../lib/commands/lsp/project.ts";
import { MemoryHost } from "../../support/memory_host.ts";
import { frontmatter } from "../../parse/planning_tree.ts";

const [PLAN, OTHER] = [1, 2].map((phase) => `.planning/phases/0${phase}-base/0${phase}-01-PLAN.md`) as [
  string,
  string,
];

/** A machine whose clock is advanced by each look at it, so that every step of a check takes long. */
class SlowHost extends MemoryHost {
  #clock = 0;

  override now(): number {
    return this.#clock += 1000;
  }
}

function projectOnDisk(): EditorProject {
  const files = { [`/p/${PLAN}`]: frontmatter(), [`/p/${OTHER}`]: frontmatter({ phase: "02-base" }) };
  return new EditorProject(new SlowHost({ files }), "/p");
}

/** Returns the codes of what is found in a plan. */
async function codesIn(project: EditorProject, wanted: string): Promise<readonly string[]> {
  const { findings } = await project.checked();
  return findings.filter(({ span: { path }, code }) => path === wanted && code === "field-value").map((
    { code },
  ) => code);
}

Deno.test("a project that is edited while it is checked is checked again when somebody asks", async () => {
  const project = projectOnDisk();
  await project.parsed();
  const early = project.checkedUnlessChanged();
  project.setText(PLAN, frontmatter({ autonomous: "perhaps" }));
  assert.equal(await early, undefined);
  assert.deepEqual(await codesIn(project, PLAN), ["field-value"]);
});

Deno.test("a project follows what is typed into one plan, then into another, and what is closed", async () => {
  const project = projectOnDisk();
  const wrong = frontmatter({ autonomous: "perhaps" });
  for (
    const [path, text, expected] of [
      [PLAN, undefined, [[], []]],
      [PLAN, wrong, [["field-value"], []]],
      [OTHER, wrong.replace("01-base", "02-base"), [["field-value"], ["field-value"]]],
      [PLAN, frontmatter(), [[], ["field-value"]]],
      [OTHER, undefined, [[], []]],
    ] as const
  ) {
    project.setText(path, text);
    assert.deepEqual([await codesIn(project, PLAN), await codesIn(project, OTHER)], expected, String(text));
  }
});
