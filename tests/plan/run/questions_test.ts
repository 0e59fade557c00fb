import assert from "node:assert/strict";
import type { Mode } from "../../../schemas/config.ts";
import type { Question } from "../../../schemas/question.ts";
import type { Task } from "../../../schemas/plan_file.ts";
import {
  acceptanceQuestion,
  answerIds,
  checkpointQuestion,
  conflictLine,
  conflictQuestion,
  failedActionQuestion,
  gateQuestion,
  mergeQuestion,
  permissionQuestion,
  readAnswer,
  refusalAnswer,
  refusalWords,
  UNVERIFIED,
} from "../../../lib/plan/run/questions.ts";
import { findingsQuestion, replanQuestion } from "../../../lib/plan/planning/questions.ts";
import { discussionQuestion } from "../../../lib/plan/discussion/discussion.ts";
import { mustHavesQuestion, replaceQuestion } from "../../../lib/plan/verification/questions.ts";
import type { Verification } from "../../../schemas/verification.ts";
import { sealedQuestion } from "../../../lib/plan/execution/sealed_documents.ts";

const BASE = { number: 3, name: "See the page", files: [], gate: "blocking", further: [] } as const;

function verify(resume_signal = ""): Task {
  return {
    ...BASE,
    type: "checkpoint:human-verify",
    what_built: "A page",
    how_to_verify: "Open it",
    resume_signal,
  };
}

function decision(...options: readonly string[]): Task {
  return {
    ...BASE,
    type: "checkpoint:decision",
    decision: "Which store?",
    context: "Both work",
    options: options.map((id) => ({ id, name: `The ${id}`, pros: "small", cons: "" })),
    resume_signal: "",
  };
}

function action(resume_signal = ""): Task {
  return {
    ...BASE,
    type: "checkpoint:human-action",
    action: "Sign up",
    instructions: "1. Go there",
    verification: "",
    checks: [],
    resume_signal,
  };
}

function ask(task: Task, mode: Mode = "interactive"): Question {
  return checkpointQuestion("01-02", task, mode)!;
}

const gate = gateQuestion("confirm_plan", "Execute?");
const merge = mergeQuestion("wf/phase-01-base", "main", "interactive");

Deno.test("an auto task asks nothing", () => {
  const auto = {
    number: 1,
    name: "x",
    files: [],
    type: "auto",
    action: "",
    verify: "",
    checks: [],
    done: "",
    further: [],
  };
  assert.equal(checkpointQuestion("01-02", auto as Task, "interactive"), undefined);
});

Deno.test("a gate is asked by its key, with yes and no", () => {
  assert.equal(gate.id, "confirm_plan");
  assert.deepEqual(gate.choices.map(({ value }) => value), ["yes", "no"]);
});

Deno.test("a checkpoint is asked by plan and task", () => {
  for (const task of [verify(), decision("a"), action()]) assert.equal(ask(task).id, "01-02/3");
});

Deno.test("a human-verify shows what was built and how to verify it", () => {
  const { details, open, kind } = ask(verify("Type ok"));
  assert.equal(details, "A page\n\nOpen it\n\nType ok");
  assert.equal(open, true);
  assert.equal(kind, "human-verify");
});

Deno.test("a decision shows its options with their pros and cons", () => {
  const { details, choices, open } = ask(decision("sqlite", "postgres"));
  assert.equal(
    details,
    "Which store?\n\nBoth work\n\nsqlite: The sqlite\n  for: small\npostgres: The postgres\n  for: small",
  );
  assert.deepEqual(choices.map(({ value }) => value), ["sqlite", "postgres"]);
  assert.equal(open, false);
});

Deno.test("a decision without options accepts any answer", () => {
  assert.equal(ask(decision()).open, true);
  assert.equal(readAnswer(ask(decision()), " use both "), "use both");
});

Deno.test("the merge offer has the labels of the specification, the recommended one first", () => {
  assert.deepEqual(merge.choices.map(({ value, label }) => `${value}: ${label}`), [
    "squash: Yes (Squash)",
    "history: No (Keep History)",
    "skip: Skip",
  ]);
});

const SIGNALS = [
  ['Type "approved" or describe issues', "approved"],
  ["Type `ok`", "ok"],
  ["Say “lgtm”", "lgtm"],
  ['Answer "ship-it"', "ship-it"],
  ['Type "broken" with a reason, or "approved"', "approved"],
  ["Type APPROVED", "approved"],
  ["", "approved"],
  ['Type "確認"', "確認"],
] as const;

for (const [signal, word] of SIGNALS) {
  Deno.test(`the resume signal ${JSON.stringify(signal)} is answered with ${word}`, () => {
    assert.equal(ask(verify(signal)).choices[0]!.value, word);
  });
}

Deno.test("a human-action is answered with done where its signal names no word", () => {
  assert.equal(ask(action()).choices[0]!.value, "done");
  assert.equal(ask(action('Type "ready"')).choices[0]!.value, "ready");
});

Deno.test("each answer by which a signal approves is a choice, recorded as it was given", () => {
  const question = ask(verify('Reply "all blue" (as it is), "looks good", or describe what is wrong'));
  assert.deepEqual(question.choices, [{ value: "all blue", label: "It works as described" }, {
    value: "looks good",
    label: "looks good",
  }]);
  assert.equal(readAnswer(question, "All blue"), "all blue");
  assert.equal(readAnswer(question, "c"), "c");
});

for (
  const [signal, refusal] of [
    ['Type "approved" or "rejected"', "rejected"],
    ["y/n", "n"],
    ['Type "approved" or "denied"', "denied"],
    ["approve / decline", "decline"],
    ['Type "approved" or "bug"', "bug"],
    ['Type "pass", or "wrong" if it is wrong', "wrong"],
  ] as const
) {
  Deno.test(`to ${JSON.stringify(signal)} ${refusal} is feedback, and no end of a human-action`, () => {
    const verification = ask(verify(signal));
    assert.equal(readAnswer(verification, refusal), refusal);
    assert.ok(!verification.choices.some(({ value }) => value === refusal));
    assert.equal(readAnswer(ask(action(signal)), refusal), undefined);
    assert.equal(
      readAnswer(ask({ ...decision("a", "b"), resume_signal: signal } as Task), refusal),
      undefined,
    );
  });
}

Deno.test("each result that a signal names completes a human-action, and only the first approves what was built", () => {
  for (
    const [signal, result] of [
      ['Type "blue" or "green"', "green"],
      ['Type "dev-applied" or "prod-applied" with the output, or describe the failure', "prod-applied"],
      ['"a" (the first one), "b" (the second one)', "b"],
    ] as const
  ) {
    assert.equal(readAnswer(ask(action(signal)), result), result);
    assert.ok(!ask(verify(signal)).choices.some(({ value }) => value === result), "it is for the agent");
  }
  assert.equal(
    readAnswer(ask(action('Type "applied" or "waiting for access"')), "waiting for access"),
    undefined,
  );
});

Deno.test("the one answer that a signal names approves, also where it denies a fault", () => {
  const question = ask(verify('Type "no problems"'));
  assert.equal(readAnswer(question, "No problems."), "no problems");
  assert.deepEqual(question.choices.map(({ value }) => value), ["no problems"]);
});

Deno.test("a human-action accepts the words of its signal, and nothing else but the usual ones", () => {
  const question = ask(action('Type "account ready"'));
  assert.deepEqual(question.choices, [{ value: "account ready", label: "It is done" }]);
  for (const answer of ["account ready", "Account ready.", '"Account Ready"', "“account  ready”!", "done"]) {
    assert.equal(readAnswer(question, answer), "account ready", answer);
  }
  assert.equal(readAnswer(question, "account is not ready"), undefined);
});

Deno.test("yolo approves a human-verify, takes the first option and the recommended merge", () => {
  assert.equal(ask(verify(), "yolo").automatic, "approved");
  assert.equal(ask(decision("sqlite", "postgres"), "yolo").automatic, "sqlite");
  assert.equal(mergeQuestion("a", "main", "yolo").automatic, "squash");
});

Deno.test("yolo does not answer for a person", () => {
  assert.equal(ask(action(), "yolo").automatic, undefined);
  assert.equal(ask(decision(), "yolo").automatic, undefined);
});

Deno.test("yolo does not answer checkpoints with the gate blocking-human", () => {
  for (const task of [verify(), decision("sqlite", "postgres"), action()]) {
    const question = ask({ ...task, gate: "blocking-human" } as Task, "yolo");
    assert.equal(question.automatic, undefined);
    assert.deepEqual(question, ask(task));
  }
});

Deno.test("interactive answers nothing automatically", () => {
  for (const question of [ask(verify()), ask(decision("a")), ask(action()), merge, gate]) {
    assert.equal(question.automatic, undefined);
  }
});

const ANSWERS: readonly (readonly [string, Question, Readonly<Record<string, string | undefined>>])[] = [
  ["a gate", gate, {
    "yes": "yes",
    " YES ": "yes",
    "y": "yes",
    "N": "no",
    "no": "no",
    "": undefined,
    "maybe": undefined,
    "approved": undefined,
  }],
  ["a human-verify", ask(verify('Type "ship-it"')), {
    "ship-it": "ship-it",
    "Ship-It": "ship-it",
    "approved": "ship-it",
    "Approved.": "ship-it",
    "approve!": "ship-it",
    "yes": "ship-it",
    "ok": "ship-it",
    "LGTM": "ship-it",
    "it works as described": "ship-it",
    "no": "no",
    " The title is missing. ": "The title is missing.",
    "approved, but the title is missing": "approved, but the title is missing",
    "": undefined,
  }],
  ["a decision", ask(decision("sqlite", "postgres")), {
    "sqlite": "sqlite",
    "Postgres": "postgres",
    "the postgres": "postgres",
    "yes": undefined,
    "mysql": undefined,
  }],
  ["a human-action", ask(action('Type "ready"')), {
    "ready": "ready",
    "done": "ready",
    "It is done": "ready",
    "no": undefined,
    "I could not": undefined,
  }],
  ["the merge offer", merge, {
    "squash": "squash",
    "Yes (Squash)": "squash",
    "history": "history",
    "no (keep history)": "history",
    "skip": "skip",
    "yes": undefined,
    "no": undefined,
  }],
];

for (const [what, question, table] of ANSWERS) {
  for (const [answer, value] of Object.entries(table)) {
    Deno.test(`to ${what} ${JSON.stringify(answer)} ${value === undefined ? "is no answer" : `means ${value}`}`, () => {
      assert.equal(readAnswer(question, answer), value);
    });
  }
}

Deno.test("an answer is the option with that ID before one with that name", () => {
  const swapped = ask({
    ...decision(),
    options: [{ id: "a", name: "b", pros: "", cons: "" }, { id: "b", name: "a", pros: "", cons: "" }],
  } as Task);
  assert.equal(readAnswer(swapped, "b"), "b");
});

Deno.test("every choice can be answered with its own value", () => {
  for (const question of [gate, merge, ask(verify('Type "ok"')), ask(decision("X", "y")), ask(action())]) {
    for (const { value } of question.choices) assert.equal(readAnswer(question, value), value);
  }
});

Deno.test("Enter alone approves and decides nothing: preselected is a choice that changes nothing, or none", () => {
  const undecided = [gate, merge, ask(verify()), ask(decision("later", "b")), ask(action())];
  const path = ".planning/phases/01-a/01-VERIFICATION.md";
  for (const question of [...undecided, replaceQuestion(path, { word: "verified" })]) {
    assert.equal(question.preselected, undefined, question.title);
  }
  const facts = { phase: { number: "01" }, open: [] } as unknown as Parameters<typeof findingsQuestion>[0];
  const verification = { phase: { number: "01" }, gaps: [], open: [] } as unknown as Verification;
  const point = {
    id: "D-01",
    question: "Which?",
    why: "",
    choices: [{ answer: "a" }],
    span: { start: 0, end: 0 },
  };
  const safe = [
    mustHavesQuestion(verification, false),
    acceptanceQuestion("", "", false),
    permission("01-02"),
    findingsQuestion(facts, []),
    replanQuestion(facts, "interactive"),
    sealedQuestion("01-01/1", []),
    discussionQuestion(point, "interactive"),
    conflictQuestion({ branch: "a", base: "b" }, []),
  ];
  const values = ["later", "stop", "refuse", "stop", "keep", "restore", "leave", "abort"];
  assert.deepEqual(safe.map(({ preselected }) => preselected), values);
  for (const { choices, preselected } of safe) assert.ok(choices.some(({ value }) => value === preselected));
});

Deno.test("a gate about a plan is answered for that plan only, or for all", () => {
  const confirm = gateQuestion("confirm_plan", "Execute?", "", "01-02");
  assert.deepEqual(answerIds(confirm), ["01-02/confirm_plan", "confirm_plan"]);
  assert.deepEqual(answerIds(gate), ["confirm_plan"]);
  assert.deepEqual(answerIds(ask(verify())), ["01-02/3"]);
});

Deno.test("a human-action shows the commands that run after the answer, and its prose", () => {
  const task = action();
  assert.ok(task.type === "checkpoint:human-action");
  const details = (verification: string, ...checks: readonly string[]) =>
    ask({ ...task, verification, checks }).details;
  const start = "Sign up\n\n1. Go there";
  assert.equal(details("The page opens"), `${start}\n\nThe page opens`);
  const check = "\n\nChecked after your answer with:\n  gh auth status";
  assert.equal(details("gh auth status", "gh auth status"), start + check);
  assert.equal(
    details("Signed in: <automated>gh auth status</automated>", "gh auth status"),
    `${start}\n\nSigned in: \`gh auth status\`${check}`,
  );
});

Deno.test("a human-action whose check failed is asked again with the end of the output", () => {
  const output = Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\n");
  const again = failedActionQuestion(ask(action()), "make", output);
  const [title, first, ...lines] = again.details.slice(ask(action()).details.length + 2).split("\n");
  assert.deepEqual([title, first, lines.at(-1)], ["The check failed: make", "  line 10", "  line 39"]);
  assert.deepEqual({ ...again, details: "" }, { ...ask(action()), details: "" });
});

/** A question about an agent's request. */
function permission(plan: string, reason = "it deletes files", covers?: string): Question {
  const verdict = { kind: "ask", category: "destructive", reason } as const;
  return permissionQuestion(plan, "rm -rf src", verdict, { covers, always: covers === EXACT });
}

const EXACT = "exactly this command";

Deno.test("a permission is asked in full, its reason first, and refusing is preselected", () => {
  const question = permission("01-02");
  assert.equal(question.details, "Reason: it deletes files\nrm -rf src");
  assert.equal(question.title, "Plan 01-02: the agent asks for permission: it deletes files. Allow it?");
  assert.deepEqual(question.choices.map(({ value }) => value), ["refuse", "allow"]);
  assert.deepEqual([question.kind, question.automatic, question.preselected], [
    "safety",
    undefined,
    "refuse",
  ]);
});

Deno.test("a title shows the beginning of a long reason, and the details all of it", () => {
  const reason = `it deletes "${"x".repeat(300)}"`;
  const question = permission("", reason);
  assert.ok(question.title.length < 250 && question.title.includes('it deletes "xxx'));
  assert.ok(question.details.includes(reason));
});

Deno.test("an answer for the whole run or the project names what it covers", () => {
  assert.deepEqual(permission("", "it deletes", EXACT).choices.slice(2), [
    { value: "run", label: "Allow exactly this command, for this run" },
    { value: "always", label: "Allow exactly this command, always in this project" },
  ]);
  assert.deepEqual(permission("", "it deletes", "exactly this request").choices.slice(2), [
    { value: "run", label: "Allow exactly this request, for this run" },
  ]);
});

Deno.test("words in a refusal are read back, also those that are answers themselves", () => {
  for (const words of ["allow", "run", "always", "use npm instead: it is faster"]) {
    assert.equal(refusalWords(refusalAnswer(words)), words);
    assert.ok(!["allow", "run", "always"].includes(refusalAnswer(words)));
  }
  for (const answer of ["refuse", "allow", ""]) assert.equal(refusalWords(answer), "");
});

Deno.test("a permission is asked by its plan, if there is one", () => {
  assert.equal(permission("01-02").id, "01-02/safety");
  assert.match(permission("01-02").title, /^Plan 01-02: the /);
  assert.equal(permission("").id, "safety");
  assert.match(permission("").title, /^The /);
});

Deno.test("neither usual words nor a mode answer a permission, an acceptance or a conflict", () => {
  const conflict = conflictQuestion({ branch: "wf/x", base: "main" }, []);
  for (const question of [permission(""), acceptanceQuestion("Complete it?", "", false), conflict]) {
    for (const answer of ["y", "yes", "ok", "anything"]) {
      assert.equal(readAnswer(question, answer), undefined);
    }
    assert.equal(question.automatic, undefined);
  }
});

Deno.test("an acceptance is asked by its own ID, stopping first, and is automatic only if requested", () => {
  const question = acceptanceQuestion("Complete it?", "phase 1", false);
  assert.deepEqual([question.id, UNVERIFIED, question.open], ["unverified", "unverified", false]);
  assert.deepEqual(question.choices.map(({ value }) => value), ["stop", "accept"]);
  assert.equal(acceptanceQuestion("Complete it?", "", true).automatic, "accept");
});

Deno.test("the question of a conflict has a line for each path with both changes", () => {
  const conflicts = [
    { path: "a.ts", base: "changed", branch: "removed" },
    { path: "b.ts", base: "added", branch: "added" },
  ] as const;
  const { details, choices, open } = conflictQuestion({ branch: "wf/x", base: "main" }, conflicts);
  assert.equal(details, "a.ts: changed in main, removed in wf/x\nb.ts: added in main, added in wf/x");
  assert.equal(conflictLine(conflicts[0], "wf/x", "main"), details.split("\n")[0]);
  assert.deepEqual([choices.map(({ value }) => value), open], [["manual", "abort"], false]);
});

Deno.test("a decision shows the cons of an option", () => {
  const task = decision("a");
  assert.ok(task.type === "checkpoint:decision");
  const options = [{ ...task.options[0]!, cons: "slow" }, { ...task.options[0]!, id: "b", pros: "" }];
  const { details } = ask({ ...task, options });
  assert.match(details, /\n\na: The a\n {2}for: small\n {2}against: slow\nb: The a$/);
});

Deno.test("yolo answers no checkpoint that only a person may answer", () => {
  assert.equal(ask({ ...verify(), gate: "blocking-human" } as Task, "yolo").automatic, undefined);
  assert.equal(ask(verify(), "yolo").automatic, "approved");
  assert.equal(ask(decision("a", "b"), "yolo").automatic, "a");
  assert.equal(ask(decision(), "yolo").automatic, undefined);
  assert.equal(ask(action(), "yolo").automatic, undefined);
});
