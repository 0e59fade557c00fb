import assert from "node:assert/strict";
import { schemaProblems } from "../deps/ajv.ts";
import { type Called, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";

const CONTEXT = ".planning/phases/02-log-in/02-CONTEXT.md";
const ROADMAP = `# Roadmap

### Phase 2: Log in
**Goal**: People log in
**Success Criteria**:
  1. A user logs in

By mail or by name?
`;

function project(config: object = {}, files: Readonly<Record<string, string>> = {}): Promise<Folder> {
  return repository({
    ".planning/config.json": JSON.stringify(config),
    ".planning/ROADMAP.md": ROADMAP,
    ...files,
  });
}

function discuss(folder: Folder, ...args: readonly string[]): Promise<Called> {
  return wf(["discuss-phase", "2", ...args], { cwd: folder.path });
}

Deno.test("discuss-phase keeps open questions in the document until they are answered, and commits each time", async () => {
  await using folder = await project();
  const asked = await discuss(folder);
  assert.equal(asked.code, 3, asked.stderr);
  assert.match(asked.stdout, /\? D-01 By mail or by name\?/);
  assert.match(asked.stdout, /^ {2}wf discuss-phase 2 --answer D-01=leave --answer D-02='Everything/m);
  const some = await discuss(folder, "--answer", "D-01=By mail", "--answer", "D-03=leave");
  assert.equal(some.code, 3);
  assert.match(await folder.read(CONTEXT), /^- \*\*D-01:\*\* By mail or by name\? By mail$/m);
  const rest = ["D-02=nothing", "D-04=with what the project uses already"].flatMap((
    one,
  ) => ["--answer", one]);
  const done = await discuss(folder, ...rest);
  assert.equal(done.code, 0, done.stdout);
  assert.match(done.stdout, /^ {2}wf agents$/m);
  const text = await folder.read(CONTEXT);
  assert.match(text, /^- \*\*D-03:\*\* How is it shown .* Left to the planner\.$/m);
  assert.match(text, /^- \*\*D-04:\*\* .*\? With what the project uses already$/m);
  assert.doesNotMatch(text, /open_questions/);
  assert.deepEqual(await folder.subjects(), [
    "start",
    "docs(02): capture phase context, questions open",
    "docs(02): capture phase context, questions open",
    "docs(02): capture phase context",
  ]);
  assert.equal(await folder.git("status", "--porcelain"), "");
  const again = await discuss(folder);
  assert.deepEqual([again.code, (await folder.subjects()).length], [0, 4], "nothing is asked twice");
  assert.match(again.stdout, /Nothing is open/);
});

Deno.test("discuss-phase extends an existing document", async () => {
  const theirs = "# Mine\n\n<decisions>\n- **D-07:** By name\n</decisions>\n";
  await using folder = await project({ mode: "yolo" }, { [CONTEXT]: theirs });
  const { code, stdout, stderr } = await discuss(folder, "--json");
  assert.equal(code, 0, stderr);
  const result = JSON.parse(stdout);
  assert.equal(await schemaProblems("discuss-phase", result), "");
  assert.deepEqual(result.decisions.map(({ id }: { id: string }) => id), ["D-08", "D-09", "D-10", "D-11"]);
  const text = await folder.read(CONTEXT);
  assert.ok(text.startsWith(theirs.slice(0, theirs.indexOf("</decisions>"))));
  assert.match(
    text,
    /^- \*\*D-09:\*\* What does this phase leave out\? Everything that its goal does not name$/m,
  );
});

Deno.test("discuss-phase --dry-run shows the questions and writes nothing; an unknown phase is refused", async () => {
  await using folder = await project();
  const { code, stdout } = await discuss(folder, "--dry-run");
  assert.equal(code, 0);
  assert.match(stdout, /4 questions open/);
  assert.equal(await folder.has(CONTEXT), false);
  const unknown = await wf(["discuss-phase", "9"], { cwd: folder.path });
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /Cannot find phase 9[^]*The phases are 2/);
});

Deno.test("decisions that a hook refuses stay in the file, and the next call commits them", async () => {
  await using folder = await project({ mode: "yolo" });
  await folder.hook("pre-commit", "echo no; exit 1");
  const refused = await discuss(folder);
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, /A hook refused the commit/);
  assert.match(await folder.read(CONTEXT), /D-04/);
  await folder.hook("pre-commit", "exit 0");
  assert.equal((await discuss(folder)).code, 0);
  assert.equal((await folder.subjects()).at(-1), "docs(02): capture phase context");
});

Deno.test("an agent's questions are kept until they are answered, so that it is asked once", async () => {
  const questions = [{
    question: "By mail or by name?",
    why: "",
    choices: [{ answer: "By mail", because: "usual" }],
  }];
  const answer = JSON.stringify({ boundary: "No registration.", questions });
  const steps = [{ do: "say", text: `\`\`\`json\n${answer}\n\`\`\`` }];
  await using folder = await project({ agent: { name: "mock", command: "rehearsal.json" } }, {
    "rehearsal.json": JSON.stringify({ rules: [{ contains: "# Phase 02: Log in", steps }] }),
  });
  const asked = await discuss(folder, "--json");
  assert.equal(asked.code, 3, asked.stderr);
  assert.deepEqual(JSON.parse(asked.stdout).open.map(({ id }: { id: string }) => id), ["D-01"]);
  assert.match(await folder.read(CONTEXT), /## Phase Boundary\n\nNo registration\.\n/);
  await folder.write({ "rehearsal.json": "{}" });
  const done = await discuss(folder, "--answer", "D-01=by mail");
  assert.equal(done.code, 0, done.stdout + done.stderr);
  assert.match(await folder.read(CONTEXT), /^- \*\*D-01:\*\* By mail or by name\? By mail \(usual\)$/m);
});

Deno.test("an agent without a usable answer changes nothing, and its problem is reported", async () => {
  await using folder = await project({ agent: { name: "mock", command: "rehearsal.json" } }, {
    "rehearsal.json": JSON.stringify({ rules: [{ steps: [{ do: "say", text: "All clear." }] }] }),
  });
  const { code, stdout } = await discuss(folder);
  assert.equal(code, 1);
  assert.match(stdout, /answer cannot be used: There is no fenced json block in it/);
  assert.equal(await folder.git("status", "--porcelain"), "");
});

Deno.test("workflow.auto_advance continues from discussing to planning and executing without stopping", async () => {
  await using folder = await project({ agent: { name: "mock" }, workflow: { auto_advance: true } });
  const words = ["D-01=By mail", "D-02=nothing", "D-03=leave", "D-04=leave"].flatMap((
    one,
  ) => ["--answer", one]);
  const waiting = await discuss(folder, ...words, "--json");
  assert.equal(waiting.code, 3, waiting.stderr);
  const [discussed, result] = waiting.stdout.trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(await schemaProblems("discuss-phase", discussed), "");
  assert.equal(result.question.id, "confirm_breakdown", "planning has begun");
  const chained = await discuss(folder, "--set", "mode=yolo", "--json");
  assert.equal(chained.code, 0, chained.stderr);
  const lines = chained.stdout.trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual([lines[0].path, lines.at(-1).kind], [CONTEXT, "run-finished"]);
  assert.match((await folder.subjects()).join("\n"), /plan phase[^]*^\w+\(02-01\): write /m);
});
