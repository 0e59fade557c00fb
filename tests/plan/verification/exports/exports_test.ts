import assert from "node:assert/strict";
import { loadModuleParser } from "../../../../lib/deps/babel.ts";
import { exportedNames, exportName } from "../../../../lib/plan/verification/exports/exports.ts";
import { countTests } from "../../../../lib/plan/verification/count_tests.ts";
import { fc } from "../../../deps/fast_check.ts";
import { assertLinear } from "../../../ratio.ts";

const parse = await loadModuleParser();

/** Formats the names, then `*x` for a re-exported module, then `?` if there may be more. */
function read(path: string, text: string): string {
  const reading = exportedNames(path, text, parse);
  if (reading.kind === "unknown") return "unknown";
  const { names, from, more } = reading;
  return [...[...names].sort(), ...from.map((name) => `*${name}`), ...(more === undefined ? [] : ["?"])].join(
    " ",
  );
}

const EXPORTS: readonly [what: string, path: string, text: string, names: string][] = [
  [
    "declarations",
    "a.ts",
    "export const a = 1, b: Map<string, number> = c;\nexport async function* d() {}\nexport abstract class E {}\n" +
    "export enum F {}\nexport interface G {}\nexport type H<T> = T;\nexport namespace I { export const j = 1; }\n" +
    "export declare const k: string;",
    "E F G H I a b d k",
  ],
  ["patterns", "a.ts", "export const { a, b: { c }, ...d } = x, [e, , f = 1] = y;", "a c d e f"],
  [
    "lists",
    "a.ts",
    "const a = 1;\nexport { a, b as c, type D, e as 'f g' };\nexport type { H } from './h.ts';",
    "D H a c f g",
  ],
  [
    "defaults",
    "a.tsx",
    "export default function Page() { return <p>don't export const x = 1</p>; }",
    "Page default",
  ],
  ["a default without a name", "a.js", "export default () => 1;", "default"],
  ["what is passed on", "a.ts", "export * from './b';\nexport * as c from './c';", "c *./b"],
  [
    "what only looks so",
    "a.ts",
    "// export const a = 1;\n/* export const b = 1; */\nconst c = 'export const d = 1';\n`export const e`;\nconst f = 1;",
    "",
  ],
  [
    "CommonJS",
    "a.cjs",
    "module.exports = { a, 'b': 1, c() {}, ...require('./d') };\nmodule.exports.e = exports.f = void 0;",
    "a b c default e f *./d",
  ],
  [
    "what compilers write",
    "a.js",
    'Object.defineProperty(exports, "a", {});\n__exportStar(require("./b"), exports);',
    "a default *./b",
  ],
  ["exports that are computed", "a.js", "module.exports = make();", "default ?"],
  ["exports = of TypeScript", "a.ts", "class A {}\nexport = A;", "A default ?"],
  ["a module that cannot be parsed", "a.ts", "export const = ;", "unknown"],
  [
    "generic arrows beside JSX",
    "a.tsx",
    "export const a = <T,>(x: T) => <b>{x}</b>;\nexport const c = 1;",
    "a c",
  ],
  [
    "Python",
    "a.py",
    '"""def no(): pass"""\nimport os, a.b as ab\nfrom .x import (\n  Y as Z,  # w\n  V,\n)\n@wrap\nasync def f(\n  a=1,\n):\n    g = 1\n    def h(): pass\nclass C:\n    d = 1\nK: int = 1\nm, n = 1, 2\nif x == 1:\n    o = 1\nelse:\n    def p(): pass\n# def q(): pass\n',
    "C K V Z ab f m n o os p",
  ],
  ["__all__", "a.py", '__all__ = [\n  "a",  # "b"\n  \'c\',\n]\nfrom .x import *\n', "__all__ a c ?"],
  [
    "Go",
    "a.go",
    "package a\n// func No() {}\nfunc Do(x int) {\n\tvar In = 1\n}\nfunc (s *S) Method() {}\nfunc hidden() {}\ntype (\n\tA struct {\n\t\tField int\n\t}\n\tb int\n)\nconst C, D = 1, `\nfunc Quoted() {}\n`\nvar E int\n",
    "A C D Do E Method",
  ],
  [
    "Rust",
    "a.rs",
    "pub fn a<'b>(c: &'b str) {}\n// pub fn no() {}\nfn d() { \"pub fn e\" }\npub(crate) async unsafe fn f() {}\npub struct G { pub h: u8 }\nimpl G { pub const fn i() {} }\npub use x::{j, k::{L, M as N}};\npub const O: u8 = 1;\n#[macro_export]\nmacro_rules! p { () => {} }\n",
    "G L N O a f i j p",
  ],
  ["Rust that passes on everything", "a.rs", "pub use x::*;", "?"],
  ["other languages", "a.cs", "public class A {}", "unknown"],
  ["a byte order mark and CRLF", "a.ts", "\uFEFFexport const a = 1;\r\nexport const b = 2;\r\n", "a b"],
];

for (const [what, path, text, names] of EXPORTS) {
  Deno.test(`exportedNames() reads ${what}`, () => assert.equal(read(path, text), names));
}

Deno.test("exportedNames() throws on no text", () => {
  const part = fc.constantFrom(
    ...'export |const |a|{|}|(|)|[|]|<|>|\'|"|`|/|*|\\|\n|=|,|...|default |from |#|pub |use |::|func |def |:|  |module.exports|"""|\ud800'
      .split("|"),
  );
  const text = fc.array(fc.oneof(part, fc.string({ maxLength: 5 })), { maxLength: 40 }).map((parts) =>
    parts.join("")
  );
  const path = fc.constantFrom("a.ts", "a.tsx", "a.js", "a.py", "a.go", "a.rs", "a.txt", "noending");
  fc.assert(
    fc.property(path, text, (path, text) => {
      exportedNames(path, text, parse);
      countTests(path, text, parse);
    }),
    { numRuns: 500 },
  );
});

Deno.test("exportedNames() refuses brackets without end and does not run out of stack", () => {
  assert.equal(read("a.ts", `export const a = ${"[".repeat(100_000)}`), "unknown");
});

for (
  const [path, unit] of [
    ["a.py", '"""x'],
    ["a.py", "("],
    ["a.go", "/*"],
    ["a.go", "`"],
    ["a.rs", 'r#"'],
    ["a.rs", "pub use "],
    ["a.rs", "'"],
    ["a.rs", "pub extern "],
    ["a.rs", "pub("],
  ] as const
) {
  Deno.test(`exportedNames() takes time linear in ${JSON.stringify(unit)} of ${path}`, () => {
    assertLinear((size) => unit.repeat(size), (text) => exportedNames(path, text, undefined), 2_000);
  });
}

const NAMES: readonly [item: string, name: string | undefined][] = [
  ["login", "login"],
  ["login()", "login"],
  ["Store<State, Slice>", "Store"],
  ["function login", "login"],
  ["export const PORT", "PORT"],
  ["default", "default"],
  ["pub fn run(a: u8)", "run"],
  ["größe", "größe"],
  ["the login form", undefined],
  ["Auth.login", undefined],
  ["", undefined],
];

for (const [item, name] of NAMES) {
  Deno.test(`exportName() of "${item}" is ${name ?? "nothing"}`, () => assert.equal(exportName(item), name));
}

const TESTS: readonly [path: string, text: string, tests: number | "unknown"][] = [
  [
    "a.test.ts",
    "test('a', () => {});\nit.skip('b');\n// it('c')\ndescribe('d', () => { it.each([1])('e', f); });",
    3,
  ],
  ["a_test.ts", 'Deno.test("a", () => {});\nDeno.test.only({ name: "b" });\nlatest("c");', 2],
  [
    "test_a.py",
    "def test_a(): pass\nclass A:\n    async def test_b(self): pass\n# def test_c(): pass\ndef helper(): pass\n",
    2,
  ],
  ["a_test.go", "func TestA(t *testing.T) {}\nfunc Testing() {}\nfunc FuzzB(f *testing.F) {}\n", 2],
  ["a.rs", "#[test]\nfn a() {}\n#[tokio::test]\nasync fn b() {}\n// #[test]\n", 2],
  ["A.cs", "[Fact]\nvoid A() {}\n[Theory, Trait(1)]\nvoid B() {}\n// [Fact]\n", 2],
  ["a.kt", "@Test\nfun a() {}\n", 1],
  ["a.feature", "Scenario: a", "unknown"],
];

for (const [path, text, tests] of TESTS) {
  Deno.test(`countTests() counts ${tests} in ${path}`, () => {
    const counted = countTests(path, text, parse);
    assert.equal(typeof counted === "string" ? "unknown" : counted, tests);
  });
}
