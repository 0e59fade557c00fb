import assert from "node:assert/strict";
import { HostError, type OutputLimit } from "../../lib/host/host.ts";
import { KeptOutput } from "../../lib/host/programs/kept_output.ts";
import { fc } from "../deps/fast_check.ts";

function kept(pieces: readonly string[], limit: OutputLimit): string {
  const output = new KeptOutput("noisy", limit);
  for (const piece of pieces) output.add(piece);
  return output.text();
}

Deno.test("KeptOutput keeps all of what is not longer than the limit", () => {
  assert.equal(kept(["ab", "", "cdefgh"], { length: 8, beyond: "cut" }), "abcdefgh");
  assert.equal(kept(["ab", "", "cdefgh"], { length: 8, beyond: "fail" }), "abcdefgh");
  assert.equal(kept([], { length: 8, beyond: "cut" }), "");
});

Deno.test("KeptOutput keeps the beginning and the end of more, and says how much it left out", () => {
  const text = kept(["first\n", "x".repeat(12_345), "\nlast"], { length: 12, beyond: "cut" });
  assert.equal(text, "first\n[… 12,344 characters left out …]\nx\nlast");
});

Deno.test("KeptOutput fails where the whole is needed and too long", () => {
  assert.throws(() => kept(["a".repeat(9)], { length: 8, beyond: "fail" }), (error) => {
    assert.ok(error instanceof HostError);
    assert.equal(error.reason, "too-long");
    assert.equal(error.message, 'Cannot read the output of "noisy": it is longer than 8 characters');
    return true;
  });
});

Deno.test("KeptOutput shows NUL characters, and keeps them where the whole is needed", () => {
  assert.equal(kept(["a\0b"], { length: 8, beyond: "cut" }), "a␀b");
  assert.equal(kept(["a\0b"], { length: 8, beyond: "fail" }), "a\0b");
});

Deno.test("KeptOutput leaves characters whole", () => {
  const text = kept(["ab😀", "x".repeat(100), "😀yz"], { length: 6, beyond: "cut" });
  assert.equal(text, "ab\n[… 104 characters left out …]\nyz");
  assert.ok(text.isWellFormed());
});

Deno.test("KeptOutput keeps the same however the output comes in pieces, and counts all that is left out", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 30 })), fc.integer({ min: 2, max: 40 }), (pieces, length) => {
      const whole = pieces.join("");
      const limit = { length, beyond: "cut" } as const;
      const text = kept(pieces, limit);
      assert.equal(text, kept([whole], limit));
      if (whole.length <= length) return assert.equal(text, whole);
      const [, before, left, after] = /^([^]*?)\n?\[… ([\d,]+) characters left out …\]\n([^]*)$/.exec(text)!;
      assert.ok(whole.startsWith(before!) && whole.endsWith(after!));
      const newline = text.startsWith(`${before}\n[`) && whole.startsWith(`${before}\n`) ? 1 : 0;
      const counted = Number(left!.replaceAll(",", ""));
      assert.ok([0, newline].includes(whole.length - before!.length - after!.length - counted));
    }),
  );
});
