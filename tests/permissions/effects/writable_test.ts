import assert from "node:assert/strict";
import type { PermissionRequest } from "../../../schemas/permission.ts";
import { judgeRequest } from "../../../lib/permissions/judge_request.ts";
import { NOTHING, type Writable } from "../../../lib/permissions/effects/writable.ts";

const RESEARCH: Writable = { allows: (path) => path === "docs/R.md", what: "docs/R.md only" };

function verdict(request: Partial<PermissionRequest>, writable: Writable): string {
  const whole = { id: "", kind: "execute", tool: "", title: "", paths: [], diffs: [], raw: "", ...request };
  const policy = {
    directory: "/w",
    checks: [],
    mode: "yolo",
    safety: { always_confirm_destructive: false, always_confirm_external_services: false },
    writable,
  } as const;
  return judgeRequest(whole, policy).kind;
}

Deno.test("an agent that may write only some documents is refused all other writes, in every mode", () => {
  const edit = (path: string) => ({ kind: "edit", paths: [{ path, intent: "write" as const }] });
  assert.equal(verdict(edit("docs/R.md"), RESEARCH), "allow");
  assert.equal(verdict(edit("docs/../docs/R.md"), RESEARCH), "allow");
  assert.equal(verdict(edit("docs/R.md"), NOTHING), "deny");
  assert.equal(verdict(edit("src/a.ts"), RESEARCH), "deny");
  assert.equal(verdict({ kind: "read", paths: [{ path: "src/a.ts", intent: "read" }] }, NOTHING), "allow");
  for (
    const command of ["echo x > src/a.ts", "rm src/a.ts", "cat a | tee src/a.ts", "sh -c 'mv a src/a.ts'"]
  ) {
    assert.equal(verdict({ command, title: command }, RESEARCH), "deny", command);
  }
  assert.equal(verdict({ command: "grep -rn x src", title: "grep" }, NOTHING), "allow");
});
