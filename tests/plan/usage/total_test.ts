import assert from "node:assert/strict";
import type { Usage, UsageRecord } from "../../../schemas/usage.ts";
import { usageSums } from "../../../lib/plan/usage/total.ts";

function record(role: UsageRecord["role"], phase: string | undefined, usage: Usage): UsageRecord {
  const at = "2026-01-01T00:00:00Z";
  return { formatVersion: 1, at, agent: "codex", project: "", role, ...(phase && { phase }), ...usage };
}

const SOME: Usage = { tokens: { input: 10, output: 1 } };

Deno.test("usage is summed up by phase in the order of their numbers, and by role", () => {
  const { usage, phaseUsage, roleUsage } = usageSums([
    record("project", undefined, SOME),
    record("execution", "10", SOME),
    record("execution", "02", SOME),
    record("verification", "02", {}),
  ]);
  assert.equal(usage?.turns, 3);
  assert.deepEqual(phaseUsage?.map(({ phase, turns, unreported }) => [phase, turns, unreported]), [
    ["02", 1, 1],
    ["10", 1, undefined],
  ]);
  assert.deepEqual(roleUsage?.map(({ role, turns }) => [role, turns]), [
    ["project", 1],
    ["execution", 2],
    ["verification", 0],
  ]);
});

Deno.test("without any report there is no sum, instead of one that is zero", () => {
  assert.deepEqual(usageSums([record("execution", "01", {})]), {});
});
