import assert from "node:assert/strict";
import { readActionChecks } from "../../../lib/parse/plan_file/action_checks.ts";

const COMMANDS: readonly (readonly [what: string, verification: string, commands: readonly string[]])[] = [
  ["an <automated>", "The key works: <automated>curl -f localhost</automated>", ["curl -f localhost"]],
  ["several <automated>", "<automated>a</automated>\n<automated>b c</automated>", ["a", "b c"]],
  ["a code span", "`gh auth status`", ["gh auth status"]],
  ["a code span with a full stop", "`vercel whoami`.", ["vercel whoami"]],
  ["fenced shell code", "Run this:\n```sh\ntest -f key.txt\n```\nIt prints nothing.", ["test -f key.txt"]],
  ["indented lines of fenced code", "  ```bash\n  cd app\n    make\n  ```", ["set -e\ncd app\n  make"]],
  ["two fenced blocks", "```sh\na\n```\n```shell\nb\n```", ["a", "b"]],
  ["a line with an option", "test -f account.txt", ["test -f account.txt"]],
  ["a line with a pipe", 'env | grep "the KEY"', ['env | grep "the KEY"']],
  ["a line of a script", "./check.sh && echo ok", ["./check.sh && echo ok"]],
  ["a variable before a program", "`CI=1 npm test`", ["CI=1 npm test"]],
  ["a bracket", '[ -n "$KEY" ]', ['[ -n "$KEY" ]']],
];

for (const [what, verification, commands] of COMMANDS) {
  Deno.test(`the verification of a human-action is a command: ${what}`, () =>
    assert.deepEqual(readActionChecks(verification), commands));
}

/** Most of them from real plans. */
const PROSE: readonly string[] = [
  "",
  "API returns 201, account created",
  "Database works",
  "vercel whoami returns your account email",
  "SendGrid API key works: test send succeeds",
  "Open GoogleService-Info.plist and confirm REVERSED_CLIENT_ID key exists",
  "I'll check that backup exists and team is notified",
  "New name resolves; old name redirects; origin uses the new URL.",
  "The PR is still `OPEN`, and `origin/main` is still an ancestor",
  "`gh repo view` prints `wf`",
  "- `test -f a` prints nothing\n- `test -f b` prints nothing",
  "Claude가 이 정보를 세션 페이지에 반영하고 mdbook build로 확인",
  "make sure the key is there -- in .env",
  "find the file & open it",
  "`curl https://<your-app>.vercel.app`",
  "<automated>MISSING: no command can see it</automated>",
  "<automated>Live deploy is gated on the account and verified by the user</automated>",
  "```json\n{}\n```",
  "npm test",
  "`.env.local`",
  "`https://example.org`",
  "`GET /health`",
  "`make`",
];

for (const verification of PROSE) {
  Deno.test(`the verification of a human-action is prose: ${JSON.stringify(verification)}`, () =>
    assert.deepEqual(readActionChecks(verification), []));
}
