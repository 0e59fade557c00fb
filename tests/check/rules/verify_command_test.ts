import assert from "node:assert/strict";
import { verifyCommand } from "../../../lib/check/rules/verify_command.ts";
import { parsePlanFile } from "../../../lib/parse/plan_file/plan_file.ts";
import { SourceText } from "../../../lib/text/source_text.ts";

function isFound(verify: string): boolean {
  const text =
    `---\nphase: 01\n---\n<tasks>\n<task type="auto">\n<verify>${verify}</verify>\n</task>\n</tasks>\n`;
  return [...verifyCommand.plan!(parsePlanFile(new SourceText("01-01-PLAN.md", text)))].length > 0;
}

Deno.test("verify-command finds what can only be a command", () => {
  for (
    const verify of [
      "npm test",
      "deno test src/price_test.ts",
      "go test ./...",
      "pytest",
      "grep -q bell prices.txt",
      "`cargo test`",
      "\n```sh\ncurl localhost:8000\n```\n",
    ]
  ) assert.ok(isFound(verify), verify);
});

Deno.test("verify-command leaves sentences, notes and checks alone", () => {
  for (
    const verify of [
      "npm test passes",
      "npm run build succeeds",
      "tests pass",
      "Run `npm test` and read its output",
      "make sure",
      "<automated>MISSING: no test yet</automated>",
      "<automated>npm test</automated>",
      "The command `npm test` passes",
    ]
  ) assert.ok(!isFound(verify), verify);
});
