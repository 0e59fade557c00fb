import assert from "node:assert/strict";
import { allImports, type Edge, importsReachableFrom, loadedWith } from "./import_graph.ts";
import { circles } from "./circles.ts";
import { modulesIn, sourceFiles } from "./source_files.ts";

/** The floors, lowest first: imports go down only. Floors of one height do not know each other. */
const FLOORS = [
  ["schemas"],
  ["text", "path", "collections", "release", "errors"],
  ["deps"],
  ["host"],
  ["parse"],
  ["check", "permissions"],
  ["plan"],
  ["lsp", "prompts", "report"],
  ["apply"],
  ["commands"],
  ["cli"],
  ["entry"],
];
/** The floors that work with the machine; on all others everything is a value. */
const WITH_HOST = ["host", "apply", "commands", "cli", "entry"];

const edges = await allImports();

Deno.test("every module of the program lies on a known floor", async () => {
  const modules = (await sourceFiles()).filter((path) => /^(?:lib|schemas|generated)\//.test(path));
  assert.deepEqual(modules.filter((path) => /\.m?ts$/.test(path) && floorOf(path) === undefined), []);
});

Deno.test("no import goes up, nor to another floor of the same height", () => {
  const goesUp = ({ from, to }: Edge) =>
    height(from) < height(to) || (height(from) === height(to) && floorOf(from) !== floorOf(to));
  assert.deepEqual(within().filter(goesUp).map(print), []);
});

Deno.test("no modules import each other in a circle, neither for code nor for types", () => {
  assert.deepEqual(circles(within()), []);
});

Deno.test("circles() finds the groups of modules that reach each other, and a module that imports itself", () => {
  const found = circles([["a", "b"], ["b", "c"], ["c", "a"], ["c", "d"], ["d", "f"], ["e", "e"]]
    .map(([from = "", to = ""]) => ({ from, to })));
  assert.deepEqual(found, [["a", "b", "c"], ["e"]]);
});

/** The rules lie in one room, as a reader looks for them by their code. */
const LARGE_ROOMS = ["lib/check/rules"];

Deno.test("no folder of lib holds more than two dozen modules", async () => {
  const rooms = new Map<string, number>();
  for (const path of await modulesIn("lib/")) {
    const room = path.slice(0, path.lastIndexOf("/"));
    if (!path.startsWith("lib/demo/project/")) rooms.set(room, (rooms.get(room) ?? 0) + 1);
  }
  const large = [...rooms].filter(([room, size]) => size > 24 && !LARGE_ROOMS.includes(room));
  assert.deepEqual(large, []);
});

Deno.test("only apply, commands, cli and the entries know the machine", () => {
  const knows = ({ from, to }: Edge) => floorOf(to) === "host" && !WITH_HOST.includes(floorOf(from)!);
  assert.deepEqual(within().filter(knows).map(print), []);
});

Deno.test("report does not know apply", () => {
  const knows = ({ from, to }: Edge) => floorOf(from) === "report" && floorOf(to) === "apply";
  assert.deepEqual(within().filter(knows).map(print), []);
});

Deno.test("the demo's files are used by commands alone", () => {
  const uses = ({ from, to }: Edge) => to.startsWith("lib/demo/") && !/^lib\/(?:demo|commands)\//.test(from);
  assert.deepEqual(within().filter(uses).map(print), []);
});

Deno.test("packages and node: modules are imported in lib/deps, node: in the hosts and bin.ts too", () => {
  const outside = ({ from, to }: Edge) =>
    (to.startsWith("npm:") && !from.startsWith("lib/deps/")) ||
    (to.startsWith("node:") && !/^(?:lib\/(?:deps|host)\/|bin\.ts$)/.test(from));
  assert.deepEqual(edges.filter(outside).map(print), []);
});

Deno.test("what runs on Node does not reach for Deno", async () => {
  const reached = new Set((await importsReachableFrom("bin.ts")).map(({ to }) => to));
  assert.deepEqual([...reached].filter((path) => /^lib\/host\/deno/.test(path)), []);
});

for (const entry of ["cli.ts", "mod.ts", "internals.ts", "lib/apply/mod.ts", "lib/host/node.ts"]) {
  Deno.test(`no bare specifier is reachable from ${entry}: a remote module sees no import map`, async () => {
    const bare = ({ specifier }: Edge) => !/^(?:\.{1,2}\/|npm:|node:)/.test(specifier);
    assert.deepEqual((await importsReachableFrom(entry)).filter(bare).map(print), []);
  });
}

for (const door of ["mod.ts", "internals.ts", "lib/permissions/mod.ts"]) {
  Deno.test(`the door ${door} leads to pure floors only`, async () => {
    const reached = new Set((await importsReachableFrom(door)).map(({ to }) => floorOf(to)));
    for (const floor of ["host", "apply", "commands", "cli"]) {
      assert.equal(reached.has(floor), false, floor);
    }
  });
}

/** What a start has no use for yet: these floors take longer to load than all the others need to answer. */
const LATER = ["deps", "parse", "check", "prompts", "lsp"];

for (
  const [what, entry] of [
    ["A start on Deno", "cli.ts"],
    ["A start on Node", "bin.ts"],
    ["What asks git for the index that a hook checks", "lib/commands/validate/validate.ts"],
  ] as const
) {
  Deno.test(`${what} loads no floor that reads files or checks them`, async () => {
    const early = (await loadedWith(entry)).filter((path) => LATER.includes(floorOf(path) ?? ""));
    assert.deepEqual(early, []);
  });
}

/** Imports between modules of the program. */
function within(): readonly Edge[] {
  return edges.filter(({ to }) => floorOf(to) !== undefined);
}

function print({ from, to }: Edge): string {
  return `${from} imports ${to}`;
}

function height(path: string): number {
  return FLOORS.findIndex((floors) => floors.includes(floorOf(path)!));
}

/** The floor of a module; undefined for one that is not of the program, or on no floor. */
function floorOf(path: string): string | undefined {
  if (path.includes(":")) return undefined;
  const [first = "", second = "", third] = path.split("/");
  if (second === "") return "entry";
  if (first === "schemas" || first === "generated") return "schemas";
  if (first !== "lib") return undefined;
  if (third === undefined) return undefined;
  if (second === "demo") return "commands";
  return FLOORS.flat().includes(second) ? second : undefined;
}
