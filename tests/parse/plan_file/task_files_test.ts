import assert from "node:assert/strict";
import { readFileEntries, readFiles } from "../../../lib/parse/plan_file/task_files.ts";

const FILES: readonly [what: string, text: string, paths: readonly string[]][] = [
  ["one path", "src/a.ts", ["src/a.ts"]],
  ["commas", "src/a.ts, src/b.ts,src/c.ts", ["src/a.ts", "src/b.ts", "src/c.ts"]],
  ["lines", "\n  src/a.ts\n  src/b.ts\n", ["src/a.ts", "src/b.ts"]],
  ["CRLF", "\r\nsrc/a.ts\r\nsrc/b.ts\r\n", ["src/a.ts", "src/b.ts"]],
  ["commas at the ends of lines", "src/a.ts,\nsrc/b.ts", ["src/a.ts", "src/b.ts"]],
  ["bullets", "- src/a.ts\n* src/b.ts", ["src/a.ts", "src/b.ts"]],
  ["backticks", "`src/a.ts`, - `src/b.ts`", ["src/a.ts", "src/b.ts"]],
  ["remarks in parentheses", "a.ts (new)\n`b.ts` (changed, see below)", ["a.ts", "b.ts"]],
  ["remarks behind a dash", "a.ts - the form\nb.ts — new\nc.ts – x", ["a.ts", "b.ts", "c.ts"]],
  ["remarks behind a number sign", "a.ts # the form", ["a.ts"]],
  ["remarks behind backticks", "`a.ts`: the form", ["a.ts"]],
  ["braces, which stay", "src/{a,b}.ts, c.ts", ["src/{a,b}.ts", "c.ts"]],
  ["braces that are not closed", "src/{a,b.ts\nc.ts", ["src/{a,b.ts", "c.ts"]],
  ["parentheses and brackets in paths", "app/(auth)/page.tsx, app/[id]/page.tsx", [
    "app/(auth)/page.tsx",
    "app/[id]/page.tsx",
  ]],
  ["a path that begins with parentheses", "(auth)/page.tsx (new)", ["(auth)/page.tsx"]],
  ["a number sign in a path", "src/c#/a.cs", ["src/c#/a.cs"]],
  ["names in any script", "тест/корзина.ts, 支払い.md", ["тест/корзина.ts", "支払い.md"]],
  ["blanks in backticks or behind a backslash", "`my file.ts`, my\\ other.ts", ["my file.ts", "my other.ts"]],
  ["patterns", "src/**/*.ts", ["src/**/*.ts"]],
  ["a name that begins with none", "none.ts", ["none.ts"]],
  ["nothing", " \n ", []],
  ["none", "None", []],
  ["none with a annotation", "none (research only)", []],
  ["none in parentheses", "(none - research only)", []],
  ["n/a and dashes", "N/A, -, —", []],
  ["sentences", "All files of the project", []],
  ["remarks with commas", "x.py (new, small), y.py (edit: a, b)", ["x.py", "y.py"]],
  ["one path before a annotation that names others", "a.json (plus those made: b.json, c.ico)", ["a.json"]],
  ["a annotation of two parts", "a.ts (new) — the form", ["a.ts"]],
  ["brackets that are not closed", "a.ts (new\nc)/d.ts, e(f/g.ts, h.ts", ["h.ts"]],
  ["brackets that end on another line", "a.ts (new,\nb.ts), c.ts", ["c.ts"]],
  ["brackets in brackets", "a.ts (new (small, plain), tested), b.ts", ["a.ts", "b.ts"]],
  ["paths that are in brackets themselves", "(src/a.ts), (src/b.ts, src/c.ts)", []],
  ["full-width brackets, and commas of any width", "a.ts（新）、b.ts （变更、测试）,c.ts，d.ts", [
    "a.ts",
    "b.ts",
    "c.ts",
    "d.ts",
  ]],
  ["full-width brackets in a path", "docs/設計（一）.md, docs/（草稿）/a.md", [
    "docs/設計（一）.md",
    "docs/（草稿）/a.md",
  ]],
  ["brackets without a blank before them", "a.ts(new), b/[id](x)/c.ts(small, plain), LICENSE(MIT)", [
    "a.ts",
    "b/[id](x)/c.ts",
    "LICENSE(MIT)",
  ]],
  ["nothing, and a sentence behind it", "none — reads a.ts, b.ts\nNone, verification\nc.ts", ["c.ts"]],
  ["semicolons", "a.ts; b.ts；c.ts", ["a.ts", "b.ts", "c.ts"]],
  ["entities, whose semicolons divide nothing", "a/&lt;run-id&gt;/x.json; b&amp;c.ts", [
    "a/&lt;run-id&gt;/x.json",
    "b&amp;c.ts",
  ]],
  ["prose of other scripts", "无文件修改；нет（無）, なし（確認のみ）, （无文件修改 — 测试）, 없음", []],
  ["words for nothing", "ninguno (solo verificación, sin código)\nNenhum\nkeine.\nRien — voir plus bas", []],
  ["quotes", `"my file.ts", 'b.ts' (new)`, ["my file.ts", "b.ts"]],
  ["brackets around all", "[src/a.gd, tests/b.gd]", ["src/a.gd", "tests/b.gd"]],
  ["a list of JSON", '[\n  ".gitignore",\n  "app/[id]/page.tsx"\n]', [".gitignore", "app/[id]/page.tsx"]],
  ["square brackets that are part of a path", "[id]/a.ts, b/[id]", ["[id]/a.ts", "b/[id]"]],
  ["an empty list", "[]", []],
];

for (const [what, text, paths] of FILES) {
  Deno.test(`readFiles() reads ${what}`, () => {
    assert.deepEqual(readFiles(text), paths);
  });
}

Deno.test("readFileEntries() keeps what follows a path, and knows where it stands", () => {
  const text = "a.ts (new), `b.ts`: x, c.ts";
  const entries = readFileEntries(text).map(({ path, annotation, annotationSpan: { start, end } }) => {
    return [path, annotation, text.slice(start, end)];
  });
  assert.deepEqual(entries, [["a.ts", "(new)", " (new)"], ["b.ts", ": x", ": x"], ["c.ts", "", ""]]);
});

Deno.test("readFileEntries() knows where a annotation stands in brackets around all, and without a blank before it", () => {
  const text = ' [ "a.ts" (b, c), d.ts（e、f） ] ';
  const remarks = readFileEntries(text).map(({ annotationSpan: { start, end } }) => text.slice(start, end));
  assert.deepEqual(remarks, [" (b, c)", "（e、f）"]);
});

const READ_ONLY = [
  "(read-only)",
  "(Read only)",
  "(reference only)",
  "(verify only)",
  "(verify-only; plus what the run shows)",
  "(unchanged)",
  "(unchanged from phase 2)",
  "(existing, unchanged)",
  "(no changes)",
  "(no changes needed)",
  "(read-only verification)",
  "— read-only",
  "# reference",
  "(只读)",
  "（只读，不修改）",
  "（確認のみ）",
];

for (const annotation of READ_ONLY) {
  Deno.test(`readFiles() leaves out a path with the annotation ${annotation}`, () => {
    assert.deepEqual(readFiles(`a.ts ${annotation}, b.ts`), ["b.ts"]);
  });
}

const CHANGED = [
  "(new)",
  "(read-only unless a test fails)",
  "(unchanged API, new cache)",
  "(read-only view of the cart)",
  "(read, then extend)",
  "(no changes to the signature)",
  "(reference implementation)",
  "(verify)",
];

for (const annotation of CHANGED) {
  Deno.test(`readFiles() reads a path with the annotation ${annotation}`, () => {
    assert.deepEqual(readFiles(`a.ts ${annotation}`), ["a.ts"]);
  });
}
