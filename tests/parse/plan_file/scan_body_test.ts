import assert from "node:assert/strict";
import { type BodyElement, scanBody } from "../../../lib/parse/plan_file/scan_body.ts";
import { readTasks } from "../../../lib/parse/plan_file/tasks.ts";
import { fc } from "../../deps/fast_check.ts";

/** A body as an outline: `task type=auto(name "A", action "B")`. */
function outline(text: string): string {
  return scanBody(text, 0).elements.map((element) => print(element, text)).join(", ");
}

function print({ name, attributes, children, inner }: BodyElement, text: string): string {
  const words = [...attributes].map(([key, { value }]) => ` ${key}=${value}`).join("");
  const inside = children.length > 0
    ? `(${children.map((child) => print(child, text)).join(", ")})`
    : ` ${JSON.stringify(text.slice(inner.start, inner.end))}`;
  return name + words + inside;
}

function problems(text: string): readonly string[] {
  return scanBody(text, 0).problems.map(({ kind, name, task, endedBy }) =>
    `${kind} ${name}${task === undefined ? "" : ` in task ${task}`}${
      endedBy === undefined ? "" : `, ended by ${endedBy}`
    }`
  );
}

const STRUCTURES: readonly [what: string, text: string, outline: string][] = [
  [
    "takes an element of the top within a task for text of the task",
    "<task>\n<name>A</name>\n<threat_model>\n<done>x</done>\n</threat_model>\n<done>B</done>\n</task>",
    'task(name "A", done "B")',
  ],
  ["takes the text of a leaf to its own closing tag", "<objective>a < b</objective>", 'objective "a < b"'],
  ["keeps the text byte for byte", "<action>\n", ""],
  [
    "takes tags that follow one another on a line",
    "<tasks><task><name>A</name><files>a</files></task></tasks>",
    'tasks(task(name "A", files "a"))',
  ],
  [
    "takes tags with blanks between and before them",
    "  <tasks>\t<task type='auto' >\n\t<name>A</name>  </task>\n  </tasks >",
    'tasks(task type=auto(name "A"))',
  ],
  ["takes tasks without <tasks>", "<task>\n<name>A</name>\n</task>", 'task(name "A")'],
  ["takes an attribute without quotes or value", "<task type=auto tdd></task>", 'task type=auto tdd= ""'],
  [
    "takes a tag over several lines",
    '<task\n  type="auto"\n  id="1"\n>\n</task>',
    'task type=auto id=1 "\\n"',
  ],
  ["takes the first of an attribute given twice", '<task type="a" type="b"></task>', 'task type=a ""'],
  ["passes over tags that it does not know", "<foo>\n<objective>x</objective>\n</foo>", 'objective "x"'],
  [
    "passes over a mention in a line of text",
    "See <objective> and </tasks>.\n<output>x</output>",
    'output "x"',
  ],
  [
    "takes a tag of another element in a leaf's text for text",
    "<task>\n<action>\n<verify>\n</task>\n<task>\n</action>\n</task>",
    'task(action "\\n<verify>\\n</task>\\n<task>\\n")',
  ],
  [
    "takes a pair of its own tags in a leaf's text for text",
    "<task>\n<action>\n<action>\nx\n</action>\n</action>\n</task>",
    'task(action "\\n<action>\\nx\\n</action>\\n")',
  ],
  [
    "takes its own opening tag alone in a leaf's text for text",
    "<task>\n<action>\nbegin with\n<action>\n</action>\n<done>x</done>\n</task>",
    'task(action "\\nbegin with\\n<action>\\n", done "x")',
  ],
  [
    "takes a mention of its own closing tag in a leaf's text for text",
    "<task>\n<action>end with `</action>` and\ngo on\n</action>\n</task>",
    'task(action "end with `</action>` and\\ngo on\\n")',
  ],
  [
    "takes a closing tag in a line where no better one follows",
    "<task>\n<name>A</name> (first)\n</task>\n<task>\n<name>B</name>\n</task>",
    'task(name "A"), task(name "B")',
  ],
  [
    "takes a fence that is closed on the line of </action>",
    "<task>\n<action>\n```\nx\n```</action>\n</task>",
    'task(action "\\n```\\nx\\n```")',
  ],
  [
    "takes options of a decision",
    '<task>\n<options>\n<option id="a">\n<name>A</name>\n<pros>x</pros>\n</option>\n</options>\n</task>',
    'task(options(option id=a(name "A", pros "x")))',
  ],
  [
    "takes children that only the field has",
    "<task>\n<read_first>a</read_first>\n<behavior>b</behavior>\n<acceptance_criteria>c</acceptance_criteria>\n</task>",
    'task(read_first "a", behavior "b", acceptance_criteria "c")',
  ],
  [
    "takes a feature for a container",
    "<feature>\n<name>A</name>\n<implementation>x</implementation>\n</feature>",
    'feature(name "A", implementation "x")',
  ],
  ["takes CRLF", "<tasks>\r\n<task>\r\n<name>A</name>\r\n</task>\r\n</tasks>\r\n", 'tasks(task(name "A"))'],
];

for (const [what, text, expected] of STRUCTURES) {
  Deno.test(`scanBody() ${what}`, () => {
    if (expected !== "") assert.deepEqual(problems(text), []);
    assert.equal(outline(text), expected);
  });
}

const PROBLEMS: readonly [what: string, text: string, outline: string, problems: readonly string[]][] = [
  [
    "ends a task that is not closed where the next begins",
    "<tasks>\n<task>\n<name>A</name>\n<task>\n<name>B</name>\n</task>\n</tasks>",
    'tasks(task(name "A"), task(name "B"))',
    ["unclosed task in task 1"],
  ],
  [
    "ends a task that is not closed where the tasks end",
    "<tasks>\n<task>\n<name>A</name>\n</tasks>\n<output>x</output>",
    'tasks(task(name "A")), output "x"',
    ["unclosed task in task 1"],
  ],
  [
    "ends tasks that are not closed where the verification begins",
    "<tasks>\n<task>\n<name>A</name>\n</task>\n<verification>x</verification>",
    'tasks(task(name "A")), verification "x"',
    ["unclosed tasks"],
  ],
  [
    "ends a leaf that is not closed where its sibling begins",
    "<task>\n<name>A\n<files>a</files>\n</task>",
    'task(name "A\\n", files "a")',
    ["unclosed name in task 1"],
  ],
  [
    "ends a leaf that is not closed where its task ends",
    "<task>\n<done>A\n</task>\n<task>\n<done>B</done>\n</task>",
    'task(done "A\\n"), task(done "B")',
    ["unclosed done in task 1"],
  ],
  [
    "does not look for the end of a leaf in a later task",
    "<task>\n<action>A\n<verify>v</verify>\n</task>\n<task>\n<action>B</action>\n</task>",
    'task(action "A\\n", verify "v"), task(action "B")',
    ["unclosed action in task 1"],
  ],
  [
    "ends options that are not closed where the task goes on",
    "<task>\n<options>\n<option>\n<name>A</name>\n<resume-signal>x</resume-signal>\n</task>",
    'task(options(option(name "A")), resume-signal "x")',
    ["unclosed options in task 1", "unclosed option in task 1"],
  ],
  ["takes a leaf that is never closed to the end", "<objective>\nx", 'objective "\\nx"', [
    "unclosed objective",
  ]],
  [
    "ends a task without a closing tag at an element of the top",
    "<task>\n<name>A</name>\n<threat_model>\nx\n</threat_model>\n<done>B</done>\n",
    'task(name "A"), threat_model "\\nx\\n"',
    ["unclosed task in task 1"],
  ],
  [
    "finds nothing wrong with an element of the top within a task",
    "<tasks>\n<task>\n<threat_model>\nx\n</threat_model>\n</task>\n</tasks>\n",
    'tasks(task "\\n<threat_model>\\nx\\n</threat_model>\\n")',
    [],
  ],
  ["calls no tag stray whose opening tag stands above", "<read_first>\na\n</read_first>\n", "", []],
  ["calls no tag stray that is mentioned above", "- <done> is seen:\n</done>\n", "", []],
  ["calls a tag stray where each opening one above is closed", "<done>\n</done>\n</done>\n", "", [
    "stray done",
  ]],
  ["names a stray closing tag", "<output>x</output>\n</output>\n", 'output "x"', ["stray output"]],
  [
    "does not count what follows the tasks as part of the last one",
    "<task>\n</task>\n</output>\n<verification>x",
    'task "\\n", verification "x"',
    ["stray output", "unclosed verification"],
  ],
  [
    "does not count a feature next to tasks",
    "<feature>\n<name>A</name>\n</feature>\n<task>\n<name>B\n</task>",
    'feature(name "A"), task(name "B\\n")',
    ["unclosed name in task 1"],
  ],
  [
    "counts the features of a plan without tasks",
    "<feature>\n<name>A</name>\n</feature>\n<feature>\n<name>B\n</feature>",
    'feature(name "A"), feature(name "B\\n")',
    ["unclosed name in task 2"],
  ],
  [
    "ends a task without a closing tag at a checkpoint of its own, and not at one that marks it",
    '<task>\n<checkpoint>\n<name>A</name>\n<checkpoint type="decision">\n</checkpoint>\n',
    'task(name "A"), checkpoint type=decision "\\n"',
    ["unclosed task in task 1"],
  ],
  [
    "ends a task at an element of the top that closes after it",
    "<task>\n<name>A</name>\n<threat_model>\nx\n</task>\n</threat_model>\n",
    'task(name "A"), threat_model "\\nx\\n</task>\\n"',
    ["unclosed task in task 1, ended by threat_model"],
  ],
  [
    "finds nothing wrong with a feature within a task",
    "<task>\n<feature>\n<name>A</name>\n</feature>\n<done>B</done>\n</task>\n",
    'task(done "B")',
    [],
  ],
  ["finds nothing in an empty text", "", "", []],
];

for (const [what, text, expected, found] of PROBLEMS) {
  Deno.test(`scanBody() ${what}`, () => {
    assert.equal(outline(text), expected);
    assert.deepEqual(problems(text), found);
  });
}

Deno.test("scanBody() looks only behind the offset it is given", () => {
  const text = "<output>x</output>\n<objective>y</objective>";
  assert.deepEqual(scanBody(text, 19).elements.map(({ name }) => name), ["objective"]);
});

const CODE = [
  "Array<T>",
  "Map<string, Array<Task>>",
  "i<n && x",
  "a < b",
  "<T,>(x: T) => x",
  '<div className="x">',
  "</div>",
  "<>",
  "</>",
  "<name>",
  "the `<name>` element",
  "<name>x</name>",
  "<verify>",
  "a <files> b",
  "<!-- <action> -->",
  "the `<action>` element",
  "`</action>` ends it",
  "</task>",
  "</tasks>",
  "cat <<'EOF' > f",
  "EOF",
  "x >> log 2>&1",
  "if (a<b) {",
  "}",
  "```tsx",
  "```",
  "&amp;",
  "é😀",
  "- [ ] item",
  "---",
  "#",
  "\t",
  "    indented",
  '<task type="auto">',
  "<output>",
  "</output>",
  '"',
  "'",
  "\\",
];
/** Tags that a line of text begins with: structure anywhere but in a leaf. */
const ANCHORED = [
  "<name>",
  "</name>",
  "<verify>",
  "</task>",
  '<task type="auto">',
  "</tasks>",
  "<output>",
  "<done>x</done>",
];

/** Text of an action, without its own tags at a start or an end of a line. */
const action: fc.Arbitrary<string> = fc.array(
  fc.oneof(
    fc.array(fc.constantFrom(...CODE), { minLength: 1, maxLength: 5 }).map((words) =>
      `do ${words.join(" ")} then`
    ),
    fc.array(fc.string({ maxLength: 6 }), { maxLength: 4 }).map((words) =>
      words.join(" ").replace(/<\/?action/g, "")
    ),
    fc.constantFrom(...ANCHORED, ""),
  ),
  { maxLength: 12 },
).chain((lines) => fc.constantFrom("\n", "\r\n").map((newline) => newline + lines.join(newline) + newline));

Deno.test("scanBody() gives back exactly the tasks that were written, whatever is in their actions", () => {
  fc.assert(
    fc.property(fc.array(action, { minLength: 1, maxLength: 5 }), (actions) => {
      const tasks = actions.map((text, index) =>
        `<task type="auto">\n  <name>Task ${index}</name>\n  <files>a${index}.ts</files>\n` +
        `  <action>${text}</action>\n  <verify>v</verify>\n  <done>d</done>\n</task>\n`
      );
      const text = `<objective>\nx\n</objective>\n\n<tasks>\n\n${
        tasks.join("\n")
      }\n</tasks>\n\n<output>\ny\n</output>\n`;
      const body = scanBody(text, 0);
      assert.deepEqual(body.problems, []);
      assert.deepEqual(body.elements.map(({ name }) => name), ["objective", "tasks", "output"]);
      const found = readTasks(body, text, "tdd").map(({ task }) => task);
      assert.deepEqual(
        found,
        actions.map((text, index) => ({
          number: index + 1,
          type: "auto",
          name: `Task ${index}`,
          files: [`a${index}.ts`],
          action: text,
          verify: "v",
          checks: [],
          done: "d",
          further: [],
        })),
      );
    }),
    { numRuns: 1000 },
  );
});
