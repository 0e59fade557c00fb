import assert from "node:assert/strict";
import { normalisedAnswer, resumeSignals } from "../../../lib/plan/run/resume_signals.ts";

/** Resume signals of real plans, and the answers they mean. */
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
  ]],
  // Several answers
  ['User responds "approved" / "looks good" / equivalent', ["approved", "looks good"]],
  ['User types "approved" (or equivalent: "go", "ship it")', ["approved", "go", "ship it"]],
  ['Type "approved" if all steps pass, "partial" if some do', ["approved"]],
  ['Reply "a" (once more), "b" (as it is), or anything else to hold', ["a"]],
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
  // Alternatives that refuse, or may not approve
  ['Type "approved" or "rejected"', ["approved"]],
  ['Type "rejected" or "approved"', ["approved"]],
  ['Type "approved" or "denied"', ["approved"]],
  ['Type "approved" or "decline"', ["approved"]],
  ['Type "approved" or "bug"', ["approved"]],
  ['"approved" or "wrong"', ["approved"]],
  ['Type "approved", or "wrong" if it is wrong', ["approved"]],
  ['Type "approved" or "fail"', ["approved"]],
  ['Type "approved" or "redo"', ["approved"]],
  ['Type "approved" or "changes"', ["approved"]],
  ['Type "approved" / "needs work" / "looks good"', ["approved", "looks good"]],
  ["Type 'pass' or 'fail'", ["pass"]],
  ["Type `proceed` or `rollback`", ["proceed"]],
  ['Type "works" or "does not work"', ["works"]],
  ['Type "still broken" or "it works"', ["it works"]],
  ['Type "accepted", "refused" or "later"', ["accepted"]],
  ['Type "confirmed" or "incorrect"', ["confirmed"]],
  ['Reply "ship it" or "hold"', ["ship it"]],
  ['Reply "resume deployment" or "undo deployment"', ["resume deployment"]],
  ['Reply "blue" or "green"', ["blue"]],
  ['Reply "1" if it is broken, "2" if it works', []],
  ['If the page is wrong, type "1", or type "yes"', ["yes"]],
  ['Type "all tests pass" or "unsure"', ["all tests pass"]],
  ['Type "maybe", "disapproved" or "bad"', []],
  ['Type "approved" or describe what is "broken"', ["approved"]],
  ['Type "approved" or report "wrong colours"', ["approved"]],
  ['Type "approved" or list the "differences"', ["approved"]],
  ['Type "approved" or explain "why not"', ["approved"]],
  ["y/n", ["y"]],
  ["n/y", ["y"]],
  ["yes / no", ["yes"]],
  ["Yes|No", ["yes"]],
  ["approve / decline", ["approve"]],
  ["approved or rejected", ["approved"]],
  ["Type approved or denied", ["approved"]],
  ["Type bug or approved", ["approved"]],
  ["Say go, or say stop", ["go"]],
  ["Say pass or fail", ["pass"]],
  ["PASS / FAIL", ["PASS"]],
  ["rejected", []],
  ["no", []],
  ['Type "rejected" to stop here', []],
  // One answer, with a word in it that refuses elsewhere
  ['Type "no problems"', ["no problems"]],
  ['Type "no issues found" or describe them', ["no issues found"]],
  ['Type "nothing is wrong" or "it is wrong"', ["nothing is wrong"]],
  ['Type "changes deployed"', ["changes deployed"]],
  ['Type "stop server done" or describe the problem', ["stop server done"]],
  // In any case, with any apostrophe and space around it
  ["REJECTED", []],
  ['Type "NO"', []],
  ["Type “don’t”", []],
  ['Type "no thanks"', []],
  ['Type "WRONG page" or "right page"', []],
  ['Type "page is BROKEN" or "page is fine"', []],
  ['Type "Ship it" or "ship it!"', ["Ship it"]],
  ["  account ready  ", ["account ready"]],
  ['Type " ready. "', ["ready"]],
  ['See "the page", or "the other"', []],
  ['Type "clear/"', ["clear/"]],
  [`Type "${"a".repeat(80)}"`, ["a".repeat(80)]],
  [`Type "${"a".repeat(81)}"`, []],
  // None
  ['Type "/clear"', []],
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
  assert.deepEqual(resumeSignals('Type "yes", "y", "ok", "go", "done", "pass", "ready"').length, 6);
  assert.deepEqual(resumeSignals(`${"See the page. ".repeat(200)}Type "ready"`), []);
});

const SAME: readonly (readonly [string, string])[] = [
  ["Ship it!", "ship it"],
  [' "Ship  it." ', "ship it"],
  ["“Looks good”", "looks good"],
  ["`GO`", "go"],
  ["Ship it !", "ship it"],
  ["it’s fine…", "it's fine"],
  ["'approved'.", "approved"],
  ["“", "“"],
  ["", ""],
];

for (const [answer, normalised] of SAME) {
  Deno.test(`normalisedAnswer(${JSON.stringify(answer)})`, () =>
    assert.equal(normalisedAnswer(answer), normalised));
}
