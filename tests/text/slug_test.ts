import assert from "node:assert/strict";
import { slugify } from "../../lib/text/slug.ts";
import { fc } from "../deps/fast_check.ts";
import { anyText } from "../plan/any_text.ts";

const TABLE: readonly (readonly [name: string, slug: string, why: string])[] = [
  ["User Authentication", "user-authentication", "words are joined by hyphens"],
  ["MVP", "mvp", "letters become lower case"],
  ["  CI / CD -- (v2.0)  ", "ci-cd-v2-0", "separators become one hyphen, and none at the ends"],
  ["snake_case.and+more", "snake-case-and-more", "every other character is a separator"],
  ["Überblick & Café", "uberblick-cafe", "accents are removed"],
  ["U\u0308berblick", "uberblick", "combining accents are removed too"],
  ["İstanbul", "istanbul", "the Turkish capital I loses only its dot"],
  ["Kırmızı", "k-rm-z", "a letter without an ASCII form is a separator"],
  ["Straße", "stra-e", "ß has no ASCII form"],
  ["Ａｂｃ　１２３", "abc-123", "full-width letters and digits become ASCII"],
  ["ﬁle №5", "file-no5", "ligatures are split"],
  ["x²", "x2", "superscripts become plain digits"],
  ["認証", "認証", "a name in another script keeps its letters"],
  ["用户 认证！", "用户-认证", "the same rules apply to other scripts"],
  ["Привет Мир", "привет-мир", "letters of another script become lower case"],
  ["認証 API", "api", "ASCII letters win over another script"],
  ["हिन्दी", "हिन्दी", "marks stay with letters of their own script"],
  ["كلمة", "كلمة", "scripts from right to left stay as they are"],
  ["٣", "٣", "digits of another script count as letters do"],
  ["🚀", "unnamed", "an emoji leaves nothing"],
  ["❤️", "unnamed", "the invisible selector after an emoji leaves nothing"],
  ["👩‍💻 🇩🇪", "unnamed", "joined emoji and flags leave nothing"],
  ["\u0301\u0308", "unnamed", "marks without a letter leave nothing"],
  ["-—–", "unnamed", "hyphens leave nothing"],
  ["", "unnamed", "an empty name leaves nothing"],
  ["\ud800", "unnamed", "half of a character leaves nothing"],
];

for (const [name, slug, why] of TABLE) {
  Deno.test(`slugify(${JSON.stringify(name)}) is "${slug}": ${why}`, () => {
    assert.equal(slugify(name), slug);
  });
}

const LONG: readonly (readonly [name: string, slug: string, why: string])[] = [
  ["x".repeat(280), "x".repeat(200), "a long word is cut"],
  [`${"x".repeat(199)} end`, "x".repeat(199), "no hyphen is left at the end"],
  ["認証".repeat(60), "認証".repeat(33), "the length counts in bytes, and characters stay whole"],
];

for (const [name, slug, why] of LONG) {
  Deno.test(`a long name becomes a slug of at most 200 bytes: ${why}`, () => {
    assert.equal(slugify(name), slug);
  });
}

const names = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 300, minLength: 150 }),
  fc.string({ unit: "grapheme", maxLength: 30 }),
  anyText,
);

Deno.test("a slug is never empty and never begins or ends with a hyphen or repeats one", () => {
  fc.assert(fc.property(names, (name) => assert.match(slugify(name), /^[^-]+(?:-[^-]+)*$/)));
});

Deno.test("the slug of a slug is the slug", () => {
  fc.assert(fc.property(names, (name) => assert.equal(slugify(slugify(name)), slugify(name))));
});
