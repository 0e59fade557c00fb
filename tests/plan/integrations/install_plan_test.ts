import assert from "node:assert/strict";
import {
  type FileChange,
  planInstall,
  planUninstall,
  type WantedFile,
} from "../../../lib/plan/integrations/install_plan.ts";
import { MARK_PLACE, readMade, signFile } from "../../../lib/plan/integrations/signed_file.ts";

const TEXT = `Do it.\n<!-- ${MARK_PLACE} -->\n`;
const OLDER = `Do it so.\n<!-- ${MARK_PLACE} -->\n`;
const wanted = (
  ...agents: WantedFile["agents"]
): readonly WantedFile[] => [{ path: "a.md", unsigned: TEXT, agents }];

function told(changes: readonly FileChange[]): readonly string[] {
  return changes.map(({ path, action, reason = "", agents }) => {
    return [path, action, reason, ...agents].filter((word) => word !== "").join(" ");
  });
}

const there = (text: string) => new Map([["a.md", text]]);

Deno.test("install creates missing files, and does nothing the second time", () => {
  const [change] = planInstall(wanted("codex"), new Map());
  assert.equal(change!.action, "create");
  assert.deepEqual(told(planInstall(wanted("codex"), there(change!.after!))), ["a.md unchanged codex"]);
  const windows = change!.after!.replaceAll("\n", "\r\n");
  assert.deepEqual(told(planInstall(wanted("codex"), there(windows))), ["a.md unchanged codex"]);
});

Deno.test("install updates its own older files, and keeps changed ones", () => {
  const older = signFile(OLDER, ["codex"]);
  assert.deepEqual(told(planInstall(wanted("codex"), there(older))), ["a.md update codex"]);
  assert.deepEqual(told(planInstall(wanted("codex"), there(`${older}More\n`))), ["a.md kept changed codex"]);
  assert.deepEqual(told(planInstall(wanted("codex"), there("Mine\n"))), ["a.md kept foreign codex"]);
  assert.deepEqual(told(planInstall(wanted("codex"), new Map([["a.md", { kind: "link" }]]))), [
    "a.md kept foreign codex",
  ]);
});

Deno.test("install removes only own files that are no longer wanted", () => {
  const found = new Map([
    ["a.md", signFile(TEXT, ["codex"])],
    ["gone.md", signFile(OLDER, ["codex"])],
    ["changed.md", `${signFile(OLDER, ["codex"])}More\n`],
    ["mine.md", "Mine\n"],
  ]);
  assert.deepEqual(told(planInstall(wanted("codex"), found)), [
    "a.md unchanged codex",
    "changed.md kept changed codex",
    "gone.md remove codex",
  ]);
});

Deno.test("a file that several agents read stays until the last of them is uninstalled", () => {
  const first = planInstall(wanted("codex"), new Map())[0]!.after!;
  const both = planInstall(wanted("copilot"), there(first))[0]!;
  assert.deepEqual(told([both]), ["a.md update codex copilot"]);
  const left = planUninstall(["codex"], there(both.after!))[0]!;
  assert.deepEqual(told([left]), ["a.md update copilot"]);
  assert.deepEqual(told(planUninstall(["codex"], there(left.after!))), []);
  assert.deepEqual(told(planUninstall(["copilot"], there(left.after!))), ["a.md remove copilot"]);
});

Deno.test("uninstall keeps changed and foreign files", () => {
  const changed = signFile(OLDER, ["codex"]).replace("so", "not so");
  assert.deepEqual(told(planUninstall(["codex"], there(changed))), ["a.md kept changed codex"]);
  assert.deepEqual(told(planUninstall(["codex"], there("Mine\n"))), []);
});

Deno.test("a mark identifies an own file in any context", () => {
  for (const unsigned of [TEXT, `# ${MARK_PLACE}\nx`, `{"a": ["${MARK_PLACE}"]}`, `$& $1 ${MARK_PLACE}`]) {
    assert.deepEqual(readMade(signFile(unsigned, ["gemini", "claude"])), {
      kind: "own",
      agents: ["claude", "gemini"],
      unsigned,
    });
  }
});
