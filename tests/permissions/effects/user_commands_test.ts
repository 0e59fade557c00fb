import assert from "node:assert/strict";
import { judgeRequest } from "../../../lib/permissions/judge_request.ts";
import { normalizeToolCall } from "../../../lib/permissions/normalize.ts";
import { configOf } from "../../support/project.ts";

const COMMANDS = {
  allow: ["docker compose up", "npm publish *", "rm -rf build", "make deploy"],
  deny: ["git push", "terraform", "npm publish --access", "./deploy"],
};

const ROWS: readonly (readonly [command: string, verdict: string])[] = [
  ["docker compose up", "allow"],
  ["docker compose up -d", "ask"],
  ["docker compose down", "ask"],
  ["npm publish", "allow"],
  ["npm publish --dry-run", "allow"],
  ["npm publish --access public", "deny"],
  ["rm -rf build", "allow"],
  ["rm -rf build src", "ask"],
  ["rm -rf build && rm -rf src", "ask"],
  ["rm -rf $DIR", "ask"],
  ["make deploy > ../out", "deny"],
  ["git push", "deny"],
  ["git push origin main", "deny"],
  ["/usr/bin/git push", "deny"],
  ["sudo git push", "deny"],
  ["sh -c 'git push'", "deny"],
  ["echo x | xargs git push", "deny"],
  ["terraform apply", "deny"],
  ["terraformx apply", "ask"],
  ["./deploy prod", "deny"],
];

for (const [command, expected] of ROWS) {
  Deno.test(`the user's commands: ${expected} ${command}`, () => {
    const { mode, safety } = configOf({});
    const request = normalizeToolCall({ kind: "execute", title: command, rawInput: { command } });
    const { kind, reason } = judgeRequest(request, {
      directory: "/project",
      checks: [],
      mode,
      safety,
      commands: COMMANDS,
    });
    assert.equal(kind, expected, reason);
  });
}

Deno.test("what no agent may do is denied even if the user allows the command", () => {
  const { mode, safety } = configOf({});
  const command = "git commit -m done";
  const request = normalizeToolCall({ kind: "execute", title: command, rawInput: { command } });
  const policy = { directory: "/project", checks: [], mode, safety, commands: { allow: ["git *"] } };
  assert.equal(judgeRequest(request, policy).kind, "deny");
});

Deno.test("no agent changes the user's own folder of this program, wherever the project is", () => {
  const { mode, safety } = configOf({ mode: "yolo" });
  for (const path of ["/project/.wf/policy.json", "/project/.WF/trust.json", ".wf/defaults.json"]) {
    const request = normalizeToolCall({ kind: "edit", title: "Edit", rawInput: { file_path: path } });
    const verdict = judgeRequest(request, { directory: "/project", checks: [], mode, safety });
    assert.equal(verdict.kind, "deny", path);
  }
});
