/**
 * What every implementation of the port does, as cases. They look at the machine through `node:`
 * built-ins alone, so that they run on Deno and on Node.
 * @module
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { type Host, HostError, MAX_TEXT_BYTES } from "../../lib/host/host.ts";

/** A behavior of the port. */
export interface ContractCase {
  /** The behavior, as a sentence. */
  readonly name: string;
  /** Fails where a host does not behave so. */
  readonly holds: (host: Host, place: Place) => Promise<void>;
}

/** An empty folder for a case. */
class Place {
  readonly path: string = fs.realpathSync(fs.mkdtempSync(`${tmpdir()}/wf-host-`));

  at(path: string): string {
    return `${this.path}/${path}`;
  }
}

/** Fails where a host does not behave as a case says. */
export async function verify({ holds }: ContractCase, host: Host): Promise<void> {
  const place = new Place();
  try {
    await holds(host, place);
  } finally {
    fs.rmSync(place.path, { recursive: true });
  }
}

/** The behaviors of the port. */
export const contract: readonly ContractCase[] = [
  {
    name: "readText() keeps a byte order mark and CRLF",
    async holds(host, place) {
      fs.writeFileSync(place.at("a.md"), "\uFEFFa\r\nb");
      assert.equal(await host.readText(place.at("a.md")), "\uFEFFa\r\nb");
    },
  },
  {
    name: "readText() gives U+FFFD for bytes that are no UTF-8",
    async holds(host, place) {
      fs.writeFileSync(place.at("a.md"), new Uint8Array([0x61, 0xff, 0x62]));
      assert.equal(await host.readText(place.at("a.md")), "a\uFFFDb");
    },
  },
  {
    name: "readText() reads ordinary files alone, also through a link, and none without end",
    async holds(host, place) {
      execFileSync("mkfifo", [place.at("pipe")]);
      fs.symlinkSync("pipe", place.at("link"));
      fs.symlinkSync("/dev/zero", place.at("zero"));
      fs.writeFileSync(place.at("large"), "");
      fs.truncateSync(place.at("large"), MAX_TEXT_BYTES + 1);
      const table = { pipe: "special", link: "special", zero: "special", large: "too-large" };
      for (const [path, reason] of Object.entries(table)) {
        const answered = new AbortController();
        const late = pause(5000, "it waits for ever", { signal: answered.signal }).catch(() => "");
        const error = await Promise.race([host.readText(place.at(path)), late]).then(
          String,
          (thrown) => thrown,
        );
        answered.abort();
        assert.ok(error instanceof HostError, `${path}: ${String(error).slice(0, 50)}`);
        assert.equal(error.reason, reason, path);
      }
      fs.truncateSync(place.at("large"), MAX_TEXT_BYTES);
      assert.equal((await host.readText(place.at("large"))).length, MAX_TEXT_BYTES);
    },
  },
  {
    name: "writeText() takes the place of no link, folder or pipe",
    async holds(host, place) {
      execFileSync("mkfifo", [place.at("pipe")]);
      fs.mkdirSync(place.at("folder"));
      fs.symlinkSync("nowhere", place.at("broken"));
      const table = { pipe: "special", folder: "other", broken: "other" };
      for (const [path, reason] of Object.entries(table)) {
        await assert.rejects(host.writeText(place.at(path), "new"), { reason }, path);
      }
      assert.ok(fs.lstatSync(place.at("broken")).isSymbolicLink());
      assert.ok(fs.lstatSync(place.at("pipe")).isFIFO());
      assert.deepEqual(fs.readdirSync(place.path).sort(), ["broken", "folder", "pipe"]);
    },
  },
  {
    name: "writeText() keeps a file's mode, follows a link and leaves no other file behind",
    async holds(host, place) {
      fs.writeFileSync(place.at("real.sh"), "old");
      fs.chmodSync(place.at("real.sh"), 0o750);
      fs.symlinkSync("real.sh", place.at("link.sh"));
      await host.writeText(place.at("link.sh"), "new");
      assert.equal(fs.readFileSync(place.at("real.sh"), "utf8"), "new");
      assert.equal(fs.statSync(place.at("real.sh")).mode & 0o777, 0o750);
      assert.ok(fs.lstatSync(place.at("link.sh")).isSymbolicLink());
      assert.deepEqual(fs.readdirSync(place.path).sort(), ["link.sh", "real.sh"]);
    },
  },
  {
    name: "writeText() makes folders that are missing, and a program where it is asked to",
    async holds(host, place) {
      await host.writeText(place.at("a/b/run.sh"), "#!/bin/sh\r\n", { executable: true });
      assert.equal(fs.readFileSync(place.at("a/b/run.sh"), "utf8"), "#!/bin/sh\r\n");
      assert.equal(fs.statSync(place.at("a/b/run.sh")).mode & 0o777, 0o755);
    },
  },
  {
    name: "writeText() lets nobody but the user read what is private, nor its folder",
    async holds(host, place) {
      fs.mkdirSync(place.at("a"), { mode: 0o755 });
      fs.writeFileSync(place.at("a/b"), "old", { mode: 0o644 });
      await host.writeText(place.at("a/b"), "new", { private: true });
      await host.writeText(place.at("c/d"), "new", { private: true });
      for (const path of ["a/b", "c/d"]) assert.equal(fs.statSync(place.at(path)).mode & 0o777, 0o600);
      for (const path of ["a", "c"]) assert.equal(fs.statSync(place.at(path)).mode & 0o777, 0o700);
      assert.deepEqual(fs.readdirSync(place.at("a")), ["b"]);
    },
  },
  {
    name: "writeText() that fails leaves the old file and nothing else",
    async holds(host, place) {
      fs.mkdirSync(place.at("a"));
      fs.writeFileSync(place.at("a/b"), "old");
      await assert.rejects(host.writeText(place.at("a/b/c"), "new"), HostError);
      assert.equal(fs.readFileSync(place.at("a/b"), "utf8"), "old");
      assert.deepEqual(fs.readdirSync(place.at("a")), ["b"]);
    },
  },
  {
    name: "createText() makes a file once",
    async holds(host, place) {
      const made = await Promise.all([1, 2, 3].map((n) => host.createText(place.at("x/lock"), String(n))));
      assert.equal(made.filter(Boolean).length, 1);
    },
  },
  {
    name: "appendText() adds to a file, which only this user can read, and fails without its folder",
    async holds(host, place) {
      host.appendText(place.at("a"), "one\n");
      host.appendText(place.at("a"), "two\n");
      assert.equal(await host.readText(place.at("a")), "one\ntwo\n");
      assert.equal(fs.statSync(place.at("a")).mode & 0o777, 0o600);
      assert.throws(() => host.appendText(place.at("b/c"), ""), { name: "HostError", reason: "not-found" });
    },
  },
  {
    name: "readDirectory() names the kinds of entries, in order",
    async holds(host, place) {
      fs.mkdirSync(place.at("c"));
      fs.writeFileSync(place.at("a"), "");
      fs.symlinkSync("a", place.at("b"));
      assert.deepEqual(await host.readDirectory(place.path), [
        { name: "a", kind: "file" },
        { name: "b", kind: "link" },
        { name: "c", kind: "directory" },
      ]);
    },
  },
  {
    name: "stat() follows links, and nothing is there below a file",
    async holds(host, place) {
      fs.writeFileSync(place.at("a"), "abc");
      fs.symlinkSync("a", place.at("b"));
      const { mtime, dev, ino } = fs.statSync(place.at("a"));
      const identity = `${dev}:${ino}`;
      const facts = { kind: "file", size: 3, modified: mtime.getTime(), identity, recent: true };
      const { changed, ...found } = (await host.stat(place.at("b")))!;
      assert.deepEqual(found, facts);
      assert.ok(Math.abs(mtime.getTime() - changed!) < 2000);
      fs.chmodSync(place.at("a"), 0o444);
      fs.utimesSync(place.at("a"), 0, 0);
      assert.equal((await host.stat(place.at("a")))?.recent, true, "its attributes are new");
      fs.utimesSync(place.at("a"), mtime, mtime);
      const { changed: _, ...after } = (await host.stat(place.at("b")))!;
      assert.deepEqual(after, { ...facts, readOnly: true });
      assert.equal((await host.stat(place.path))?.kind, "directory");
      assert.equal(await host.stat(place.at("c")), undefined);
      assert.equal(await host.stat(place.at("a/b")), undefined);
      fs.symlinkSync("none", place.at("d"));
      assert.equal(await host.stat(place.at("d")), undefined, "the target of its link does not exist");
      fs.symlinkSync(".", place.at("e"));
      assert.equal((await host.stat(place.at("e")))?.kind, "directory");
      assert.equal(await host.realPath(place.at("b")), place.at("a"));
    },
  },
  {
    name: "methods on files tell why they fail, in the same words",
    async holds(host, place) {
      fs.writeFileSync(place.at("a"), "");
      const table: [() => Promise<unknown>, string, string, string][] = [
        [() => host.readText(place.at("b")), "not-found", "b", "Cannot find "],
        [() => host.realPath(place.at("b")), "not-found", "b", "Cannot find "],
        [() => host.readDirectory(place.at("b")), "not-found", "b", "Cannot find "],
        [() => host.readText(place.at("a/b")), "not-a-directory", "a/b", "Cannot use "],
        [() => host.readDirectory(place.at("a")), "not-a-directory", "a", "Cannot use "],
        [() => host.readText(place.path), "other", "", "Cannot use "],
      ];
      for (const [action, reason, path, words] of table) {
        const error = await action().then(() => undefined, (thrown: unknown) => thrown);
        assert.ok(error instanceof HostError, path);
        assert.deepEqual([error.reason, error.message.slice(0, words.length)], [reason, words], path);
        assert.equal(error.path, path === "" ? place.path : place.at(path));
      }
    },
  },
  {
    name: "removeFile() removes a file, and does not mind when there is none",
    async holds(host, place) {
      fs.writeFileSync(place.at("a"), "");
      await host.removeFile(place.at("a"));
      await host.removeFile(place.at("a"));
      assert.deepEqual(fs.readdirSync(place.path), []);
    },
  },
  {
    name: "removeEmptyDirectory() leaves a folder that holds something, and a file",
    async holds(host, place) {
      fs.mkdirSync(place.at("empty"));
      fs.mkdirSync(place.at("full"));
      fs.writeFileSync(place.at("full/a"), "");
      for (const path of ["empty", "full", "full/a", "none"]) await host.removeEmptyDirectory(place.at(path));
      assert.deepEqual(fs.readdirSync(place.path), ["full"]);
      assert.deepEqual(fs.readdirSync(place.at("full")), ["a"]);
    },
  },
  {
    name: "move() makes the folders above, and never takes the place of something",
    async holds(host, place) {
      fs.mkdirSync(place.at("a"));
      fs.mkdirSync(place.at("b"));
      fs.writeFileSync(place.at("a/one"), "1");
      await host.move(place.at("a"), place.at("x/y/a"));
      assert.equal(fs.readFileSync(place.at("x/y/a/one"), "utf8"), "1");
      await assert.rejects(host.move(place.at("b"), place.at("x/y/a")), { reason: "exists" });
      await assert.rejects(host.move(place.at("a"), place.at("c")), { reason: "not-found" });
      assert.ok(fs.existsSync(place.at("b")));
    },
  },
  {
    name: "copyFile() keeps the mode and replaces what is there",
    async holds(host, place) {
      fs.writeFileSync(place.at("a"), "new", { mode: 0o750 });
      fs.writeFileSync(place.at("b"), "old and longer");
      await host.copyFile(place.at("a"), place.at("b"));
      await host.copyFile(place.at("a"), place.at("c"));
      assert.equal(fs.readFileSync(place.at("b"), "utf8"), "new");
      assert.equal(fs.statSync(place.at("c")).mode & 0o777, 0o750);
      await assert.rejects(host.copyFile(place.at("none"), place.at("d")), { reason: "not-found" });
    },
  },
  {
    name: "kindOf() does not follow links, and finds nothing below a file",
    async holds(host, place) {
      fs.mkdirSync(place.at("folder"));
      fs.writeFileSync(place.at("file"), "");
      await host.link("folder", place.at("link"));
      await host.link("nowhere", place.at("broken"));
      await host.link("circle", place.at("circle"));
      const names = ["folder", "file", "link", "broken", "circle", "none", "file/below", "none/below"];
      const kinds = await Promise.all(names.map((name) => host.kindOf(place.at(name))));
      assert.deepEqual(kinds, ["directory", "file", "link", "link", "link", undefined, undefined, undefined]);
    },
  },
  {
    name: "link() and readLink() keep a target as it is written",
    async holds(host, place) {
      await host.link("../no/where", place.at("a"));
      assert.equal(await host.readLink(place.at("a")), "../no/where");
      await assert.rejects(host.link("b", place.at("a")), { reason: "exists" });
      await assert.rejects(host.readLink(place.at("none")), { reason: "not-found" });
    },
  },
  {
    name: "makeTemporaryDirectory() makes an empty folder, each time another",
    async holds(host) {
      const made = await Promise.all([1, 2].map(() => host.makeTemporaryDirectory("wf-host-")));
      assert.notEqual(made[0], made[1]);
      for (const path of made) {
        assert.deepEqual(fs.readdirSync(path), []);
        fs.rmdirSync(path);
      }
    },
  },
  {
    name: "run() gives output and exit code, feeds standard input and takes variables away",
    async holds(host) {
      const result = await host.run({
        argv: ["sh", "-c", 'cat; echo "$A-${HOME-none}"; echo oops >&2; exit 3'],
        cwd: "/",
        stdin: "in ",
        env: { A: "a", HOME: undefined },
      });
      assert.deepEqual(result, { code: 3, stdout: "in a-none\n", stderr: "oops\n" });
    },
  },
  {
    name: "run() takes away a variable that is not set, and leaves the others",
    async holds(host) {
      const env = { A: "a", WF_NEVER_SET: undefined };
      const argv = ["sh", "-c", 'echo "$A ${WF_NEVER_SET-none} ${HOME:+home}"'] as const;
      assert.equal((await host.run({ argv, cwd: "/", env })).stdout, "a none home\n");
    },
  },
  {
    name: "run() lets a program read nothing where nothing is fed, and not read what is",
    async holds(host) {
      assert.equal((await host.run({ argv: ["cat"], cwd: "/" })).code, 0);
      const much = "much\n".repeat(100_000);
      assert.equal((await host.run({ argv: ["true"], cwd: "/", stdin: much })).code, 0);
      assert.equal((await host.run({ argv: ["cat"], cwd: "/", stdin: much })).stdout, much);
    },
  },
  {
    name: "run() hands on output as it comes, letters whole",
    async holds(host) {
      const pieces: string[] = [];
      const argv = ["sh", "-c", String.raw`printf '\303'; sleep 0.2; printf '\244'`] as const;
      const { stdout } = await host.run({ argv, cwd: "/", onOutput: (text) => void pieces.push(text) });
      assert.equal(stdout, "ä");
      assert.equal(pieces.join(""), "ä");
    },
  },
  {
    name: "run() keeps the beginning and the end of long output where that will do, and hands on all of it",
    async holds(host) {
      const argv = [
        "sh",
        "-c",
        "echo first; yes | head -c 300000; echo last; yes x | head -c 300000 >&2",
      ] as const;
      let length = 0;
      const { code, stdout, stderr } = await host.run({
        argv,
        cwd: "/",
        keep: { length: 1000, beyond: "cut" },
        onOutput: (text) => void (length += text.length),
      });
      assert.equal(code, 0);
      assert.match(stdout, /^first\ny\n[y\n]*\[… 299,011 characters left out …\]\n[y\n]*last\n$/);
      assert.match(stderr, /^[x\n]*\[… 299,000 characters left out …\]\n[x\n]*$/);
      assert.equal(length, 600_011);
    },
  },
  {
    name: "run() fails where all output is needed and it is too long, once the program has ended",
    async holds(host, place) {
      const argv = ["sh", "-c", "yes | head -c 300000; touch ended"] as const;
      const keep = { length: 1000, beyond: "fail" } as const;
      await assert.rejects(host.run({ argv, cwd: place.path, keep }), {
        name: "HostError",
        reason: "too-long",
        message: 'Cannot read the output of "sh": it is longer than 1,000 characters',
      });
      assert.ok(fs.existsSync(place.at("ended")));
    },
  },
  {
    name: "run() gives 128 and the number of the signal that ended a program",
    async holds(host) {
      assert.equal((await host.run({ argv: ["sh", "-c", "kill -TERM $$"], cwd: "/" })).code, 143);
    },
  },
  {
    name: "run() does not wait for what a program left in the background",
    async holds(host) {
      const argv = ["sh", "-c", "sleep 20 & echo $!"] as const;
      const { code, stdout } = await host.run({ argv, cwd: "/" });
      assert.equal(code, 0);
      // Had it been waited for, it would be gone by now.
      process.kill(Number(stdout), "SIGKILL");
    },
  },
  {
    name: "run() ends the whole process group when its signal fires",
    async holds(host, place) {
      const controller = new AbortController();
      const stubborn = "trap '' TERM; touch begun; for i in 1 2 3 4 5 6; do sleep 5; done; touch late";
      const argv = ["sh", "-c", `mkfifo open; sh -c "${stubborn}" > open 2>&1 & sleep 60`] as const;
      const running = host.run({ argv, cwd: place.path, signal: controller.signal });
      while (!fs.existsSync(place.at("open"))) await pause(10);
      // It is closed once all programs that write to it have ended.
      const closed = fs.promises.readFile(place.at("open"));
      while (!fs.existsSync(place.at("begun"))) await pause(10);
      controller.abort();
      assert.notEqual((await running).code, 0);
      await closed;
      assert.equal(fs.existsSync(place.at("late")), false);
    },
  },
  {
    name: "run() starts a program in a process group of its own, or in ours where it is to share it",
    async holds(host) {
      const groupOf = (pid: string) =>
        execFileSync("ps", ["-o", "pgid=", "-p", pid], { encoding: "utf8" }).trim();
      const argv = ["sh", "-c", "echo $$; ps -o pgid= -p $$"] as const;
      const groups = async (group?: "own" | "shared") => {
        const { stdout } = await host.run({ argv, cwd: "/", ...(group === undefined ? {} : { group }) });
        return stdout.trim().split(/\s+/);
      };
      // More than once: a host may start a program that it knows in another way.
      for (const group of [undefined, undefined, "own"] as const) {
        const [pid, found] = await groups(group);
        assert.equal(found, pid);
      }
      assert.equal((await groups("shared"))[1], groupOf(String(process.pid)));
    },
  },
  {
    name: "run() ends a program at once whose signal has fired before",
    async holds(host) {
      for (const group of ["own", "own", "shared"] as const) {
        const { code } = await host.run({
          argv: ["sleep", "30"],
          cwd: "/",
          group,
          signal: AbortSignal.abort(),
        });
        assert.equal(code, 143, group);
      }
    },
  },
  {
    name: "run() ends a program that shares the group, and nothing else of it, when its signal fires",
    async holds(host, place) {
      const controller = new AbortController();
      const argv = ["sh", "-c", "touch begun; exec sleep 30"] as const;
      const command = { argv, cwd: place.path, group: "shared" } as const;
      const other = host.run({ ...command, argv: ["sh", "-c", "until test -e ended; do sleep 0.01; done"] });
      const running = host.run({ ...command, signal: controller.signal });
      while (!fs.existsSync(place.at("begun"))) await pause(10);
      controller.abort();
      assert.equal((await running).code, 143);
      fs.writeFileSync(place.at("ended"), "");
      assert.equal((await other).code, 0);
    },
  },
  {
    name: "run() says when a program is not there",
    async holds(host) {
      await assert.rejects(host.run({ argv: ["no-such-program"], cwd: "/" }), { reason: "not-found" });
    },
  },
  {
    name: "isAlive() knows this process and one that has ended",
    holds(host) {
      assert.equal(host.pid, process.pid);
      assert.equal(host.isAlive(process.pid), true);
      assert.equal(host.isAlive(spawnSync("sh", ["-c", "exit 0"]).pid), false);
      return Promise.resolve();
    },
  },
  {
    name: "the environment is that of the process",
    holds(host) {
      assert.equal(host.cwd(), process.cwd());
      assert.equal(host.env("PATH"), process.env["PATH"]);
      assert.equal(host.env("WF_NO_SUCH_VARIABLE"), undefined);
      assert.equal(host.home(), process.env["HOME"]);
      assert.notEqual(host.hostname(), "");
      return Promise.resolve();
    },
  },
  {
    name: "serve() answers on this machine, sends pieces as they come, and refuses long requests",
    async holds(host) {
      async function* pieces(): AsyncIterable<string> {
        yield "one";
        await new Promise(() => {});
      }
      const server = await host.serve(({ method, path, headers, body }) => {
        const reply = { status: 201, headers: { "content-type": "text/plain" } };
        if (path === "/pieces") return Promise.resolve({ ...reply, body: pieces() });
        if (path === "/wrong") return Promise.reject(new Error("wrong"));
        return Promise.resolve({ ...reply, body: `${method} ${path} ${headers["x-a"]} ${body}` });
      }, 0);
      const url = `http://127.0.0.1:${server.port}`;
      const reply = await fetch(`${url}/a?b=c`, { method: "POST", headers: { "X-A": "1" }, body: "text" });
      assert.equal(reply.status, 201);
      assert.equal(await reply.text(), "POST /a?b=c 1 text");
      const long = await fetch(url, { method: "POST", body: "x".repeat(200_000) });
      assert.equal(long.status, 413);
      await long.text();
      const wrong = await fetch(`${url}/wrong`);
      assert.equal(wrong.status, 500);
      await wrong.text();
      const reader = (await fetch(`${url}/pieces`)).body!.getReader();
      assert.equal(new TextDecoder().decode((await reader.read()).value), "one");
      await assert.rejects(host.serve(() => Promise.reject(), server.port), /EADDRINUSE|in use/);
      await server.close();
      await reader.read().catch(() => {});
      await assert.rejects(fetch(url));
    },
  },
];

/** Behaviors that need a process of their own: a signal reaches whatever else runs in it. */
export const contractAlone: readonly ContractCase[] = [
  {
    name: "onInterrupt() calls back until it is told to stop",
    async holds(host) {
      let times = 0;
      const stop = host.onInterrupt(() => void times++);
      const keep = host.onInterrupt(() => {});
      execFileSync("kill", ["-TERM", String(host.pid)]);
      for (let tries = 0; times === 0 && tries < 200; tries++) await pause(10);
      stop();
      execFileSync("kill", ["-TERM", String(host.pid)]);
      await pause(50);
      keep();
      assert.equal(times, 1);
    },
  },
];
