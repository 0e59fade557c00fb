import assert from "node:assert/strict";
import { readTrailers, squashedCommits } from "../../../lib/plan/history/message_trailers.ts";

/** Formats the trailers of a body, newest first: `01-01/2 a subject`, or `01-01 a subject` for a complete plan. */
function told(body: string, subject = "title"): readonly string[] {
  return readTrailers(subject, body).map((trailer) => {
    switch (trailer.kind) {
      case "plan":
        return `${trailer.plan}${trailer.task === undefined ? "" : `/${trailer.task}`} ${trailer.subject}`;
      case "again":
        return `again ${trailer.plan}/${trailer.task}`;
      case "title":
        return `title ${trailer.plan} ${trailer.subject}`;
      case "renamed":
        return `renamed ${trailer.renames.map((pair) => pair.join(" ")).join(", ")}`;
      case "milestone":
        return `${trailer.version}: ${trailer.phases.join(" ")}`;
    }
  });
}

const task = (number: number) => `Wf-Plan: 01-01\nWf-Task: ${number}`;
const A = "feat(01-01): add a.txt";
const B = "feat(01-01): add b.txt";
const DONE = "docs(01-01): complete plan";

Deno.test("readTrailers() reads a task, a plan, a milestone, and tasks that are requested again", () => {
  assert.deepEqual(told(`${task(2)}\nWf-Answer: yes\n`, A), [`01-01/2 ${A}`]);
  assert.deepEqual(told("Wf-Plan: 01-01\n", DONE), [`01-01 ${DONE}`]);
  assert.deepEqual(told("text\n\nWf-Milestone: v1.0\nWf-Phases: 01, 02.1\n"), ["v1.0: 01 02.1"]);
  assert.deepEqual(told("Wf-Again: 01-01/2, 02.1-01/3\n"), ["again 02.1-01/3", "again 01-01/2"]);
  assert.deepEqual(told("Wf-Plan: 01-01 is said here\nWf-Task: two\n"), []);
});

Deno.test("readTrailers() finds trailers above lines of a hook or a server", () => {
  assert.deepEqual(told(`${task(1)}\n\nSee JIRA-1\n`, A), [`01-01/1 ${A}`]);
  assert.deepEqual(told(`${task(1)}\nSigned-off-by: A <a@b>\n`, A), [`01-01/1 ${A}`]);
  assert.deepEqual(told(`${task(1)}\n\n---------\n\nCo-authored-by: A <a@b>\n`, A), [`01-01/1 ${A}`]);
});

Deno.test("readTrailers() reads skipped tasks with the reason, and renamed plans", () => {
  const skipped = readTrailers(
    "docs(01-01): skip tasks",
    "Wf-Skipped: 01-01/2 not needed\nWf-Skipped: 01-01/3\n",
  );
  assert.deepEqual(
    skipped.map((found) => found.kind === "plan" && [found.plan, found.task, found.skipped]),
    [["01-01", 3, ""], ["01-01", 2, "not needed"]],
  );
  assert.deepEqual(told("Wf-Renamed: 01-02 01-03\nWf-Renamed: 01-03 01-04\n"), [
    "renamed 01-02 01-03, 01-03 01-04",
  ]);
  assert.deepEqual(told("Wf-Renamed: 01-02\nWf-Skipped: 01-02\n"), []);
});

const GITHUB = `* ${A}\n\n${task(1)}\n\n* ${B}\n\nadd b.txt and all\n\n${task(2)}\n\n` +
  `* ${DONE}\n\nWf-Plan: 01-01\n\n---------\n\nCo-authored-by: A <a@b>\n`;
const ALL = [`01-01 ${DONE}`, `01-01/2 ${B}`, `01-01/1 ${A}`];

Deno.test("readTrailers() reads each commit that a squash on a server gathers, with its first line", () => {
  assert.deepEqual(told(GITHUB), ALL);
  assert.deepEqual(told(GITHUB.replaceAll("\n", "\r\n")), ALL);
  assert.deepEqual(told(GITHUB.replaceAll(/^(?=Wf-)/gm, "  ")), ALL);
});

Deno.test("readTrailers() reads the titles of a list without trailers, and none next to trailers", () => {
  const titles = `* ${A}\n* ${B}\n* plain text\n* ${DONE}\n`;
  assert.deepEqual(told(titles), [DONE, B, A].map((title) => `title 01-01 ${title}`));
  assert.deepEqual(told(`${titles}\nWf-Merged: abc\n`).length, 3);
  assert.deepEqual(told(`${titles}\n---------\n\nWf-Milestone: v1.0\nWf-Phases: 01\n`)[0], "v1.0: 01");
  assert.deepEqual(told(`* ${A}\n\n* ${B}\n\n${task(2)}\n`), [`01-01/2 ${B}`]);
  assert.deepEqual(told(`${A}\n${B}\n`), []);
});

Deno.test("squashedCommits() lists commits with their trailers, so that each is read", () => {
  const commits = [
    { subject: A, body: `All of it.\n\nWf-Task: 9 is text\n\n${task(1)}\nSigned-off-by: A <a@b>\n` },
    { subject: "fix: something", body: "" },
    { subject: B, body: `${task(2)}\nWf-Answer: yes\n` },
    { subject: DONE, body: "Wf-Plan: 01-01\n" },
  ];
  const list = squashedCommits(commits);
  assert.equal(
    list,
    `* ${A}\n\n${task(1)}\n\n* fix: something\n\n* ${B}\n\n${
      task(2)
    }\nWf-Answer: yes\n\n* ${DONE}\n\nWf-Plan: 01-01`,
  );
  const milestone = "Wf-Milestone: v1.0\nWf-Phases: 01";
  assert.deepEqual(told(`${list}\n\n---------\n\n${milestone}\nWf-Merged: abc\n`), ["v1.0: 01", ...ALL]);
});

Deno.test("readTrailers() reads a squash of git merge, which lists the newest commit first and indents", () => {
  const quoted = (subject: string, trailers: string) => {
    const message = `${subject}\n\n${trailers}`.replace(/^(?=.)/gm, "    ");
    return `commit ${
      "0123456789".repeat(4)
    }\nAuthor: T <t@e>\nDate:   Thu Jan 1 00:00:00 2026 +0000\n\n${message}\n`;
  };
  const body = [quoted(DONE, "Wf-Plan: 01-01"), quoted(B, task(2)), quoted(A, task(1))].join("\n");
  assert.deepEqual(told(body, "Squashed commit of the following:"), ALL);
});

Deno.test("readTrailers() reads messages that git rebase has joined", () => {
  assert.deepEqual(told(`${task(1)}\n\n${B}\n\n${task(2)}\n\n${DONE}\n\nWf-Plan: 01-01\n`, A), ALL);
});

Deno.test("readTrailers() reads several pairs in one block, in any order and with gaps", () => {
  const pairs = ["01-01/2 title", "01-01/1 title"];
  assert.deepEqual(told(`${task(1)}\n${task(2)}\n`), pairs);
  assert.deepEqual(told("Wf-Plan: 01-01\nWf-Plan: 01-01\nWf-Task: 1\nWf-Task: 2\n"), pairs);
  assert.deepEqual(told("Wf-Plan: 01-01\nWf-Task: 1\nWf-Task: 2\n"), pairs);
  assert.deepEqual(told(`Wf-Plan: 01-02\n${task(1)}\n`), ["01-01/1 title", "01-02 title"]);
  assert.deepEqual(told(`${task(1)}\nWf-Plan: 01-02\n`), ["01-02 title", "01-01/1 title"]);
});

Deno.test("readTrailers() assigns answers to the task above them in a squash", () => {
  const body = `* ${A}\n\n${task(1)}\nWf-Answer: blue\nWf-Answer: approved\n\n* ${B}\n\n${task(2)}\n`;
  const answers = readTrailers("title", body).map((trailer) => trailer.kind === "plan" && trailer.answers);
  assert.deepEqual(answers, [undefined, ["blue", "approved"]]);
});

Deno.test("readTrailers() assigns the command of failing tests to its task, also if tasks share a commit", () => {
  const body =
    "Wf-Plan: 01-01\nWf-Task: 1\nWf-Red: 01-01/1 npm test -- a\nWf-Task: 2\nWf-Red: 01-02/2 other\n";
  assert.deepEqual(
    readTrailers("feat(01-01): add a", body).map((found) => found.kind === "plan" && [found.task, found.red]),
    [[2, undefined], [1, "npm test -- a"]],
  );
});

Deno.test("readTrailers() ignores trailers in the text of a plan", () => {
  // A description is one line, and repeated below a first line that is cut.
  for (
    const text of ["Wf-Plan: 02-01", "Wf-Milestone: v1.0", "* Wf-Plan: 02-01", "feat(02-01): Wf-Task: 1"]
  ) {
    assert.deepEqual(told(`${text}\n\n${task(1)}\n`).map((each) => each.split(" ")[0]), ["01-01/1"], text);
    const squash = `* ${A}\n\n${text}\n\n${task(1)}\n\n* ${B}\n\n${text}\n\n${task(2)}\n`;
    assert.deepEqual(told(squash).map((each) => each.split(" ")[0]), ["01-01/2", "01-01/1"], text);
  }
  assert.deepEqual(told(`Such lines belong below:\n\n    Wf-Plan: 01-01\n    Wf-Task: 1\n`), []);
});
