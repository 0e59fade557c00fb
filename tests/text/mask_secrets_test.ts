import assert from "node:assert/strict";
import { maskSecrets } from "../../lib/text/mask_secrets.ts";

/** Texts, and what remains of them. Tokens are put together, so that no scanner takes them for real ones. */
const TEXTS: readonly (readonly [text: string, masked: string])[] = [
  ["https://user:word@host.example/a?b=c", "https://***@host.example/a?b=c"],
  ["ssh://git@host.example/a.git", "ssh://***@host.example/a.git"],
  ["git@host.example:a.git", "git@host.example:a.git"],
  ["https://host.example/a?access_token=abc&b=c", "https://host.example/a?access_token=***&b=c"],
  ["https://host.example/a?X-Amz-Signature=abc", "https://host.example/a?X-Amz-Signature=***"],
  ["https://host.example/a?sig=abc#part", "https://host.example/a?sig=***"],
  ["MY_API_KEY=abc sh run", "MY_API_KEY=*** sh run"],
  ["--password='abc'", "--password='***'"],
  ["http.extraHeader=Authorization: Basic YWJj", "http.extraHeader=Authorization: Basic ***"],
  ["authorization: abc", "authorization: ***"],
  [`a ${"gh" + "p_"}${"a1".repeat(18)} b`, "a *** b"],
  [`${"sk" + "-ant-"}${"a1".repeat(18)}`, "***"],
  ["author=Ann sign=off passed=1", "author=Ann sign=off passed=1"],
  ["log.showSignature=false", "log.showSignature=false"],
];

Deno.test("maskSecrets() masks credentials, parameters, headers and tokens, and nothing else", () => {
  for (const [text, masked] of TEXTS) assert.equal(maskSecrets(text), masked);
});

Deno.test("maskSecrets() masks known secrets wherever they occur", () => {
  assert.equal(maskSecrets("a/hunter22/b", ["hunter22"]), "a/***/b");
  assert.equal(maskSecrets("a/b", ["a", ""]), "a/b");
});
