import assert from "node:assert/strict";
import { assumedSnapshot } from "../../../lib/plan/history/repo_snapshot.ts";

Deno.test("assumedSnapshot() treats existing summaries as committed", () => {
  assert.deepEqual([...assumedSnapshot(["a-SUMMARY.md"]).committed], ["a-SUMMARY.md"]);
});
