import type { GraphFormat } from "../../schemas/commands.ts";
import type { GraphResult } from "../../schemas/output.ts";
import { dotGraph } from "./graph_dot.ts";
import { mermaidGraph } from "./graph_mermaid.ts";
import { svgGraph } from "./graph_svg.ts";
import { graphText } from "./graph_text.ts";
import type { Style } from "./style.ts";

/** The waves of a phase in one of the forms; the style marks the form `text` alone. */
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
