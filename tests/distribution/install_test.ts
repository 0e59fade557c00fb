import assert from "node:assert/strict";
import { REPOSITORY } from "../../lib/release/release.ts";
import { sumsText } from "../../tools/build/sums.ts";
import { TARGETS } from "../../tools/build/targets.ts";
import { Folder, host } from "../support/repository.ts";
import { fromRoot } from "../support/root.ts";
import { isInstalled } from "../support/terminal.ts";

const PROGRAM = "#!/bin/sh\necho this is wf\n";

/** A release on the loopback interface. */
class Release {
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor(files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>) {
    this.#server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ url }) => {
      const body = files[new URL(url).pathname.slice(1)];
      return new Response(body ?? "not found", { status: body === undefined ? 404 : 200 });
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

/** Runs the script as `curl … | sh` does. */
async function install(
  release: Release,
  home: Folder,
  env: Readonly<Record<string, string | undefined>> = {},
) {
  return await host.run({
    argv: ["sh"],
    cwd: home.path,
    stdin: await Deno.readTextFile(fromRoot("install.sh")),
    env: { HOME: home.path, WF_BASE_URL: release.url, WF_TARGET: "linux-x64", WF_INSTALL: undefined, ...env },
  });
}

async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

async function sums(...names: readonly string[]): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(PROGRAM));
  const sum = new Uint8Array(digest).toHex();
  return sumsText(names.map((name) => ({ name, sum, size: PROGRAM.length })));
}

Deno.test("install.sh puts the program into a folder of the user's, and says so", async () => {
  await using home = await Folder.make();
  await using release = new Release({
    "SHA256SUMS": await sums("wf-linux-x64", "wf-linux-x64-musl"),
    "wf-linux-x64": PROGRAM,
  });
  const { code, stdout, stderr } = await install(release, home);
  assert.deepEqual([code, stderr], [0, ""]);
  const program = `${home.path}/.local/bin/wf`;
  assert.deepEqual(stdout.split("\n").slice(0, 3), [
    `Fetching wf-linux-x64 from ${release.url}`,
    "The SHA-256 sum is right",
    `Installed ${program}`,
  ]);
  assert.match(stdout, /is not in PATH/);
  assert.equal((await host.run({ argv: [program], cwd: "/" })).stdout, "this is wf\n");
  assert.deepEqual((await host.readDirectory(`${home.path}/.local/bin`)).map(({ name }) => name), ["wf"]);
});

Deno.test("install.sh downloads the compressed program if the release has one, and checks what is in it", async () => {
  await using home = await Folder.make();
  const files = { "SHA256SUMS": await sums("wf-linux-x64", "wf-linux-x64.gz") };
  await using release = new Release({ ...files, "wf-linux-x64.gz": await gzip(PROGRAM) });
  const { code, stderr } = await install(release, home);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.equal(await home.read(".local/bin/wf"), PROGRAM);
  await using other = new Release({ ...files, "wf-linux-x64.gz": await gzip("echo something else") });
  assert.match((await install(other, home)).stderr, /^error: The sum of wf-linux-x64 is /);
  await using broken = new Release({ ...files, "wf-linux-x64.gz": "not compressed" });
  assert.match((await install(broken, home)).stderr, /error: Cannot decompress wf-linux-x64\.gz/);
  assert.equal(await home.read(".local/bin/wf"), PROGRAM, "the installed program stays");
});

Deno.test("install.sh replaces an older program where it is told to, and knows PATH", async () => {
  await using home = await Folder.make({ "my tools/wf": "old" });
  await using release = new Release({ "SHA256SUMS": await sums("wf-linux-x64"), "wf-linux-x64": PROGRAM });
  const folder = `${home.path}/my tools`;
  const PATH = `${Deno.env.get("PATH")}:${folder}`;
  const { code, stdout } = await install(release, home, { WF_INSTALL: folder, PATH });
  assert.equal(code, 0);
  assert.match(stdout, /Try: wf demo\n$/);
  assert.equal(await home.read("my tools/wf"), PROGRAM);
});

Deno.test("install.sh installs nothing where the sum is wrong", async () => {
  await using home = await Folder.make({ ".local/bin/wf": "old" });
  await using release = new Release({
    "SHA256SUMS": await sums("wf-linux-x64"),
    "wf-linux-x64": `${PROGRAM}rm -rf everything\n`,
  });
  const { code, stderr } = await install(release, home);
  assert.equal(code, 1);
  assert.match(stderr, /^error: The sum of wf-linux-x64 is [0-9a-f]{64}, expected [0-9a-f]{64}: nothing was/);
  assert.equal(await home.read(".local/bin/wf"), "old");
  assert.deepEqual((await host.readDirectory(`${home.path}/.local/bin`)).map(({ name }) => name), ["wf"]);
});

Deno.test("install.sh says when a release has no program for the machine, or is not there", async () => {
  await using home = await Folder.make();
  await using release = new Release({ "SHA256SUMS": await sums("wf-linux-x64") });
  const missing = await install(release, home, { WF_TARGET: "plan9-x64" });
  assert.deepEqual([missing.code, missing.stderr], [1, "error: There is no wf-plan9-x64 in this release\n"]);
  const gone = await install(release, home);
  assert.equal(gone.code, 1);
  assert.match(gone.stderr, /error: Cannot fetch .*\/wf-linux-x64\n$/);
  const nowhere = await install(release, home, { WF_BASE_URL: `${release.url}/nowhere` });
  assert.match(nowhere.stderr, /error: Cannot fetch .*\/SHA256SUMS\n$/);
  assert.deepEqual(await host.readDirectory(`${home.path}/.local/bin`), []);
});

Deno.test({
  name: "install.sh downloads with wget where there is no curl, and says when there is neither",
  ignore: !isInstalled("wget", "--version"),
  fn: async () => {
    await using home = await Folder.make();
    await using release = new Release({ "SHA256SUMS": await sums("wf-linux-x64"), "wf-linux-x64": PROGRAM });
    const needed = ["sh", "uname", "mkdir", "mktemp", "rm", "mv", "chmod", "sed", "cut", "sha256sum", "wget"];
    await Deno.mkdir(`${home.path}/bin`);
    for (const name of needed) {
      const { stdout } = await host.run({ argv: ["sh", "-c", `command -v ${name}`], cwd: "/" });
      await Deno.symlink(stdout.trim(), `${home.path}/bin/${name}`);
    }
    const PATH = `${home.path}/bin`;
    const { code, stderr } = await install(release, home, { PATH });
    assert.deepEqual([code, stderr], [0, ""]);
    assert.equal(await home.read(".local/bin/wf"), PROGRAM);
    await Deno.remove(`${home.path}/bin/wget`);
    const neither = await install(release, home, { PATH });
    assert.equal(neither.code, 1);
    assert.match(neither.stderr, /^error: Cannot download: neither curl nor wget is installed\n/);
  },
});

Deno.test("install.sh says when it cannot write into the folder, before it downloads anything", async () => {
  await using home = await Folder.make({ "taken": "a file" });
  await using release = new Release({});
  const { code, stdout, stderr } = await install(release, home, { WF_INSTALL: `${home.path}/taken/bin` });
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /error: Cannot write into \S+\/taken\/bin: set WF_INSTALL to a folder of yours\n$/);
});

for (
  const [system, machine, name] of [
    ["Linux", "x86_64", "linux-x64"],
    ["Linux", "aarch64", "linux-arm64"],
    ["Darwin", "arm64", "macos-arm64"],
    ["Darwin", "x86_64", "macos-x64"],
  ] as const
) {
  Deno.test(`install.sh chooses ${name} on ${system} ${machine}, and that is built`, async () => {
    const uname = `#!/bin/sh\n[ "$1" = -m ] && echo ${machine} || echo ${system}\n`;
    await using home = await Folder.make({ "bin/uname": uname });
    await Deno.chmod(`${home.path}/bin/uname`, 0o755);
    await using release = new Release({ "SHA256SUMS": await sums(`wf-${name}`), [`wf-${name}`]: PROGRAM });
    const PATH = `${home.path}/bin:${Deno.env.get("PATH")}`;
    const { code, stderr } = await install(release, home, { WF_TARGET: undefined, PATH });
    assert.equal(code, 0, stderr);
    assert.ok(TARGETS.some((target) => target.name === name));
  });
}

Deno.test("the install scripts fetch from the repository that lib/release/release.ts names", async () => {
  const shell = await Deno.readTextFile(fromRoot("install.sh"));
  assert.ok(shell.includes(`repository=\${WF_REPOSITORY:-${REPOSITORY}}`));
  const powershell = await Deno.readTextFile(fromRoot("install.ps1"));
  assert.ok(powershell.includes(`{ $env:WF_REPOSITORY } else { '${REPOSITORY}' }`));
});

/** Installs from GitHub, with programs in place of curl and gh that answer from a folder. */
async function installWithGh(attests: boolean, loggedIn = true) {
  const home = await Folder.make({
    "release/SHA256SUMS": await sums("wf-linux-x64"),
    "release/wf-linux-x64": PROGRAM,
    "bin/curl":
      `#!/bin/sh\necho "$@" >> "$HOME/curl"\nwhile [ "$1" != -o ]; do shift; done\ncp "$HOME/release/\${3##*/}" "$2"\n`,
    "bin/gh":
      `#!/bin/sh\necho "$@" >> "$HOME/gh"\ncase "$*" in\n  *--help) ;;\n  auth*) exit ${
        loggedIn ? 0 : 1
      } ;;\n` +
      `  *) exit ${attests ? 0 : 1} ;;\nesac\n`,
  });
  for (const name of ["curl", "gh"]) await Deno.chmod(`${home.path}/bin/${name}`, 0o755);
  const made = await host.run({
    argv: ["sh"],
    cwd: home.path,
    stdin: await Deno.readTextFile(fromRoot("install.sh")),
    env: {
      HOME: home.path,
      PATH: `${home.path}/bin:${Deno.env.get("PATH")}`,
      WF_TARGET: "linux-x64",
      WF_BASE_URL: undefined,
      WF_INSTALL: undefined,
      WF_VERSION: undefined,
    },
  });
  return { ...made, home };
}

Deno.test("install.sh accepts only HTTPS with TLS 1.2, and installs what GitHub attests", async () => {
  const { code, stdout, stderr, home } = await installWithGh(true);
  await using _ = home;
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, new RegExp(`GitHub attests that ${REPOSITORY} has built it`));
  assert.match(await home.read("gh"), new RegExp(`attestation verify .*/wf --repo ${REPOSITORY}\n$`));
  const calls = (await home.read("curl")).trim().split("\n");
  assert.ok(calls.every((call) => /^--proto =https --tlsv1\.2 .* https:\/\//.test(call)), calls.join());
});

Deno.test("install.sh installs nothing that GitHub does not attest, and says if it cannot ask", async () => {
  const refused = await installWithGh(false);
  await using _ = refused.home;
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^error: GitHub does not attest .*: nothing was installed\n$/);
  assert.equal(await refused.home.has(".local/bin/wf"), false);
  const unasked = await installWithGh(false, false);
  await using __ = unasked.home;
  assert.equal(unasked.code, 0);
  assert.match(unasked.stdout, /provenance was not checked: that needs gh, logged in/);
});
