import { parseProject } from "../../../lib/parse/project/project.ts";
import type { Project } from "../../../lib/parse/project/model.ts";
import { resolveConfig } from "../../../lib/plan/config/resolve.ts";
import { assumedSnapshot } from "../../../lib/plan/history/repo_snapshot.ts";
import { projectDocuments } from "../../../lib/plan/project/documents.ts";
import type { StructureInput, StructurePlan } from "../../../lib/plan/structure/structure_change.ts";
import { slugify } from "../../../lib/text/slug.ts";
import { fc } from "../../deps/fast_check.ts";
import { planText, writes } from "../../support/plans.ts";

/** The texts of a `.planning/` tree, by path. */
export type Tree = ReadonlyMap<string, string>;

/** The project of a tree. */
export function projectOfTree(tree: Tree): Project {
  return parseProject({
    texts: new Map([...tree].filter(([path]) => !/CONTEXT|SUMMARY/.test(path))),
    paths: [...tree.keys()].filter((path) => path.startsWith(".planning/phases/")),
  });
}

/** The input of a change of a tree without a repository. */
export function inputOf(tree: Tree, more: Partial<StructureInput> = {}): StructureInput {
  const project = projectOfTree(tree);
  const summaries = [...tree.keys()].filter((path) => path.endsWith("SUMMARY.md"));
  return {
    documents: { project, texts: tree, others: [] },
    project,
    config: resolveConfig({ file: {} }).config,
    repository: assumedSnapshot(summaries),
    branches: new Set(),
    recorded: false,
    ...more,
  };
}

/** The tree after a change. */
export function changed(tree: Tree, { changes }: Pick<StructurePlan, "changes">): Tree {
  const after = new Map(tree);
  for (const { path, after: text } of changes.files) {
    if (text === undefined) after.delete(path);
    else after.set(path, text);
  }
  return new Map([...after].sort(([a], [b]) => a < b ? -1 : 1));
}

/** A phase by its name, and the plans of each, as lists of earlier plans that they depend on. */
export interface AnyPhase {
  readonly name: string;
  readonly plans: readonly (readonly number[])[];
}

const NAMES = ["Sign in", "Base", "認証", "Überblick & Café", "a | b", "Phase of 2 things", "Reports"];

export const anyPhases: fc.Arbitrary<readonly AnyPhase[]> = fc.array(
  fc.record({
    name: fc.constantFrom(...NAMES),
    plans: fc.array(fc.array(fc.nat(20), { maxLength: 2 }), { maxLength: 3 }),
  }),
  { minLength: 2, maxLength: 5 },
);

/** The tree of a new project with such phases. A plan depends on earlier ones, also of other phases. */
export function treeOf(phases: readonly AnyPhase[]): Tree {
  const roadmap = {
    phases: phases.map(({ name }, index) => ({
      name,
      summary: `does ${index}`,
      goal: `It does ${index}`,
      depends_on: index === 0 ? [] : [index],
      requirements: [`REQ-0${index + 1}`],
      success_criteria: ["It works"],
    })),
  };
  const project = {
    what: "A thing.",
    core_value: "Value",
    requirements: phases.map((_, index) => ({ id: `REQ-0${index + 1}`, text: `Do ${index}` })),
    later: [],
    out_of_scope: [],
    constraints: [],
  };
  const tree = new Map(projectDocuments({ name: "Any", time: new Date(0), project, roadmap }));
  const ids: { readonly id: string; readonly wave: number; readonly phase: number }[] = [];
  for (const [index, { name, plans }] of phases.entries()) {
    const number = String(index + 1).padStart(2, "0");
    const folder = `${number}-${slugify(name)}`;
    for (const [at, wanted] of plans.entries()) {
      const dependsOn = [...new Set(wanted.flatMap((other) => ids[other] === undefined ? [] : [ids[other]]))];
      const wave = 1 +
        Math.max(0, ...dependsOn.filter(({ phase }) => phase === index).map(({ wave }) => wave));
      const plan = String(at + 1).padStart(2, "0");
      const file = `${number}-${plan}.txt`;
      tree.set(
        `.planning/phases/${folder}/${number}-${plan}-PLAN.md`,
        planText({
          phase: folder,
          plan,
          wave,
          dependsOn: dependsOn.map(({ id }) => id),
          files: [file],
          tasks: [writes(file)],
        }),
      );
      ids.push({ id: `${number}-${plan}`, wave, phase: index });
    }
    if (plans.length > 0) {
      const path = `.planning/phases/${folder}/${number}-CONTEXT.md`;
      tree.set(
        path,
        `---\nphase: ${folder}\n---\n# Phase ${
          index + 1
        }: Context\n\nSee @.planning/phases/${folder}/${number}-01-PLAN.md.\n`,
      );
    }
  }
  return new Map([...tree].sort(([a], [b]) => a < b ? -1 : 1));
}
