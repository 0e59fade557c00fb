import assert from "node:assert/strict";
import { version } from "../../generated/version.ts";
import { importsReachableFrom } from "../house/import_graph.ts";
import { smallProject } from "../support/plans.ts";
import type { Called } from "../support/program.ts";
import { Folder } from "../support/repository.ts";
import { fromRoot } from "../support/root.ts";
import { BUNDLE_PARTS } from "../../lib/release/release.ts";
import { functionsOfFrequentCalls } from "../../tools/build/frequent_calls.ts";
import { deno, run } from "./run.ts";

const FILES = ["wf.js", ...BUNDLE_PARTS];

Deno.test("the bundle", async (t) => {
  await using dist = await Folder.make({}, "wf-dist-");
  await using project = await Folder.make(smallProject());
  await using elsewhere = await Folder.make();
  const file = `${dist.path}/wf.js`;
  const make = async (cwd: string): Promise<void> => {
    const made = await deno(["run", "--allow-all", fromRoot("tools/bundle.ts"), file], {
      cwd,
      env: { WF_COMMIT: "0".repeat(40) }, // Another test may leave a file in the checkout for a moment.
    });
    assert.equal(made.code, 0, made.stderr);
  };
  await make(fromRoot(""));

  const wf = (permissions: readonly string[], ...args: readonly string[]): Promise<Called> =>
    deno([...run(file, "--no-npm", "--no-remote", ...permissions), ...args], { cwd: elsewhere.path });

  await t.step("prints its version with no permission at all", async () => {
    assert.deepEqual(await wf([], "--version"), { code: 0, stdout: `${version}\n`, stderr: "" });
  });

  await t.step("validates with the permission to read alone", async () => {
    const called = await wf(["--allow-read"], "validate", "--cwd", project.path);
    assert.deepEqual(called, { code: 0, stdout: "✓ 2 plans checked: no findings\n", stderr: "" });
  });

  await t.step("reports wrong arguments in the words of the program, although it is minified", async () => {
    for (const args of [["config"], ["validate", "--strickt"], ["waves", "1", "2"], ["status", "--cwd"]]) {
      const called = await wf(["--allow-read"], ...args);
      const cwd = elsewhere.path;
      const expected = await deno([...run(fromRoot("cli.ts"), "--no-check", "--allow-read"), ...args], {
        cwd,
      });
      assert.deepEqual(called, expected, args.join(" "));
      assert.doesNotMatch(called.stderr, /^Expected|^No flag/m);
    }
  });

  await t.step("shows waves as data", async () => {
    const { code, stdout } = await wf(["--allow-read"], "waves", "1", "--json", "--cwd", project.path);
    assert.equal(code, 0);
    const expected = { formatVersion: 1, phase: "01", waves: [["01-01"], ["01-02"]], serialized: [] };
    assert.deepEqual(JSON.parse(stdout), expected);
  });

  await t.step("prints every schema it lists, as they are inside it", async () => {
    const { stdout } = await wf(["--allow-read"], "schema", "--json");
    for (const name of JSON.parse(stdout).schemas) {
      const printed = await wf(["--allow-read"], "schema", name);
      const published = await Deno.readTextFile(fromRoot(`generated/${name}.schema.json`));
      assert.deepEqual(JSON.parse(printed.stdout), JSON.parse(published), name);
    }
  });

  await t.step("imports and fetches nothing at its start", async () => {
    const imports = await importsReachableFrom(file);
    assert.deepEqual(imports.filter(({ specifier }) => !specifier.startsWith("data:")), []);
    await using cache = await Folder.make({}, "wf-cache-");
    const called = await deno([...run(file), "--version"], {
      cwd: elsewhere.path,
      env: { DENO_DIR: cache.path },
    });
    assert.deepEqual(called, { code: 0, stdout: `${version}\n`, stderr: "" });
  });

  await t.step("leaves its compiled code in Deno's cache", async () => {
    await using cache = await Folder.make({}, "wf-cache-");
    await deno([...run(file), "--version"], { cwd: elsewhere.path, env: { DENO_DIR: cache.path } });
    const sizes = [...Deno.readDirSync(cache.path)]
      .filter(({ name }) => name.startsWith("v8_code_cache"))
      .map(({ name }) => Deno.statSync(`${cache.path}/${name}`).size);
    assert.ok(sizes.reduce((a, b) => a + b, 0) > 50_000, String(sizes));
  });

  await t.step("still finds what it asks people questions with", async () => {
    const [specifier = ""] = /npm:@clack\/prompts@[\d.]+/.exec(await dist.read("wf-rest.js")) ?? [];
    await elsewhere.write({ "ask.js": `await import(["${specifier}"][0]);\n` });
    const called = await deno(run("ask.js", "--allow-read", "--allow-env"), { cwd: elsewhere.path });
    assert.equal(called.code, 0, called.stderr);
  });

  await t.step("names no place of the machine it was made on", async () => {
    const text = (await Promise.all(FILES.map((name) => dist.read(name)))).join("");
    const cache = JSON.parse((await deno(["info", "--json"], { cwd: dist.path })).stdout);
    for (const place of [fromRoot(""), cache.denoDir, dist.path, "file:///"]) {
      assert.equal(text.includes(place), false, place);
    }
    assert.doesNotMatch(text, /\/(?:home|Users)\/\w/);
  });

  await t.step("has the functions in parentheses that frequent calls use", async () => {
    const text = await dist.read("wf-frequent.js");
    const [, ranges = []] = [...await functionsOfFrequentCalls(file)].find(([url]) =>
      url.startsWith("wf-frequent.js?")
    ) ?? [];
    const called = ranges.map(({ start, end }) => ({
      before: text[start - 1],
      text: text.slice(start, end),
    }));
    const functions = called.filter(({ text }) => /^(?:async )?function\b/.test(text));
    const eager = functions.filter(({ before }) => before === "(");
    assert.ok(eager.length > 300, String(eager.length));
    // What is declared within a function stays as it is.
    assert.ok(eager.length > 0.9 * functions.length, `${eager.length} of ${functions.length}`);
  });

  await t.step("holds ASCII alone, and still knows the dashes and marks of a roadmap", async () => {
    for (const name of FILES) assert.doesNotMatch(await dist.read(name), /[^\0-\x7f]/, name);
    await using marked = await Folder.make({
      ".planning/ROADMAP.md":
        "# Roadmap\n\n- ✅ **v1.0 First** — Phases 1–2\n- 🚧 **v1.1 Second** - Phase 3\n",
    });
    const permissions = ["--allow-read", "--allow-env", "--allow-run=git"];
    const { stdout } = await wf(permissions, "status", "--json", "--cwd", marked.path);
    assert.deepEqual(JSON.parse(stdout).milestone, { version: "v1.1", name: "Second" });
  });

  await t.step("is made the same, byte for byte, when it is made again", async () => {
    const before = await Promise.all(FILES.map((name) => dist.read(name)));
    await make(elsewhere.path);
    for (const [index, name] of FILES.entries()) {
      const [was, after] = [before[index]!, await dist.read(name)];
      const at = [...was].findIndex((character, offset) => character !== after[offset]);
      assert.equal(after === was, true, `${was.slice(at - 50, at + 50)}\n${after.slice(at - 50, at + 50)}`);
    }
  });

  await t.step("keeps the output of commands that only read, and repeats it", async () => {
    const keeps = async (...args: readonly string[]) => {
      await using home = await Folder.make({}, "wf-home-");
      const called = await deno([...run(file, "--allow-all"), ...args], {
        cwd: project.path,
        env: { HOME: home.path },
      });
      const kept = await Array.fromAsync(Deno.readDir(`${home.path}/.wf/cache`));
      assert.deepEqual([called.code, kept.length], [0, 1], args.join(" ") + called.stderr);
    };
    for (const args of [["validate"], ["waves", "1"], ["status"], ["graph", "1"]]) await keeps(...args);
  });

  await t.step("reads a small file for its version, and the others through a link to it", async () => {
    assert.ok((await dist.read("wf.js")).length < 70_000);
    await Deno.symlink(file, `${elsewhere.path}/wf.js`);
    const linked = await deno([...run(`${elsewhere.path}/wf.js`, "--allow-read"), "validate"], {
      cwd: project.path,
    });
    assert.deepEqual([linked.code, linked.stdout], [0, "✓ 2 plans checked: no findings\n"]);
  });

  await t.step("names a file that is missing", async () => {
    await Deno.remove(`${dist.path}/wf-rest.js`);
    const called = await wf(["--allow-read"], "schema");
    assert.deepEqual([called.code, called.stdout], [2, ""]);
    assert.match(called.stderr, /^error Cannot load wf-rest\.js: Module not found .*\n +→ Keep all files/);
  });
});
