import type { GraphResult } from "../../../schemas/results/status.ts";
import { cutColumns, oneLine } from "../terminal/display_width.ts";
import { withoutImplied } from "../../plan/status/transitive_reduction.ts";

/** The maximum columns of an objective in a box. */
const MAX_LABEL = 40;

export function dotGraph({ phase, name, waves, plans, edges, serialized }: GraphResult): string {
  const planOf = new Map(plans.map((plan) => [plan.id, plan]));
  const box = (id: string) => {
    const { objective = "", state } = planOf.get(id) ?? {};
    const shown = cutColumns(oneLine(objective), MAX_LABEL);
    const text = shown === "" ? label(id) : `${label(id)}\\n${label(shown)}`;
    const fill = state === "complete" ? ', style="rounded,filled", fillcolor="#d6f1df"' : "";
    return `${quoted(id)} [label="${text}"${fill}]`;
  };
  const title = label(`Phase ${phase}: ${oneLine(name)}`);
  const lines = [
    `digraph ${quoted(`phase ${phase}`)} {`,
    `  graph [rankdir=LR, label="${title}", labelloc=t, fontname="sans-serif"]`,
    `  node [shape=box, style=rounded, fontname="sans-serif"]`,
    ...waves.flatMap((ids, index) => [
      `  subgraph "cluster_wave_${index + 1}" {`,
      `    label="Wave ${index + 1}"`,
      ...ids.map((id) => `    ${box(id)}`),
      "  }",
    ]),
    ...edges.map(({ from, to }) => `  ${quoted(from)} -> ${quoted(to)}`),
    ...withoutImplied(serialized).map(([first, second]) =>
      `  ${quoted(first)} -> ${quoted(second)} [style=dashed, constraint=false, tooltip="They share files"]`
    ),
    "}",
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** Escapes text in quotes that is shown literally, without escapes such as `\N` and without entities. */
function label(text: string): string {
  return text.replace(/["\\]/g, "\\$&").replaceAll("&", "&amp;");
}
