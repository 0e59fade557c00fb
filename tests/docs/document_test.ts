import assert from "node:assert/strict";
import { stepsOf } from "./document.ts";
import { showsTruly } from "./output.ts";

/** A fenced block. */
function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\`\n\n`;
}

Deno.test("stepsOf() separates commands from their output, with its position", () => {
  const markdown = `# A\n\n${block("console", "$ one \\\n  more\n$ two\nout\n\nput")}`;
  const [step] = stepsOf(markdown);
  assert.ok(step?.kind === "console");
  assert.deepEqual(step.commands.map(({ command, output }) => [command, output]), [
    ["one \\\n  more", ""],
    ["two", "out\n\nput\n"],
  ]);
  const { start, end } = step.commands[1]!;
  assert.equal(markdown.slice(start, end), "out\n\nput\n");
});

Deno.test("stepsOf() reads the comment before a block, and separate ones", () => {
  const markdown = [
    "<!-- test: demo shop -->\n\n",
    "<!-- test: run\ncd shop\ngit init\n-->\n\n",
    `<!-- test: file a/b.md -->\n<!-- another remark -->\n\n${block("md", "text")}`,
    `<!-- test: skip needs a model -->\n\n${block("sh", "never")}`,
    `<!-- test: exit 3 -->\n\n${block("sh", "ask")}`,
    block("ts", "shown();"),
  ].join("");
  assert.deepEqual(stepsOf(markdown), [
    { kind: "demo", folder: "shop" },
    { kind: "script", text: "cd shop\ngit init", exitCode: 0 },
    { kind: "file", path: "a/b.md", text: "text\n" },
    { kind: "script", text: "ask", exitCode: 3 },
  ]);
});

for (
  const [what, markdown] of [
    ["a block that is left out without a reason", `<!-- test: skip -->\n\n${block("sh", "x")}`],
    ["a comment that is not known", `<!-- test: perhaps -->\n\n${block("sh", "x")}`],
    ["a comment before nothing", "<!-- test: exit 1 -->\n\nText.\n"],
    ["output before any command", block("console", "out")],
  ] as const
) {
  Deno.test(`stepsOf() refuses ${what}`, () => {
    assert.throws(() => stepsOf(markdown));
  });
}

for (
  const [what, shown, printed, expected] of [
    ["the same", "a\nb", "a\nb\n", true],
    ["nothing", "", "", true],
    ["other lines", "a\nb", "a\nc\n", false],
    ["a line more", "a", "a\nb\n", false],
    [
      "other commits, times and days",
      "1a2b3c4 in 1.5 s on 2026-01-02",
      "ffeedd0 in 20 ms on 2027-03-04\n",
      true,
    ],
    ["longer and shorter times", "in 59 s", "in 1 min 05 s\n", true],
    ["lines that are left out", "a\n…\nd", "a\nb\nc\nd\n", true],
    ["no line where some may be left out", "a\n…\nd", "a\nd\n", true],
    ["another line after the omitted ones", "a\n…\nd", "a\nb\ne\n", false],
    ["characters that mean something elsewhere", "a.c (x)", "abc (x)\n", false],
  ] as const
) {
  Deno.test(`showsTruly() sees ${what}`, () => {
    assert.equal(showsTruly(shown, printed), expected);
  });
}
