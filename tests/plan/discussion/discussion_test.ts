import assert from "node:assert/strict";
import { contextPath, parseContext } from "../../../lib/parse/documents/context.ts";
import { TEMPLATE_PHASE } from "../../../lib/parse/documents/placeholders.ts";
import { parsePhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import { parseRoadmap } from "../../../lib/parse/roadmap/roadmap.ts";
import { roadmapSection } from "../../../lib/parse/roadmap/section.ts";
import { SourceText } from "../../../lib/text/source_text.ts";
import { addDecisions, addQuestions, newContext } from "../../../lib/plan/discussion/context_edit.ts";
import { answerText, discussionQuestion, plainQuestions } from "../../../lib/plan/discussion/discussion.ts";
import { fc } from "../../deps/fast_check.ts";
import { anyText } from "../any_text.ts";

const PHASE = { number: "03", name: "Store", slug: "store", directory: ".planning/phases/03-store" };
const HEAD = { phase: PHASE, boundary: "Keeps the tally.", time: new Date("2026-11-21T10:00:00Z") };
const STORE = {
  question: "Where is the tally kept?",
  why: "It decides who can write.",
  choices: [{ answer: "In a file", because: "no server" }, { answer: "In a database" }],
};
const LIMIT = { question: "How many lines at most?", why: "", choices: [] };

Deno.test("questions are kept in the document until they are answered, and decisions take their place", () => {
  const asked = addQuestions(newContext(HEAD), [STORE, LIMIT]);
  const { waiting, lastNumber } = parseContext(asked);
  assert.deepEqual(waiting.map(({ span: _, ...point }) => point), [
    { id: "D-01", ...STORE },
    { id: "D-02", ...LIMIT },
  ]);
  assert.equal(lastNumber, 2);
  const one = addDecisions(asked, [{ id: "D-02", question: LIMIT.question, answer: "A hundred" }]);
  assert.match(
    one,
    /<decisions>\n## Implementation Decisions\n\n- \*\*D-02:\*\* How many lines at most\? A hundred\n\n<\/decisions>/,
  );
  assert.deepEqual(parseContext(one).waiting.map(({ id }) => id), ["D-01"]);
  const both = addDecisions(one, [{ id: "D-01", question: STORE.question, answer: "In a file" }]);
  assert.match(both, /A hundred\n- \*\*D-01:\*\* Where is the tally kept\? In a file\n\n<\/decisions>/);
  assert.doesNotMatch(both, /open_questions/);
});

Deno.test("a foreign document is extended and otherwise kept byte for byte", () => {
  const theirs =
    "# Mine\r\n\r\n<decisions>\r\n### Storage\r\n- **D-07:** SQLite\r\n\r\n</decisions>\r\n\r\n<deferred>\r\nx\r\n</deferred>";
  const asked = addQuestions(theirs, [STORE]);
  const [{ id } = { id: "" }] = parseContext(asked).waiting;
  assert.equal(id, "D-08");
  const decided = addDecisions(asked, [{ id, question: STORE.question, answer: "In a file" }]);
  assert.equal(
    decided,
    theirs.replace("SQLite\r\n", "SQLite\r\n- **D-08:** Where is the tally kept? In a file\r\n"),
  );
  const plain = addDecisions("notes", [{ id: "D-01", question: "Why?", answer: "So" }]);
  assert.equal(
    plain,
    "notes\n\n<decisions>\n## Implementation Decisions\n\n- **D-01:** Why? So\n\n</decisions>\n",
  );
});

Deno.test("no question is asked twice", () => {
  const asked = addQuestions(newContext(HEAD), [STORE]);
  assert.equal(addQuestions(asked, [STORE]), asked);
  const decided = addDecisions(asked, [{ id: "D-01", question: STORE.question, answer: "In a file" }]);
  assert.equal(addQuestions(decided, [STORE]), decided);
});

Deno.test("the document stays readable with any question and answer", () => {
  fc.assert(
    fc.property(anyText, anyText, (a, b) => {
      const point = { question: `Q ${a}?`, why: b, choices: [{ answer: `A ${b}`, because: a }] };
      const asked = addQuestions(newContext({ ...HEAD, boundary: b }), [point, STORE]);
      assert.deepEqual(parseContext(asked).waiting.map(({ id }) => id), ["D-01", "D-02"]);
      const decided = addDecisions(asked, [{ id: "D-01", question: point.question, answer: b }]);
      assert.deepEqual(parseContext(decided).waiting.map(({ question }) => question), [STORE.question]);
    }),
    { numRuns: 40 },
  );
});

Deno.test("any other content of a document stays, line by line and in order", () => {
  const line = fc.constantFrom(
    "",
    "text  ",
    "- **D-03:** Yes",
    "<decisions>",
    "</decisions>",
    "## A",
    "<deferred>",
    "---",
  );
  const text = fc.tuple(fc.array(line), fc.constantFrom("\n", "\r\n")).map(([lines, eol]) => lines.join(eol));
  fc.assert(fc.property(text, (text) => {
    const asked = addQuestions(text, [STORE, LIMIT]);
    const [first] = parseContext(asked).waiting;
    const decided = addDecisions(asked, [{ id: first!.id, question: first!.question, answer: "Yes" }]);
    for (const changed of [asked, decided]) {
      const left = changed.split(/\r?\n/);
      for (const wanted of text.split(/\r?\n/).filter((one) => one.trim() !== "")) {
        const at = left.indexOf(wanted);
        assert.notEqual(
          at,
          -1,
          `${JSON.stringify(wanted)} of ${JSON.stringify(text)} in ${JSON.stringify(changed)}`,
        );
        left.splice(0, at + 1);
      }
    }
  }));
});

Deno.test("without an agent the questions come from the roadmap", () => {
  const section = {
    goal: "People log in",
    criteria: ["A user logs in."],
    unwritten: [],
    openPoints: ["By mail?"],
    text: "",
  };
  assert.deepEqual(plainQuestions(section).map(({ question }) => question), [
    "By mail?",
    "What does this phase leave out?",
    "How is it shown that this holds: A user logs in?",
    "What is it built with: libraries, formats, existing code?",
  ]);
  assert.equal(plainQuestions(undefined)[1]!.question, "What must be true when the phase is done?");
});

Deno.test("yolo chooses the first suggestion, and leaves questions without one to the planner", () => {
  const [store, limit] = parseContext(addQuestions(newContext(HEAD), [STORE, LIMIT])).waiting;
  assert.equal(discussionQuestion(store!, "yolo").automatic, "In a file");
  assert.equal(discussionQuestion(store!, "interactive").automatic, undefined);
  assert.equal(answerText("In a file", store!), "In a file (no server)");
  assert.equal(
    answerText(discussionQuestion(limit!, "yolo").automatic!, limit!),
    "Left to the planner.",
  );
});

Deno.test("contextPath() finds a document by other names", () => {
  assert.equal(contextPath(PHASE, []), `${PHASE.directory}/03-CONTEXT.md`);
  assert.equal(contextPath(PHASE, [`${PHASE.directory}/CONTEXT.md`]), `${PHASE.directory}/CONTEXT.md`);
  assert.equal(
    contextPath(PHASE, [`${PHASE.directory}/deep/CONTEXT.md`]),
    `${PHASE.directory}/03-CONTEXT.md`,
  );
});

Deno.test("what a template wrote is no part of a question, as if the roadmap said nothing", () => {
  const heading = "## Phase 1: Step 1\n";
  const written =
    `${heading}**Goal**: ${TEMPLATE_PHASE.goal}\n**Success Criteria**:\n1. ${TEMPLATE_PHASE.criterion}\n`;
  const [template, nothing] = [written, heading].map((text) => {
    const roadmap = parseRoadmap(new SourceText("ROADMAP.md", text));
    return plainQuestions(roadmapSection(roadmap, parsePhaseNumber("1")!));
  });
  assert.deepEqual(template, nothing);
});
