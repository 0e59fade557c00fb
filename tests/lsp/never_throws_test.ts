import { completionsAt } from "../../lib/lsp/completion/completion.ts";
import { documentOf } from "../../lib/lsp/place/document.ts";
import { hoverAt } from "../../lib/lsp/hover.ts";
import { definitionAt } from "../../lib/lsp/named.ts";
import { outlineOf, type OutlinePart } from "../../lib/lsp/outline.ts";
import { overlaid } from "../../lib/lsp/overlay.ts";
import { parseProject } from "../../lib/parse/project/project.ts";
import { fc } from "../deps/fast_check.ts";
import { anyText, PLANS } from "../parse/samples.ts";
import { assertWithin } from "../parse/spans.ts";

const PATHS = [".planning/phases/03-accounts/03-02-PLAN.md", ".planning/config.json", ".planning/ROADMAP.md"];
const CONFIG = '{ "mode": "yolo", "git": { "branching_strategy": "phase" }, "agent": [1, {';

Deno.test("whatever stands in a document, an editor is answered at every place of it", () => {
  const text = fc.oneof(anyText(), anyText([CONFIG]), fc.constantFrom(...PLANS.values(), "[".repeat(20_000)));
  // Texts are cut off anywhere, as they are while they are being written.
  fc.assert(fc.property(text, fc.constantFrom(...PATHS), fc.nat(), fc.nat(), (whole, path, cut, place) => {
    const text = whole.slice(0, cut % (whole.length + 1));
    const offset = place % (text.length + 1);
    const project = parseProject(overlaid({ texts: new Map(), paths: [] }, new Map([[path, text]])));
    const document = documentOf(path, text, project);
    const all = { start: 0, end: text.length };
    const hover = hoverAt(document, offset);
    if (hover !== undefined) assertWithin(hover.span, all, "hover");
    const completions = completionsAt(document, offset);
    const spans = completions.kind === "items"
      ? completions.items.map(({ span }) => span)
      : [completions.span];
    for (const span of spans) {
      assertWithin(span, all, "completion");
      assertWithin({ start: offset, end: offset }, span, "the place");
    }
    definitionAt(document, offset);
    for (const part of document.plan === undefined ? [] : outlineOf(document.plan)) assertParts(part);
  }));
});

function assertParts({ span, selection, children }: OutlinePart): void {
  assertWithin(selection, span, "selection");
  for (const child of children) {
    assertWithin(child.span, span, "child");
    assertParts(child);
  }
}
