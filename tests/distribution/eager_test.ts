import assert from "node:assert/strict";
import { dropMarks, markEager } from "../../tools/build/eager.ts";
import type { Range } from "../../tools/build/syntax.ts";

/** Where in a program these parts stand, each of which is there once. */
function rangesOf(program: string, parts: readonly string[]): readonly Range[] {
  return parts.map((part) => {
    const start = program.indexOf(part);
    assert.ok(start !== -1 && program.indexOf(part, start + 1) === -1, part);
    return { start, end: start + part.length };
  });
}

/** A program with these functions in parentheses. */
async function eager(program: string, ...functions: readonly string[]): Promise<string> {
  return dropMarks(await markEager(program, rangesOf(program, functions)));
}

/** What a module exports. */
async function exportsOf(program: string): Promise<Readonly<Record<string, unknown>>> {
  return { ...await import(`data:text/javascript,${encodeURIComponent(program)}`) };
}

Deno.test("functions that are declared become variables before all else, as they are called before they stand", async () => {
  const program = "#!/usr/bin/env x\nconst a = f(1);\nasync function* g() {}\nfunction f(x) { return x; }\n";
  assert.equal(
    await eager(program, "function f(x) { return x; }", "async function* g() {}"),
    "#!/usr/bin/env x\nvar g = (async function* () {});\nvar f = (function (x) { return x; });\n" +
      "const a = f(1);\n\n\n",
  );
});

Deno.test("expressions and methods of objects stand in parentheses, and the others are as they were", async () => {
  assert.equal(await eager("const f = async (x) => x;", "async (x) => x"), "const f = (async (x) => x);");
  assert.equal(
    await eager(
      "o = { async *m(x) {}, ['a' + b](y) {}, get g() { return 1; } };",
      "async *m(x) {}",
      "['a' + b](y) {}",
    ),
    "o = { m: (async function*(x) {}), ['a' + b]: (function(y) {}), get g() { return 1; } };",
  );
  for (
    const [program, part] of [
      ["class A { m() {} }", "m() {}"],
      ["o = { get m() { return 1; } };", "get m() { return 1; }"],
      ["o = { m() { return super.m(); } };", "m() { return super.m(); }"],
      ["if (a) { function f() {} }", "function f() {}"],
      ["const a = 1 + 2;", "1 + 2"],
    ] as const
  ) assert.equal(await eager(program, part), program);
});

Deno.test("a method that holds a class with a parent says super by itself nowhere", async () => {
  const method = "m() { return class extends A { constructor() { super(); } }; }";
  assert.equal(await eager(`o = { ${method} };`, method), `o = { m: (function${method.slice(1)}) };`);
});

Deno.test("functions within functions are marked where they stand", async () => {
  const inner = "(y) => x + y";
  const outer = `function add(x) { return ${inner}; }`;
  assert.equal(
    await eager(`${outer}\n`, outer, inner),
    "var add = (function (x) { return ((y) => x + y); });\n\n",
  );
});

Deno.test("a marked program does what it did", async () => {
  const program = [
    "export const early = twice(late());",
    "function twice(x) { return x * 2; }",
    "function late() { return odd(3) ? 21 : 0; }",
    "function odd(n) { return n === 0 ? false : !odd(n - 1); }",
    "const methods = { sum(...all) { return all.reduce((a, b) => a + b, 0); }, *upTo(n) { for (let i = 0; i < n; i++) yield i; } };",
    "export const sum = methods.sum(...methods.upTo(5));",
    "export const waited = await (async (x) => x + 1)(1);",
    "export const names = [twice.name, methods.sum.name, methods.upTo.name];",
  ].join("\n");
  const functions = [
    "function twice(x) { return x * 2; }",
    "function late() { return odd(3) ? 21 : 0; }",
    "function odd(n) { return n === 0 ? false : !odd(n - 1); }",
    "sum(...all) { return all.reduce((a, b) => a + b, 0); }",
    "(a, b) => a + b",
    "*upTo(n) { for (let i = 0; i < n; i++) yield i; }",
    "async (x) => x + 1",
  ];
  const changed = await eager(program, ...functions);
  assert.notEqual(changed, program);
  const expected = { early: 42, names: ["twice", "sum", "upTo"], sum: 10, waited: 2 };
  assert.deepEqual(await exportsOf(program), expected);
  assert.deepEqual(await exportsOf(changed), expected);
});

Deno.test("a program that cannot be read is refused", async () => {
  await assert.rejects(markEager("function (", []), /Cannot read the program/);
});
