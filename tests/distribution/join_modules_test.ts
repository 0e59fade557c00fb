import assert from "node:assert/strict";
import { dropMarks } from "../../tools/build/eager.ts";
import { joinModules } from "../../tools/build/join_modules.ts";

/** Returns what a program of several modules reports: it calls `log()`. */
async function logOf(modules: Readonly<Record<string, string>>, eager: readonly string[] = []) {
  const log: unknown[] = [];
  const joined = await joinModules(new Map(Object.entries(modules)), {
    entry: "a.js",
    eager: new Set(eager),
  });
  const program = new Function("log", `return (async () => {${dropMarks(joined).replace(/^#!.*/, "")}})();`);
  await program((value: unknown) => log.push(value));
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

for (const eager of [[], ["b.js", "d.js"]]) {
  Deno.test(`joined modules are evaluated once, in the order of their imports (${eager.length} marked)`, async () => {
    assert.deepEqual(await logOf(MODULES, eager), ["c", "b", 3, "d", 3, 3]);
  });
}

Deno.test("imports of other modules stay, and the program keeps its first line", async () => {
  const joined = await joinModules(new Map([["a.js", `#!/usr/bin/env x\nawait import("other");\n`]]), {
    entry: "a.js",
    eager: new Set(),
  });
  assert.match(joined, /^#!\/usr\/bin\/env x\n[^]*\nawait import\("other"\);\n$/);
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
