import assert from "node:assert/strict";
import { type Finding, verdictOf } from "../../../lib/permissions/effects/finding.ts";
import {
  destructive,
  external,
  harmless,
  hidden,
  never,
  unclassified,
} from "../../../lib/permissions/effects/effects.ts";

const safety = { always_confirm_destructive: true, always_confirm_external_services: true };
const outside: Finding = { category: "outside", reason: "outside" };

const verdict = (findings: readonly Finding[], mode: "interactive" | "yolo" = "interactive") => {
  const { kind, category, reason } = verdictOf(findings, { mode, safety });
  return `${kind} ${category}: ${reason}`;
};

Deno.test("verdictOf() gives the worst finding first", () => {
  const all = [harmless("a"), unclassified("b"), hidden("c"), outside, external("d"), destructive("e")];
  assert.equal(verdict(all), "ask destructive: e; d; outside; c; b");
  assert.equal(verdict(all, "yolo"), "ask destructive: e; d; outside; c");
  assert.equal(verdict([...all, never("f")]), "deny never: f");
});

Deno.test("verdictOf() allows in mode yolo what is only unclassified", () => {
  assert.equal(verdict([unclassified("a"), harmless()], "yolo"), "allow unclassified: a");
  assert.equal(verdict([unclassified("a"), hidden("b")], "yolo"), "ask unclassified: b");
  assert.equal(verdict([outside], "yolo"), "ask outside: outside");
});

Deno.test("verdictOf() asks about a request without findings", () => {
  assert.equal(verdict([], "yolo"), "ask unclassified: its effect cannot be determined");
});

Deno.test("a verdict names each reason once, and at most twenty", () => {
  assert.equal(verdict([destructive("a"), destructive("a")]), "ask destructive: a");
  const reasons = Array.from({ length: 22 }, (_, index) => `r${index}`);
  const named = reasons.slice(0, 20).join("; ");
  assert.equal(verdict(reasons.map(destructive)), `ask destructive: ${named}; and 2 more`);
  assert.equal(verdict(reasons.slice(0, 20).map(destructive)), `ask destructive: ${named}`);
});
