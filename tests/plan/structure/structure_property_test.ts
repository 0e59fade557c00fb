import assert from "node:assert/strict";
import { checkProject } from "../../../lib/check/rule.ts";
import { rules } from "../../../lib/check/rules/all_rules.ts";
import { parsePhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import { dependenciesOf } from "../../../lib/parse/project/dependencies.ts";
import { type PhaseChange, planPhaseChange } from "../../../lib/plan/structure/phase_verbs.ts";
import { phaseNumbers } from "../../../lib/plan/structure/phase_numbers.ts";
import { type PlanChange, planPlanChange } from "../../../lib/plan/structure/plan_verbs.ts";
import type { StructurePlan } from "../../../lib/plan/structure/structure_change.ts";
import { fc } from "../../deps/fast_check.ts";
import { anyPhases, changed, inputOf, projectOfTree, type Tree, treeOf } from "./any_tree.ts";

/** A verb by chance; the numbers choose among the phases or plans that there are. */
interface AnyVerb {
  readonly verb:
    | "add"
    | "insert"
    | "remove"
    | "rename"
    | "move"
    | "new"
    | "plan-insert"
    | "plan-remove"
    | "plan-rename"
    | "plan-move";
  readonly at: number;
  readonly to: number;
  readonly renumber: boolean;
}

const anyVerb: fc.Arbitrary<AnyVerb> = fc.record({
  verb: fc.constantFrom<AnyVerb["verb"]>(
    "add",
    "insert",
    "remove",
    "rename",
    "move",
    "new",
    "plan-insert",
    "plan-remove",
    "plan-rename",
    "plan-move",
  ),
  at: fc.nat(20),
  to: fc.nat(20),
  renumber: fc.boolean(),
});

/** Plans a verb on a tree; undefined if it is refused, or there is nothing that it could change. */
function plan(tree: Tree, { verb, at, to, renumber }: AnyVerb): StructurePlan | undefined {
  const input = inputOf(tree);
  const numbers = phaseNumbers(input.project);
  const plans = input.project.plans.all;
  const [one, other] = [numbers[at % numbers.length], numbers[to % numbers.length]];
  const chosen = plans[at % Math.max(1, plans.length)];
  const phase = (change: PhaseChange) => planPhaseChange(change, input);
  const planned = (change: PlanChange) => planPlanChange(change, input);
  const name = `Other ${to}`;
  const result = (() => {
    if (verb === "add") return phase({ action: verb, name, goal: "It adds" });
    if (one === undefined || other === undefined) return undefined;
    if (verb === "insert") return phase({ action: verb, after: one, name, goal: "It inserts", renumber });
    if (verb === "remove") return phase({ action: verb, phase: one, renumber });
    if (verb === "rename") return phase({ action: verb, phase: one, name });
    if (verb === "move") return phase({ action: verb, phase: one, after: other, renumber });
    if (verb === "new") return planned({ action: verb, phase: one, name, dependsOn: [] });
    if (chosen === undefined) return undefined;
    if (verb === "plan-insert") {
      return planned({ action: "insert", after: chosen, name, dependsOn: [], renumber });
    }
    if (verb === "plan-remove") return planned({ action: "remove", plan: chosen, renumber });
    if (verb === "plan-rename") return planned({ action: "rename", plan: chosen, to: name });
    return planned({ action: "rename", plan: chosen, to: `${chosen.id.split("-")[0]}-${30 + to}` });
  })();
  return result?.kind === "changes" ? result : undefined;
}

function codes(tree: Tree): readonly string[] {
  return checkProject(projectOfTree(tree), rules).filter(({ severity }) => severity !== "hint")
    .map(({ code, message }) => `${code}: ${message}`);
}

/** The dependencies of plans, by the new IDs of both; only of the plans that are in another tree too. */
function edges(
  tree: Tree,
  { ids, of }: { readonly ids?: ReadonlyMap<string, string>; readonly of: Tree },
): readonly string[] {
  const project = projectOfTree(tree);
  const others = projectOfTree(of).plans.byId;
  const newId = (id: string) => ids?.get(id) ?? id;
  return project.plans.all.filter(({ id }) => others.has(newId(id))).flatMap((plan) => {
    return dependenciesOf(plan, project).map(({ id }) => `${newId(plan.id)} ${newId(id ?? "")}`);
  }).sort();
}

Deno.test("after any sequence of verbs wf validate has no new finding, and dependencies name the same plans", () => {
  fc.assert(
    fc.property(anyPhases, fc.array(anyVerb, { maxLength: 6 }), (phases, verbs) => {
      let tree = treeOf(phases);
      assert.deepEqual(codes(tree), []);
      for (const verb of verbs) {
        const change = plan(tree, verb);
        if (change === undefined) continue;
        const after = changed(tree, change);
        const foretold = (found: string) => change.warnings.some((warning) => found.endsWith(`: ${warning}`));
        assert.deepEqual(
          codes(after).filter((found) => !foretold(found) && !codes(tree).includes(found)),
          [],
        );
        const before = edges(tree, { ids: change.ids, of: after });
        assert.deepEqual(
          edges(after, { of: after }).filter((edge) => before.includes(edge)),
          before,
          change.subject,
        );
        tree = after;
      }
    }),
    { numRuns: 40 },
  );
});

/** Takes a change back with the command that it names. */
function takenBack(tree: Tree, { inverse }: StructurePlan): Tree {
  const [command, action, subject, ...rest] = inverse!;
  const input = inputOf(tree);
  const renumber = rest.includes("--renumber");
  const number = (text: string) => parsePhaseNumber(text)!;
  const chosen = () => input.project.plans.byId.get(subject!)!;
  const result = command === "plan"
    ? planPlanChange(
      action === "remove"
        ? { action, plan: chosen(), renumber }
        : { action: "rename", plan: chosen(), to: rest[0]! },
      input,
    )
    : action === "remove"
    ? planPhaseChange({ action, phase: number(subject!), renumber }, input)
    : action === "rename"
    ? planPhaseChange({ action, phase: number(subject!), name: rest[0]! }, input)
    : planPhaseChange({ action: "move", phase: number(subject!), after: number(rest[0]!), renumber }, input);
  assert.equal(result.kind, "changes", JSON.stringify(result));
  return changed(tree, result as StructurePlan);
}

Deno.test("the command that takes a change back restores every byte", () => {
  const found = new Set<string>();
  fc.assert(
    fc.property(anyPhases, anyVerb, (phases, verb) => {
      const tree = treeOf(phases);
      const change = plan(tree, verb);
      if (change?.inverse === undefined) return;
      found.add(verb.verb);
      assert.deepEqual(
        Object.fromEntries(takenBack(changed(tree, change), change)),
        Object.fromEntries(tree),
        change.subject,
      );
    }),
    { numRuns: 200 },
  );
  assert.deepEqual([...found].sort(), [
    "add",
    "insert",
    "move",
    "new",
    "plan-insert",
    "plan-move",
    "plan-rename",
    "rename",
  ]);
});
