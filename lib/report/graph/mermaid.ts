import type { GraphResult } from "../../../schemas/results/status.ts";
import { cutColumns, oneLine } from "../terminal/display_width.ts";
import { withoutImplied } from "../../plan/status/transitive_reduction.ts";

/** The maximum columns of an objective in a box. */
const MAX_LABEL = 40;

export function mermaidGraph({ phase, name, waves, plans, edges, serialized }: GraphResult): string {
  const planOf = new Map(plans.map((plan) => [plan.id, plan]));
  const box = (id: string) => {
    const objective = cutColumns(oneLine(planOf.get(id)?.objective ?? ""), MAX_LABEL);
    return `${nodeId(id)}["${label(id)}${objective === "" ? "" : `<br/>${label(objective)}`}"]`;
  };
  const complete = plans.filter(({ state }) => state === "complete").map(({ id }) => nodeId(id));
  const lines = [
    "flowchart LR",
    `  accTitle: ${label(`Phase ${phase}: ${oneLine(name)}`)}`,
    ...waves.flatMap((ids, index) => [
      `  subgraph wave${index + 1}["Wave ${index + 1}"]`,
      ...ids.map((id) => `    ${box(id)}`),
      "  end",
    ]),
    ...edges.map(({ from, to }) => `  ${nodeId(from)} --> ${nodeId(to)}`),
    ...withoutImplied(serialized).map(([first, second]) =>
      `  ${nodeId(first)} -. "shares files" .-> ${nodeId(second)}`
    ),
    ...(complete.length === 0 ? [] : [
      "  classDef complete fill:#d6f1df,stroke:#2b8a4e,color:#123d22",
      `  class ${complete.join(",")} complete`,
    ]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/**
 * Converts a plan ID to the name of a node: letters, digits and underscores. IDs of one phase stay distinct.
 */
function nodeId(id: string): string {
  return `p${id.replace(/[^A-Za-z0-9]/g, "_")}`;
}

/**
 * Escapes text in quotes: ASCII characters with a possible meaning become entities, which Mermaid writes as
 * `#35;`.
 */
function label(text: string): string {
  return text.replace(
    /[^A-Za-z0-9 .,()\u0080-\u{10ffff}-]/gu,
    (character) => `#${character.codePointAt(0)};`,
  );
}
