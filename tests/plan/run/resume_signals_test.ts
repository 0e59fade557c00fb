import assert from "node:assert/strict";
import { normalisedAnswer, resumeSignals } from "../../../lib/plan/run/resume_signals.ts";

/** How people write what lets a plan go on, and the answers that are meant. */
const FORMS: readonly (readonly [string, readonly string[]])[] = [
  // Quotes
  ['Type "approved" or describe issues', ["approved"]],
  ["Type 'approved' or describe issues", ["approved"]],
  ['Type "ship it"', ["ship it"]],
  ['"looks good"', ["looks good"]],
  ["Say “lgtm”", ["lgtm"]],
  ["Sag „passt“ dazu", ["passt"]],
  ['Digite "pronto" quando terminar', ["pronto"]],
  ['User replies "done" after the change', ["done"]],
  ["Reply „passt“", ["passt"]],
  ["Type «d'accord»", ["d'accord"]],
  ["Type `ok`", ["ok"]],
  ['Type "確認"', ["確認"]],
  ["Type “it's fine”", ["it's fine"]],
  ["It's fine when the page opens; type 'ready'", ["ready"]],
  ["Type `installed` or paste the output of `hugo version`. To leave, type `abort`.", ["installed"]],
  ['Reply with "funded" (and the address, if you like) once `balance` shows it', ["funded"]],
  ['Confirm "released" when the script is through, or describe any errors', ["released"]],
  ["Type exactly “approved, the table is empty” OR “override, the loss is known”", [
    "approved, the table is empty",
    "override, the loss is known",
  ]],
  // Several answers
  ['User responds "approved" / "looks good" / equivalent', ["approved", "looks good"]],
  ['User types "approved" (or equivalent: "go", "ship it")', ["approved", "go", "ship it"]],
  ['Type "approved" if all steps pass, "partial" if some do', ["approved", "partial"]],
  ['Reply "a" (once more), "b" (as it is), or anything else to hold', ["a", "b"]],
  ['Type "broken" with a reason, or "approved"', ["approved"]],
  ['Say "icon added" once it is there, or "skip icon" to do without', ["icon added"]],
  ['Describe what is off, or type "approved"', ["approved"]],
  ['Type "approved", or describe what you see (e.g. "the title is missing")', ["approved"]],
  ["Type `go` or `no-go`", ["go"]],
  // No quotes
  ["approved", ["approved"]],
  ["APPROVED", ["approved"]],
  ["Account ready", ["Account ready"]],
  ["done.", ["done"]],
  ["approved / done", ["approved", "done"]],
  ["Say continue", ["continue"]],
  ["Reply GO", ["GO"]],
  ["Enter done when the key is there", ["done"]],
  ["Type approved or describe issues", ["approved"]],
  ["Type ship it to deploy", ["ship it"]],
  ["Respond with done", ["done"]],
  ["When it works, reply: ok", ["ok"]],
  ["Reply yes or no", ["yes"]],
  ["Type approved, continue or describe the issues", ["approved", "continue"]],
  // None
  ["", []],
  ["Describe what you see", []],
  ["Continue with phase 3", []],
  ["Confirm all 6 steps passed or describe any issues", []],
  ["Reply with the value of the header", []],
  ["Enter your API key", []],
  ['Type "approved: <n> runs, {t} seconds"', []],
  ["Run `wf status` and see that it is green", []],
  ["Say so when it is there", []],
  ["Tell me which one", []],
];

for (const [signal, answers] of FORMS) {
  Deno.test(`the resume signal ${JSON.stringify(signal)} asks for ${answers.join(", ") || "nothing it names"}`, () => {
    assert.deepEqual(resumeSignals(signal), answers);
  });
}

Deno.test("only the beginning of a resume signal is read, and six answers of it", () => {
  assert.deepEqual(resumeSignals("Type " + '"a1", "a2", "a3", "a4", "a5", "a6", "a7"').length, 6);
  assert.deepEqual(resumeSignals(`${"See the page. ".repeat(200)}Type "ready"`), []);
});

const SAME: readonly (readonly [string, string])[] = [
  ["Ship it!", "ship it"],
  [' "Ship  it." ', "ship it"],
  ["“Looks good”", "looks good"],
  ["`GO`", "go"],
  ["it’s fine…", "it's fine"],
  ["'approved'.", "approved"],
  ["“", "“"],
  ["", ""],
];

for (const [answer, normalised] of SAME) {
  Deno.test(`normalisedAnswer(${JSON.stringify(answer)})`, () =>
    assert.equal(normalisedAnswer(answer), normalised));
}
