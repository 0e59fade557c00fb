import type { GraphResult } from "../../../schemas/results/status.ts";
import { groupBy } from "../../collections/group_by.ts";
import { cutColumns, oneLine } from "../terminal/display_width.ts";
import { type Cell, fittedTable } from "../terminal/table.ts";
import { withoutImplied } from "../../plan/status/transitive_reduction.ts";
import { stateCell } from "../terminal/states.ts";
import { reportWidth, type Style } from "../terminal/style.ts";
import { count } from "../../text/count.ts";

/** The maximum number of dependencies on a line. */
const MAX_IDS = 3;

/** Formats the waves of a phase as a table: a row for each plan, with its dependencies after an arrow. */
export function graphText(graph: GraphResult, style: Style): string {
  const { phase, name, waves, plans, edges, serialized } = graph;
  const dependsOn = groupBy(edges, ({ to }) => to);
  const planOf = new Map(plans.map((plan) => [plan.id, plan]));
  const rows = waves.flatMap((ids, wave) =>
    ids.flatMap((id, index) => {
      const { state, tasks, objective } = planOf.get(id)!;
      const before = (dependsOn.get(id) ?? []).map(({ from }) => from);
      const arrow = (start: number) => before.slice(start, start + MAX_IDS).join(", ");
      const first: Cell[] = [
        { text: index === 0 ? `Wave ${wave + 1}` : "", mark: style.bold },
        stateCell(state, style),
        { text: id },
        { text: `${tasks.done}/${tasks.total}` },
        { text: oneLine(objective), mark: style.dim },
        { text: before.length === 0 ? "" : `← ${arrow(0)}` },
      ];
      const more = Array.from({ length: Math.max(0, Math.ceil(before.length / MAX_IDS) - 1) }, (_, line) => [
        ...first.slice(0, -1).map(() => ({ text: "" })),
        { text: `  ${arrow((line + 1) * MAX_IDS)}` },
      ]);
      return [first, ...more];
    })
  );
  const shared = withoutImplied(serialized).map(([first, second]) =>
    style.dim(`${second} runs after ${first}: they share files`)
  );
  const lines = [
    style.bold(cutColumns(`Phase ${phase}: ${oneLine(name)}`, reportWidth(style))),
    style.dim(`${count(plans.length, "plan")} in ${count(waves.length, "wave")}`),
    "",
    ...fittedTable(rows, {
      align: ["left", "left", "left", "right", "fill", "left"],
      width: reportWidth(style),
    }),
    ...(shared.length === 0 ? [] : ["", ...shared]),
  ];
  return waves.length === 0 ? "No plans\n" : `${lines.join("\n")}\n`;
}
