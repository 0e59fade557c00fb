import assert from "node:assert/strict";
import { maskSecrets, SecretMask } from "../../lib/text/mask_secrets.ts";
import { assertLinear } from "../ratio.ts";

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
  ['{ "apiKey": "a1b2c3d4", "maxTokens": "4096" }', '{ "apiKey": "***", "maxTokens": "4096" }'],
  ["client_secret: 'a1b2c3d4'", "client_secret: '***'"],
  ["x-api-key: abc", "x-api-key: ***"],
  [`-----BEGIN RSA ${"PRIVATE"} KEY-----\nMIIE\nAAAA\n-----END RSA ${"PRIVATE"} KEY-----\nb`, "***\nb"],
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

/** Tokens as services write them, in two parts, so that no scanner takes them for real ones. */
const TOKENS: readonly (readonly [prefix: string, rest: string])[] = [
  ["gh", `o_${"a1B2".repeat(9)}`],
  ["github_", `pat_${"11AAAAA0".repeat(9)}`],
  ["glp", `at-${"a1B2_".repeat(4)}`],
  ["gld", `t-${"a1B2_".repeat(4)}`],
  ["xox", `b-1234567890-1234567890-${"aB1".repeat(8)}`],
  ["sk-", `proj-${"a1B2".repeat(12)}`],
  ["sk-", `ant-api03-${"a1B2".repeat(12)}`],
  ["sk_", `live_${"a1B2".repeat(6)}`],
  ["np", `m_${"a1B2".repeat(9)}`],
  ["AK", `IA${"A1B2".repeat(4)}`],
  ["AI", `za${"a1B2-".repeat(7)}`],
  ["ya", `29.${"a1B2-".repeat(7)}`],
  ["ey", `Jhbgciocjh.${"eyJzdWIi"}.${"a1B2".repeat(5)}`],
  ["py", `pi-AgEIcHlwaS5vcmc${"a1B2".repeat(5)}`],
  ["h", `f_${"aBcD".repeat(8)}`],
  ["hv", `s.${"a1B2".repeat(6)}`],
  ["dckr_", `pat_${"a1B2".repeat(6)}`],
  ["S", `G.${"a1B2".repeat(5)}.${"a1B2".repeat(10)}`],
  ["shp", `at_${"a1b2".repeat(8)}`],
  ["AGE-", `SECRET-KEY-1${"QPZR".repeat(14)}`],
];

Deno.test("maskSecrets() masks tokens of well-known services", () => {
  for (const [prefix, rest] of TOKENS) {
    assert.equal(maskSecrets(`see "${prefix}${rest}", please`), 'see "***", please', prefix);
  }
});

/** What looks a little like a secret, and is none. */
const PLAIN: readonly string[] = [
  "3fe6bfa0c1d2e3f405162738495a6b7c8d9e0f12",
  "feat(01-01): add the token service (90ca343)",
  "123e4567-e89b-12d3-a456-426614174000",
  "sha512-z3aWBq1+hrPvqYZCxVLHXbkT4jJ4lbyUw5Xb0bhOEbYvGcUyVSzpHYlHjTv3ZwzlzA5Y6Tf2qTqcbwqHNo3w==",
  '"integrity": "sha1-9J0hl1Wc7gkF2l5sB4Kp7JmHh2c="',
  "https://packages.example/@types/node/-/node-22.1.0.tgz",
  "max_tokens=4096 tokens=12 token=true passwords=3",
  "const token = await readToken(); // see src/token.ts:12",
  "sk-navigation-bar-with-long-name task-something-very-long",
  "docs/secret-santa.md password_test.ts api_key",
  "key: value, name: 'Ann', tokenizer: bert",
  "eyJ is how JSON begins",
  "npm_config_registry npm_lifecycle_event",
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUA",
];

Deno.test("maskSecrets() leaves hashes, IDs, names and code", () => {
  for (const text of PLAIN) assert.equal(maskSecrets(text), text);
});

Deno.test("maskSecrets() takes time in proportion to the text", () => {
  for (const part of ["a-", "token", "x=", "key."]) {
    assertLinear((size) => `"${part.repeat(size)}`, maskSecrets, 3_000);
    assertLinear((size) => part.repeat(size), maskSecrets, 3_000);
  }
});

Deno.test("SecretMask masks a secret that arrives in pieces, and loses nothing", () => {
  const token = `${"gh" + "p_"}${"a1".repeat(18)}`;
  for (let size = 1; size < 12; size++) {
    let emitted = "";
    const mask = new SecretMask(maskSecrets, (text) => emitted += text);
    const text = `It is\n  ${token} or not, ${"b".repeat(5_000)} end`;
    for (let at = 0; at < text.length; at += size) mask.write(text.slice(at, at + size));
    mask.end();
    assert.equal(emitted, text.replace(token, "***"));
  }
});
