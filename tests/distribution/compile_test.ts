import assert from "node:assert/strict";
import denoConfig from "../../deno.json" with { type: "json" };
import { importsReachableFrom } from "../house/import_graph.ts";
import { packagesIn } from "../house/packages.ts";
import { Folder } from "../support/repository.ts";
import { fromRoot } from "../support/root.ts";
import { deno } from "./run.ts";

/**
 * `deno compile` fetches its runtime from a host that a test cannot count on. With Deno itself in
 * its place everything else is checked: the module graph, the files and the permissions inside. The
 * program that comes out is thrown away.
 */
Deno.test("deno task compile", async (t) => {
  const [program, verb, ...words] = denoConfig.tasks.compile.command.split(" ");
  const output = words.indexOf("-o");
  assert.deepEqual([program, verb, words.at(-1), output === -1], ["deno", "compile", "cli.ts", false]);
  await using folder = await Folder.make({}, "wf-compile-");
  const file = `${folder.path}/wf`;
  const args = words.with(output + 1, file);
  const { code, stderr } = await deno(["compile", ...args], {
    cwd: fromRoot(""),
    env: { DENORT_BIN: Deno.execPath() },
  });
  assert.equal(code, 0, stderr);
  const bytes = await Deno.readFile(file);

  await t.step("writes the file the task names", () => {
    assert.match(words[output + 1]!, /^dist\//);
    assert.ok(bytes.length > 1e6);
  });

  await t.step("holds every module and text that the program reaches", async () => {
    const reached = new Set((await importsReachableFrom("cli.ts")).map(({ to }) => to));
    const texts = [...reached].filter((path) => /^lib\/demo\/project\/|\.json$/.test(path));
    assert.ok(texts.length > 10);
    for (const path of texts) {
      assert.ok(holds(bytes, await Deno.readTextFile(fromRoot(path))), `${path} is missing`);
    }
    for (const path of ["cli.ts", "lib/cli/main.ts", "lib/demo/files.ts"]) {
      assert.ok(reached.has(path) || path === "cli.ts", path);
      assert.ok(holds(bytes, await Deno.readTextFile(fromRoot(path))), `${path} is missing`);
    }
  });

  await t.step("holds the packages of the program, and none of the tests or tools", async () => {
    const listed = stderr.split("\n").filter((line) => /[─┬] /.test(line));
    const lists = (name: string) =>
      listed.some((line) => new RegExp(`[─┬] (?:${name}|${name.split("/")[0]})(?:[ /]|$)`).test(line));
    const own = new Set((await packagesIn("lib/deps/")).map((use) => use.package));
    for (const name of own) assert.ok(lists(name), `${name} is missing`);
    const lock: Lock = JSON.parse(await Deno.readTextFile(fromRoot("deno.lock")));
    const needed = neededBy(own, lock);
    for (const { package: name } of await packagesIn("tests/", "tools/")) {
      if (!needed.has(name)) assert.ok(!lists(name), `${name} is inside, and only tests or tools use it`);
    }
  });

  await t.step("grants what the first line of cli.ts grants", async () => {
    const [shebang = ""] = (await Deno.readTextFile(fromRoot("cli.ts"))).split("\n");
    const wanted = shebang.split(" ").filter((word) => word.startsWith("--allow-"))
      .map((word) => word.slice(2).split("="));
    const granted = permissionsIn(bytes);
    for (const kind of ["env", "net", "ffi", "read", "run", "sys", "write"]) {
      const flag = wanted.find(([name]) => name === `allow-${kind}`);
      const expected = flag === undefined ? null : flag[1]?.split(",") ?? [];
      assert.deepEqual(granted[`allow_${kind}`], expected, kind);
    }
  });
});

/** What of deno.lock is looked at. */
interface Lock {
  readonly npm: Readonly<Record<string, { readonly dependencies?: readonly string[] }>>;
}

/** The packages, and those they depend on. */
function neededBy(packages: Iterable<string>, { npm }: Lock): ReadonlySet<string> {
  const nameOf = (key: string) => /^@?[^@]*/.exec(key)![0];
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const [key, entry] of Object.entries(npm)) {
      if (nameOf(key) === name) {
        for (const dependency of entry.dependencies ?? []) add(nameOf(dependency));
      }
    }
  };
  for (const name of packages) add(name);
  return found;
}

function holds(bytes: Uint8Array, text: string): boolean {
  return indexOf(bytes, new TextEncoder().encode(text)) !== -1;
}

/** The permissions in the program's metadata: null for none, an empty list for all. */
function permissionsIn(bytes: Uint8Array): Record<string, unknown> {
  const start = indexOf(bytes, new TextEncoder().encode('"permissions":{"allow_')) + '"permissions":'.length;
  const text = new TextDecoder().decode(bytes.subarray(start, start + 5000));
  return JSON.parse(text.slice(0, text.indexOf("}") + 1));
}

/** Offset of some bytes in others, from the end backwards: what is embedded stands behind the runtime. */
function indexOf(bytes: Uint8Array, wanted: Uint8Array): number {
  const last = wanted.length - 1;
  for (let at = bytes.lastIndexOf(wanted[0]!); at !== -1; at = bytes.lastIndexOf(wanted[0]!, at - 1)) {
    if (bytes[at + last] === wanted[last] && wanted.every((byte, index) => bytes[at + index] === byte)) {
      return at;
    }
    if (at === 0) break;
  }
  return -1;
}
