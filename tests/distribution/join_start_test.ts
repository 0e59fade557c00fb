import assert from "node:assert/strict";
import { joinStart } from "../../tools/build/join_start.ts";
import { run } from "../../tools/build/run.ts";
import { Folder, host } from "../support/repository.ts";

/** Modules as the bundler writes them: a program that loads one of them later, and a library. */
const MODULES = {
  "bin.js": `#!/usr/bin/env node
import {
  own
} from "./chunk-own.js";
import "./chunk-common.js";
console.log("bin", own);
console.log((await import("./later.js")).later);
`,
  "chunk-own.js": `import {
  base as base2
} from "./chunk-common.js";
console.log("own");
var base = "own on " + base2;
export {
  base as own
};
`,
  "chunk-common.js":
    `console.log("common");\nvar base = { name: "base" }, $two = 2;\nbase.toString = () => base.name;
export {
  base,
  $two
};
`,
  "chunk-late.js": `import {
  base
} from "./chunk-common.js";
console.log("late");
export {
  base
};
`,
  "later.js": `import { base } from "./chunk-late.js";
import { own } from "./chunk-own.js";
import { base as common, $two } from "./chunk-common.js";
var later = [base === common, own, $two].join();
export { later };
`,
  "lib/mod.js": `import { base } from "../chunk-common.js";\nconsole.log("library " + base);\n`,
  "lib/node.js": `import { own } from "../chunk-own.js";\nconsole.log(own);\n`,
  "lib/more.js": `console.log(String((await import("../chunk-late.js")).base));\n`,
};

Deno.test("the modules of a start are joined, and evaluated once in the order of their imports", async () => {
  await using folder = await Folder.make({ ...MODULES, "package.json": '{ "type": "module" }' });
  const lines = async (file: string) => (await run("node", [file], folder.path)).trim().split("\n");
  const all = async () =>
    await Promise.all(["bin.js", "lib/mod.js", "lib/more.js", "lib/node.js"].map(lines));
  const before = await all();
  await joinStart(folder.path, { program: "bin.js", library: ["lib/mod.js", "lib/more.js"] });
  const left = (await host.readDirectory(folder.path)).filter(({ kind }) => kind === "file");
  assert.deepEqual(left.map(({ name }) => name).sort(), [
    "bin.js",
    "chunk-late.js",
    "later.js",
    "package.json",
    "shared.js",
    "start.js",
  ]);
  assert.deepEqual(await all(), before);
  assert.deepEqual(before[0], ["common", "own", "bin own on base", "late", "true,own on base,2"]);
});

Deno.test("the library loads nothing of the program", async () => {
  await using folder = await Folder.make(MODULES);
  await joinStart(folder.path, { program: "bin.js", library: ["lib/mod.js", "lib/more.js"] });
  assert.match(await folder.read("start.js"), /"own"/);
  assert.doesNotMatch(await folder.read("shared.js"), /"own"|start\.js/);
  assert.match(await folder.read("lib/mod.js"), /"\.\.\/shared\.js"/);
});

Deno.test("a module that is imported in another form is not joined", async () => {
  await using folder = await Folder.make({ ...MODULES, "later.js": `export * from "./chunk-own.js";\n` });
  const joined = joinStart(folder.path, { program: "bin.js", library: ["lib/mod.js", "lib/more.js"] });
  await assert.rejects(joined, /^Error: Cannot join chunk-own\.js, which later\.js imports$/);
});
