import assert from "node:assert/strict";
import { commit } from "../../lib/release/release.ts";
import { version } from "../../generated/version.ts";
import { stamped } from "../../tools/build/stamp.ts";
import { releaseFiles, sizesText, sumsText } from "../../tools/build/sums.ts";
import { targetOfThisMachine, TARGETS, targetsNamed } from "../../tools/build/targets.ts";
import { packagesIn } from "../house/packages.ts";
import { smallProject } from "../support/plans.ts";
import { Folder, host } from "../support/repository.ts";
import { fromRoot } from "../support/root.ts";

const STAMP = { commit: "0123abc", repository: "owner/name" };

Deno.test({
  name: "the standalone program of this machine",
  ignore: targetOfThisMachine() === undefined,
  fn: async (t) => {
    await using folder = await Folder.make({}, "wf-build-");
    await using project = await Folder.make(smallProject());
    const made = await host.run({
      argv: [
        Deno.execPath(),
        "run",
        "--allow-all",
        "--lock=tools/build.lock",
        "tools/build.ts",
        "host",
        `--out=${folder.path}`,
      ],
      cwd: fromRoot(""),
      env: { WF_COMMIT: STAMP.commit, WF_REPOSITORY: STAMP.repository },
    });
    assert.equal(made.code, 0, made.stderr);
    const program = `${folder.path}/${targetOfThisMachine()!.file}`;
    const wf = (...args: readonly string[]) => host.run({ argv: [program, ...args], cwd: project.path });

    await t.step("runs without anything else, and tells what it is", async () => {
      const { stdout } = await wf("--version", "--json");
      const { runtime, ...told } = JSON.parse(stdout);
      assert.deepEqual(told, { formatVersion: 1, version, commit: "0123abc", installed: "binary" });
      assert.equal(runtime.name, "bun");
      const called = await wf("validate");
      assert.deepEqual(called, { code: 0, stdout: "✓ 2 plans checked: no findings\n", stderr: "" });
      assert.match((await wf("upgrade")).stdout, /github\.com\/owner\/name\/releases/);
    });

    await t.step(
      "loads neither configuration, code nor variables from the folder it is started in",
      async () => {
        const wicked = 'require("node:fs").writeFileSync("loaded", ""); console.log("loaded");\n';
        await project.write({
          "bunfig.toml": 'preload = ["./wicked.cjs"]\n[run]\npreload = ["./wicked.cjs"]\n',
          ".env": "NO_COLOR=\nBUN_OPTIONS=--preload=./wicked.cjs\nWF_LOADED=1\n",
          ".env.local": "BUN_OPTIONS=--preload=./wicked.cjs\n",
          "wicked.cjs": wicked,
          "package.json":
            '{ "type": "commonjs", "main": "wicked.cjs", "imports": { "#x": "./wicked.cjs" } }\n',
          "tsconfig.json": '{ "compilerOptions": { "paths": { "*": ["./wicked.cjs"] } } }\n',
        });
        for (const { package: name } of await packagesIn("lib/deps/")) {
          await project.write({ [`node_modules/${name}/index.js`]: wicked });
        }
        const called = await wf("validate");
        assert.deepEqual(called, { code: 0, stdout: "✓ 2 plans checked: no findings\n", stderr: "" });
        // These load what the start does not.
        for (const args of [["verify-phase", "1", "--dry-run"], ["mcp"], ["lsp"], ["agents"]]) {
          await wf(...args);
        }
        assert.equal(await project.has("loaded"), false);
      },
    );

    await t.step("names no place of the machine it was made on", async () => {
      const search = ["grep", "-c", "-a", "-F", "-e", fromRoot(""), "-e", folder.path, program] as const;
      assert.equal((await host.run({ argv: search, cwd: "/" })).stdout, "0\n");
    });
  },
});

Deno.test("targetsNamed() gives all targets, that of this machine, or those with the names", () => {
  assert.equal(targetsNamed([]), TARGETS);
  assert.equal(targetsNamed(["all"]), TARGETS);
  assert.deepEqual(targetsNamed(["linux-x64-musl", "windows-x64"]).map(({ file }) => file), [
    "wf-linux-x64-musl",
    "wf-windows-x64.exe",
  ]);
  assert.throws(() => targetsNamed(["amiga"]), /Unknown target "amiga", expected all, host, linux-x64, /);
});

Deno.test("the lock of the build holds each runtime, in one version, and names no registry", async () => {
  const lock = await Deno.readTextFile(fromRoot("tools/build.lock"));
  const { specifiers } = JSON.parse(lock);
  for (const { runtime } of TARGETS) assert.ok(runtime in specifiers, runtime);
  assert.equal(new Set(TARGETS.map(({ runtime }) => runtime.split("@").at(-1))).size, 1);
  assert.doesNotMatch(lock, /https?:/);
  const own = JSON.parse(await Deno.readTextFile(fromRoot("deno.lock")));
  assert.deepEqual(Object.keys(own.npm).filter((name) => name.startsWith("@oven/")), []);
});

Deno.test("stamped() puts commit and repository into a text; sources have none", () => {
  assert.equal(commit, "unknown");
  assert.equal(stamped('a="{{commit}}";b="wf-dev/wf"', STAMP), 'a="0123abc";b="owner/name"');
});

Deno.test("SHA256SUMS is what sha256sum reads", async () => {
  await using folder = await Folder.make({ "b": "two", "a": "one" });
  const files = await releaseFiles(folder.path, ["b", "a"]);
  assert.equal(sizesText(files), "a    0.000 MB\nb    0.000 MB\n");
  await folder.write({ "SHA256SUMS": sumsText(files) });
  const { code, stdout } = await host.run({ argv: ["sha256sum", "--check", "SHA256SUMS"], cwd: folder.path });
  assert.deepEqual([code, stdout], [0, "a: OK\nb: OK\n"]);
});
