import assert from "node:assert/strict";
import { normalizedAnswer, resumeSignals } from "../../../lib/plan/run/resume_signals.ts";

/** Forms of resume signals, and the answers they mean. */
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
  ["Provide all values listed above. Type them here or paste a summary.", []],
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
  ['Type "approved" or report "wrong colors"', ["approved"]],
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
  ['Paste the log, e.g. "error 5"', []],
  ['Describe it or "report"', []],
];

/** Resume signals of real plans, verbatim, and the answers they mean. */
const REAL: readonly (readonly [string, readonly string[]])[] = [
  ['Type "approved" if all checks pass, or describe any issues found', ["approved"]],
  ['Type "approved" if Settings UI works correctly, or describe any issues', ["approved"]],
  ['Type "approved" or describe issues to fix', ["approved"]],
  [
    `
Type "approved" if verification passed, or describe issues found:
- If issues found, describe what's broken and which test failed
- If visual polish needed, describe specific improvements
- If mobile experience inadequate, describe UX problems
  `,
    ["approved"],
  ],
  ['Type "approved" when all checks pass, or describe any failures.', ["approved"]],
  ['Type "approved" to continue, or describe issues to fix', ["approved"]],
  [
    'Reply "a" (regenerate with the frozen method and retry), "b" (accept 72 as unscored), or anything else to hold.',
    ["a"],
  ],
  [
    'Type "migración aplicada en prod" once the column exists in production, or describe any error.',
    ["migración aplicada en prod"],
  ],
  [
    'Type exactly "approved — quote_tokens is empty, proceed with pure code rename" OR "override — accept data loss, acknowledged"',
    ["approved — quote_tokens is empty, proceed with pure code rename"],
  ],
  [
    "Reply approved, or send observations to classify. Observations are not approval and are not automatic blockers.",
    ["approved"],
  ],
  [
    "Reply `pass` if `kinder doctor offline-readiness` reports no warn|missing lines; reply `fail` with the offending lines if any are present.",
    ["pass"],
  ],
  [
    "Reply with: PASS or FAIL. If FAIL, paste the URL(s) that matched the `publish-` filter — Claude will diagnose.",
    ["PASS"],
  ],
  ['Reply "proceed-capture" or "stop-waiting"', ["proceed-capture"]],
  [
    'Reply "approved: @fontsource-variable/inter" (or supply the corrected package name / instruct to use the preconnect fallback).',
    ["approved: @fontsource-variable/inter"],
  ],
  [
    "Reply with the assigned production URL (e.g. `https://tanguy-portfolio.vercel.app`) once the deploy succeeded and Analytics + Speed Insights are enabled.",
    [],
  ],
  [
    "Reply exactly `approved` to authorize SUMMARY/STATE finalization, or name viewport and defect.",
    ["approved"],
  ],
  [
    "Type `installed` or paste `hugo version` output. If you want to skip the install and exit, type `abort`.",
    ["installed"],
  ],
  [
    "Type `approved — Run 1: <N>s, Run 2: <N>s, Run 3: <N>s, count: <N>, psql SHA256 match: yes` with the actual values, OR describe any flake/failure observed.",
    [],
  ],
  ["Type `approved-push` to authorize the push, or describe blockers.", ["approved-push"]],
  [
    "Type `approved-OK`, `approved-PARTIAL-phase9-followup`, or `blocked-FAIL` followed by the script output",
    ["approved-OK"],
  ],
  ["Type `approved` if 3-point gate PASS; else describe failure with observed Hz.", ["approved"]],
  [
    'Say "icon added" once icon.png is in the repo root, or "skip icon" to proceed without it for now.',
    ["icon added"],
  ],
  ['Say "verified" to continue or describe issues', ["verified"]],
  [
    'Confirm "phase 12 closed" with a summary of M1-M9 outcomes. If any M-row failed, file a gap closure plan via `/gsd:plan-phase 12 --gaps` referencing 12-VERIFICATION.md',
    ["phase 12 closed"],
  ],
  ['Confirme "done" apos salvar o JSON, ou cole o conteudo do workflow', ["done"]],
  ["Confirm billing is cleared and authorize the bounded PR workflow cycle.", []],
  ["Confirm all 6 steps passed or describe any issues encountered", []],
  [
    'User types "approved" (or equivalent: "go", "ship it", "proceed with clasp push") in plain language.',
    ["approved", "go", "ship it"],
  ],
  [
    'User responds "approved" / "looks good" / equivalent. If issues: fix them locally, re-run the checks, repeat the checkpoint.',
    ["approved", "looks good"],
  ],
  ['"approved" 또는 "kakao-later" 또는 이슈 설명', ["approved"]],
  [
    '"승인" 또는 관찰된 문제(메모리 수치 / 어느 단계(a/b/c)에서 실패했는지)를 알려주세요',
    ["승인"],
  ],
  ['"approved" 입력 또는 문제 항목 설명 (예: "컴파일 에러 발생" 또는 "아이콘이 여전히 안 보임")', [
    "approved",
  ]],
  ['Escribe "aprobado" si los 8 pasos se ven correctos, o describe qué falta ajustar.', ["aprobado"]],
  ['Escribe "marker.mind creado" o describe si hubo algún problema', ["marker.mind creado"]],
  ['Paste job IDs or "submitted" when done', ["submitted"]],
  ['Reply "approved" (I rename), "done" (you renamed), or anything else to hold.', ["approved", "done"]],
  [
    'Type "approved" to proceed with `gh pr merge <n> --merge`, or "abort" (optionally describing blockers) to stop before any irreversible action. Anything other than an explicit "approved" means do not merge.',
    ["approved"],
  ],
  [
    'Type "migration applied" after all 8 statements run without error in the Supabase SQL Editor.',
    ["migration applied"],
  ],
  ["사진 경로 + 2~5번 답변을 텍스트로 제공", []],
  ["Done", ["done"]],
];

for (const [signal, answers] of REAL) {
  Deno.test(`the real resume signal ${JSON.stringify(signal)} asks for ${answers.join(", ") || "nothing it names"}`, () => {
    assert.deepEqual(resumeSignals(signal), answers);
  });
}

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

for (const [answer, normalized] of SAME) {
  Deno.test(`normalizedAnswer(${JSON.stringify(answer)})`, () =>
    assert.equal(normalizedAnswer(answer), normalized));
}
