import assert from "node:assert/strict";
import { hoverAt } from "../../lib/lsp/hover.ts";
import { definitionAt } from "../../lib/lsp/named.ts";
import { planText, writes } from "../support/plans.ts";
import { covered, documentAt } from "./cursor.ts";

const PATH = ".planning/phases/01-base/01-02-PLAN.md";
const FIRST = ".planning/phases/01-base/01-01-PLAN.md";
const REQUIREMENTS = ".planning/REQUIREMENTS.md";
const ROADMAP = ".planning/ROADMAP.md";
const CONFIG = ".planning/config.json";
const OTHERS = {
  [FIRST]: planText({ plan: "01", tasks: [writes("a.txt")] }),
  [REQUIREMENTS]: "# Requirements\n\n- [ ] **AUTH-01**: People log in\n",
};
const plan = (from: string, to: string) => {
  const text = planText({ plan: "02", wave: 2, dependsOn: ["01-01"], tasks: [writes("b.txt")] })
    .replace("must_haves:", "requirements: [AUTH-01]\nmust_haves:")
    .replace("<tasks>", "<context>\n@src/a.ts\n@~/notes.md\n</context>\n\n<tasks>");
  assert.ok(text.includes(from), from);
  return text.replace(from, to);
};

const SHOWN: readonly (readonly [where: string, path: string, marked: string, of: string, text: RegExp])[] = [
  [
    "a key",
    PATH,
    plan("wave:", "wa‸ve:"),
    "wave",
    /\*\*wave\*\* · integer · required\n\nExecution wave, counted/,
  ],
  ["a key with few values", PATH, plan("type:", "type‸:"), "type", /`execute` or `tdd` · required/],
  [
    "a key inside another",
    PATH,
    plan("truths:", "‸truths:"),
    "truths",
    /list · required\n\nBehaviors that a user can/,
  ],
  [
    "a plan it depends on",
    PATH,
    plan("01-01", "01‸-01"),
    "01-01",
    /\*\*01-01\*\* · phase 01 · wave 1 · 1 task · open\n\nBuild part 01\.[^]*`\.planning\/phases\/01-base\/01-01/,
  ],
  ["a requirement", PATH, plan("AUTH-01", "AUTH‸-01"), "AUTH-01", /\*\*AUTH-01\*\* · open\n\nPeople log in/],
  ["a plan in the roadmap", ROADMAP, "- [ ] 01‸-01-PLAN.md — first\n", "01-01", /Build part 01/],
  ["a requirement in its own document", REQUIREMENTS, "- [ ] **AU‸TH-01**: Log in\n", "AUTH-01", /Log in/],
  [
    "an element",
    PATH,
    plan("<objective>", "<obj‸ective>"),
    "<objective>",
    /^`<objective>`\n\nThe goal of the plan/,
  ],
  [
    "a closing tag",
    PATH,
    plan("</verification>", "</‸verification>"),
    "</verification>",
    /Checks before the plan/,
  ],
  ["a child of a task", PATH, plan("<done>", "<do‸ne>"), "<done>", /Measurable acceptance criteria/],
  ["the type of a task", PATH, plan('"auto"', '"au‸to"'), "auto", /`auto`: Carried out by the agent/],
  [
    "a key of the configuration",
    CONFIG,
    '{ "mo‸de": "yolo" }',
    '"mode"',
    /\*\*mode\*\* · `"interactive"` or `"yolo"` · default `"interactive"`/,
  ],
  [
    "a value of the configuration",
    CONFIG,
    '{ "planning": { "commit_docs": tr‸ue } }',
    "true",
    /planning\.commit_docs/,
  ],
  ["an object of the configuration", CONFIG, '{ "gi‸t": {} }', '"git"', /^\*\*git\*\*\n\n./],
];

for (const [where, path, marked, of, text] of SHOWN) {
  Deno.test(`what ${where} means is shown`, () => {
    const cursor = documentAt(path, marked, OTHERS);
    const hover = hoverAt(cursor.document, cursor.offset);
    assert.ok(hover);
    assert.match(hover.markdown, text);
    assert.equal(covered(cursor, hover.span), of);
  });
}

const SILENT: readonly (readonly [where: string, path: string, marked: string])[] = [
  ["text", PATH, plan("Build part", "Build ‸part")],
  ["a key that is not known", PATH, plan("wave:", "wa‸ves:")],
  ["a plan that is not there", ROADMAP, "- [ ] 09‸-01-PLAN.md\n"],
  ["a key that nothing reads", CONFIG, '{ "ot‸her": 1 }'],
];

for (const [where, path, marked] of SILENT) {
  Deno.test(`nothing is said of ${where}`, () => {
    const { document, offset } = documentAt(path, marked, OTHERS);
    assert.equal(hoverAt(document, offset), undefined);
  });
}

const LED: readonly (readonly [what: string, marked: string, path: string | undefined, offset: number])[] = [
  ["a plan", plan("01-01", "01‸-01"), FIRST, 0],
  ["a requirement", plan("AUTH-01", "AUTH‸-01"), REQUIREMENTS, OTHERS[REQUIREMENTS]!.indexOf("AUTH-01")],
  ["a file", plan("@src/a.ts", "@src/‸a.ts"), "src/a.ts", 0],
  ["nothing outside of the project", plan("@~/notes.md", "@~/no‸tes.md"), undefined, 0],
  ["nothing from text", plan("Build part", "Bu‸ild part"), undefined, 0],
];

for (const [what, marked, path, start] of LED) {
  Deno.test(`a definition leads to ${what}`, () => {
    const { document, offset } = documentAt(PATH, marked, OTHERS);
    const found = definitionAt(document, offset);
    assert.deepEqual([found?.path, found?.start ?? 0], [path, start]);
  });
}
