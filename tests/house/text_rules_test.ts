import assert from "node:assert/strict";
import { packagesIn } from "./packages.ts";
import { findInCode, findInText, modulesIn, sourceFiles } from "./source_files.ts";

/** Folders of the floors on which everything is a value. */
const PURE = [
  "schemas/",
  "generated/",
  "lib/text/",
  "lib/path/",
  "lib/collections/",
  "lib/release/",
  "lib/errors/",
  "lib/parse/",
  "lib/check/",
  "lib/permissions/",
  "lib/plan/",
  "lib/prompts/",
  "lib/lsp/",
];

Deno.test("up to plan, prompts and lsp there is no machine, no clock, no chance and no console", async () => {
  const forbidden =
    /\bDeno\.\w|["']node:|\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bcrypto\.\w|\bperformance\.\w|\bconsole\.\w|\bglobalThis\b|\bprocess\.(?!ts\b)\w/;
  assert.deepEqual(await findInCode(await modulesIn(...PURE), forbidden), []);
});

Deno.test("report prints nothing", async () => {
  const forbidden =
    /\bDeno\.\w|["']node:|\bconsole\.\w|\bprocess\.(?!ts\b)\w|\bhost\.\w|\bDate\.now\b|\bnew Date\(\s*\)/;
  assert.deepEqual(await findInCode(await modulesIn("lib/report/"), forbidden), []);
});

Deno.test("commands neither end the program nor read its arguments", async () => {
  const forbidden = /\bDeno\.\w|\bprocess\.(?!ts\b)\w|\bexit\(|["']node:|\bconsole\.\w/;
  assert.deepEqual(await findInCode(await modulesIn("lib/commands/"), forbidden), []);
});

Deno.test("text reaches the terminal through the one output that escapes it", async () => {
  const known = [
    "lib/cli/safe_output.ts",
    "lib/cli/main.ts", // the view that moves the cursor, which escapes its text itself
    "lib/apply/mcp_server.ts", // messages in JSON
    "lib/commands/lsp/lsp.ts", // messages in JSON
  ];
  const modules = await modulesIn("lib/apply/", "lib/commands/", "lib/cli/");
  const places = await findInCode(modules.filter((path) => !path.includes("/mock/")), /\bhost\.write\(/);
  assert.deepEqual(places.filter(({ place }) => !known.includes(place.split(":")[0]!)), []);
});

Deno.test("apply reaches the machine through the port alone", async () => {
  const forbidden = /\bDeno\.\w|\bprocess\.(?!ts\b)\w|["']node:|\bconsole\.\w|\bDate\.now\b|\bMath\.random\b/;
  assert.deepEqual(await findInCode(await modulesIn("lib/apply/"), forbidden), []);
});

Deno.test("the program needs no built-in that Node 20 lacks", async () => {
  const forbidden =
    /\b(?:Map|Object)\.groupBy\b|\bArray\.fromAsync\b|\bPromise\.(?:withResolvers|try)\b|\bRegExp\.escape\b|\.(?:keys|values|entries)\(\)\s*\.\w|\.(?:union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(|\.toArray\(\)|^\s*(?:await )?using \w/;
  const places = await findInCode(
    await modulesIn("lib/", "schemas/", "cli.ts", "mod.ts", "bin.ts"),
    forbidden,
  );
  assert.deepEqual(places.filter(({ text }) => !text.endsWith(".next")), []);
});

Deno.test("each package stands in one file of the program, one of the tests and one of the tools", async () => {
  for (const [area, start, home] of AREAS) {
    const files = new Map<string, Set<string>>();
    for (const { package: name, path } of await packagesIn(...start)) {
      files.set(name, (files.get(name) ?? new Set()).add(path));
      assert.ok(path.startsWith(home), `${path} imports ${name}: packages of the ${area} belong in ${home}`);
    }
    for (const [name, paths] of files) assert.equal(paths.size, 1, `${name} in ${[...paths].join(", ")}`);
  }
});

Deno.test("packages are named with a full version", async () => {
  const found = await packagesIn("lib/", "cli.ts", "mod.ts", "tests/", "tools/");
  assert.deepEqual(found.filter(({ version }) => !/^\d+\.\d+\.\d+/.test(version)), []);
});

Deno.test("a package has the same version everywhere", async () => {
  const versions = new Map<string, string>();
  for (const { package: name, version, path } of await packagesIn("lib/", "tests/", "tools/")) {
    assert.equal(version, versions.get(name) ?? version, `${name} in ${path}`);
    versions.set(name, version);
  }
});

Deno.test("nothing is put off by a remark", async () => {
  const remarks = new RegExp(String.raw`\b(?:${["TO" + "DO", "FIX" + "ME", "XX" + "X"].join("|")})\b`);
  assert.deepEqual(await findInText(await written(), remarks), []);
});

Deno.test("comments cite no document that this repository lacks", async () => {
  const modules = await modulesIn("lib/", "schemas/", "tests/", "tools/", "cli.ts", "mod.ts", "bin.ts");
  const files = new Set(await sourceFiles());
  const cited = await findInText(modules, /\b(?:docs|generated)\/[\w/-]+\.md\b/);
  assert.deepEqual(cited.filter(({ place, text }) => place.startsWith("lib/") && !files.has(text)), []);
  const foreign = new RegExp(["Sp" + "ec: ", "DECI" + "SIONS", "DES" + "IGN:"].join("|"));
  assert.deepEqual(await findInText(modules, foreign), []);
});

Deno.test("no file names a place of one machine", async () => {
  const place = /(?<![\w.~}])\/(?:home|Users|root|work|mnt)\/[\w.-]|file:\/\/\/\w|\b[A-Z]:\\+Users\b/;
  assert.deepEqual(await findInText([...await written(), "deno.lock"], place), []);
});

Deno.test("no file names the host of a package registry", async () => {
  const pattern = /\/\/(?:registry\.[\w.-]+|(?:\w+\.)?js[r]\.io)|_auth[T]oken|"tar[b]all":/;
  assert.deepEqual(await findInText([...await written(), "deno.lock"], pattern), []);
});

/** The parts of the repository, where their modules lie, and where their packages may stand. */
const AREAS: readonly (readonly [area: string, start: readonly string[], home: string])[] = [
  ["program", ["lib/", "schemas/", "generated/", "cli.ts", "mod.ts", "bin.ts"], "lib/deps/"],
  ["tests", ["tests/"], "tests/deps/"],
  ["tools", ["tools/"], "tools/"],
];

/** Files that people wrote here: not the lock, and not samples of other people's texts. */
async function written(): Promise<readonly string[]> {
  return (await sourceFiles()).filter((path) => path !== "deno.lock" && !path.startsWith("fixtures/"));
}
