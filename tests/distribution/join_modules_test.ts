import assert from "node:assert/strict";
import { dropMarks } from "../../tools/build/eager.ts";
import { joinModules } from "../../tools/build/join_modules.ts";

const PARTS = ["eager.js", "rest.js"] as const;

/** Joins modules of a program whose first is `a.js`. */
async function joined(modules: Readonly<Record<string, string>>, eager: readonly string[], version = "1") {
  const options = { entry: "a.js", eager: new Set(eager), parts: PARTS, version };
  const { first, parts } = await joinModules(new Map(Object.entries(modules)), options);
  return {
    first: dropMarks(first),
    parts: new Map([...parts].map(([name, text]) => [name, dropMarks(text)])),
  };
}

/** Returns what a program of several modules reports: it calls `log()`, also with the files that it loads. */
async function logOf(modules: Readonly<Record<string, string>>, eager: readonly string[] = [], other = "1") {
  const log: unknown[] = [];
  const { first } = await joined(modules, eager);
  const { parts } = await joined(modules, eager, other);
  const load = async (url: string) => {
    const name = url.replace(/^.*[/]|[?].*$/g, "");
    log.push(name);
    return await import(
      `data:text/javascript,${encodeURIComponent(`var { log } = globalThis;${parts.get(name)}`)}`
    );
  };
  const text = first.replace(/^#!.*/, "").replace("await import([", "await load([");
  const program = new Function("log", "load", "Deno", `return (async () => {${text}})();`);
  const write = (value: unknown) => log.push(value);
  Object.assign(globalThis, { log: write });
  await program(write, load, { mainModule: "https://example.com/a.js" });
  return log;
}

const MODULES = {
  "a.js": `#!/usr/bin/env x
import { one as first, two } from "./b.js";
import "./c.js";
log(first + two());
log((await import("./d.js")).three);
log((await import("./d.js")).three);
`,
  "b.js": `import { base } from "./c.js";
log("b");
var one = base, two = () => own() + one;
function own() { return base; }
export { one, two };
`,
  "c.js": `log("c");\nvar x = 1;\nexport { x as base };\n`,
  "d.js": `log("d");\nimport { base } from "./c.js";\nvar three = base + 2;\nexport { three };\n`,
};

for (
  const [eager, files] of [
    [[], ["eager.js", "rest.js"]],
    [["b.js", "d.js"], ["eager.js"]],
  ] as const
) {
  Deno.test(`joined modules are evaluated once, in the order of their imports (${eager.length} marked)`, async () => {
    assert.deepEqual(await logOf(MODULES, eager), ["c", "b", 3, ...files, "d", 3, 3]);
  });
}

Deno.test("the first file contains only what the first module imports", async () => {
  const { first, parts } = await joined(MODULES, ["b.js"]);
  assert.match(first, /log\("b"\)[^]*log\("c"\)/);
  assert.doesNotMatch(first, /log\("d"\)/);
  assert.match(parts.get("rest.js")!, /log\("d"\)/);
});

Deno.test("files of another version are refused", async () => {
  await assert.rejects(logOf(MODULES, [], "2"), /Cannot load eager.js: it is of another version than https:/);
});

Deno.test("imports of other modules stay, and the program keeps its first line", async () => {
  const { first } = await joined({ "a.js": `#!/usr/bin/env x\nawait import("other");\n` }, []);
  assert.match(first, /^#!\/usr\/bin\/env x\n[^]*\nawait import\("other"\);\n$/);
});

for (
  const text of [
    `import * as b from "./b.js";`,
    `import b from "./b.js";`,
    `export var a = 1;`,
    `export { a } from "./b.js";`,
    `export * from "./b.js";`,
    `export default 1;`,
    `import { a } from "./missing.js";`,
    `const = 1;`,
  ]
) {
  Deno.test(`modules with "${text}" are not joined`, async () => {
    await assert.rejects(logOf({ "a.js": "", "b.js": text }), /^Error: Cannot (?:join|read)/);
  });
}
