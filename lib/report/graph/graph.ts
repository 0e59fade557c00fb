import type { GraphFormat } from "../../../schemas/commands.ts";
import type { GraphResult } from "../../../schemas/results/status.ts";
import { dotGraph } from "./dot.ts";
import { mermaidGraph } from "./mermaid.ts";
import { svgGraph } from "./svg.ts";
import { graphText } from "./text.ts";
import type { Style } from "../terminal/style.ts";

/** Draws the waves of a phase in a format; only the format `text` is styled. */
export function drawGraph(graph: GraphResult, format: GraphFormat, style: Style): string {
  switch (format) {
    case "text":
      return graphText(graph, style);
    case "mermaid":
      return mermaidGraph(graph);
    case "dot":
      return dotGraph(graph);
    case "svg":
      return svgGraph(graph);
  }
}
