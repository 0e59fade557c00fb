/**
 * What every implementation does with programs that stay, as cases.
 * @module
 */
import assert from "node:assert/strict";
import process from "node:process";
import type { Child, Host } from "../../lib/host/host.ts";
import type { ContractCase } from "./contract.ts";

const GRACE_PERIOD = 150;

function sh(host: Host, script: string): Promise<Child> {
  return host.spawn({ argv: ["sh", "-c", script], cwd: host.cwd(), gracePeriod: GRACE_PERIOD });
}

async function write(child: Child, text: string): Promise<void> {
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  writer.releaseLock();
}

/** Reads standard output until it holds a text. */
async function until(child: Child, wanted: RegExp): Promise<RegExpExecArray> {
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    text += chunk.value;
    const match = wanted.exec(text);
    if (match !== null) {
      await reader.cancel();
      return match;
    }
  }
  throw new Error(`ended with: ${text}`);
}

/** The behaviors of {@link Host.spawn} and its children. */
export const childContract: readonly ContractCase[] = [
  {
    name: "a child is spoken with, and ends when its standard input is closed",
    async holds(host) {
      const child = await sh(host, "while read -r line; do echo got $line; done; echo bye >&2; exit 3");
      await write(child, "one\n");
      await until(child, /got one\n/);
      await child.end();
      assert.equal(await child.ended, 3);
      assert.equal(child.errors(), "bye\n");
    },
  },

  {
    name: "a program that is not there is an error of the host",
    async holds(host) {
      await assert.rejects(host.spawn({ argv: ["wf-no-such-program"], cwd: host.cwd() }), {
        reason: "not-found",
      });
    },
  },

  {
    name: "of standard error only the end is kept",
    async holds(host) {
      const child = await sh(host, "head -c 100000 /dev/zero | tr '\\0' x >&2; echo end >&2");
      await child.ended;
      await child.end();
      assert.ok(child.errors().length <= 20_000);
      assert.match(child.errors(), /x{9}end\n$/);
    },
  },

  {
    name: "standard output ends with the program, though what it left behind holds it open",
    async holds(host) {
      const child = await sh(host, "sleep 60 & echo done");
      const text = await new Response(child.stdout).text();
      assert.equal(text, "done\n");
      await child.end();
    },
  },

  {
    name: "a child that ignores the end of its input and SIGTERM is killed",
    async holds(host) {
      const child = await sh(host, "trap '' TERM; echo ready; while :; do sleep 0.05; done");
      await until(child, /ready/);
      await child.end();
      assert.equal(await child.ended, 137);
    },
  },

  {
    name: "the processes of the child's group end with it",
    async holds(host) {
      const child = await sh(host, "sleep 60 & echo pid $!; wait");
      const [, pid] = await until(child, /pid (\d+)\n/);
      await child.end();
      assert.equal(await isRunning(host, Number(pid)), false);
    },
  },

  {
    name: "a process that left the group is found by its mark, also when the child ended before",
    async holds(host) {
      if (process.platform !== "linux") return;
      for (const rest of ["exit 0", "wait"]) {
        const child = await sh(
          host,
          `setsid sh -c "trap '' TERM; echo pid \\$\\$; while :; do sleep 0.05; done" & ${rest}`,
        );
        const [, pid] = await until(child, /pid (\d+)\n/);
        await child.end();
        assert.equal(await isRunning(host, Number(pid)), false, rest);
      }
    },
  },

  {
    name: "ending twice waits for one end",
    async holds(host) {
      const child = await sh(host, "cat");
      await Promise.all([child.end(), child.end()]);
      assert.equal(await child.ended, 0);
    },
  },
];

/** Whether a process runs; one that nobody has waited for yet does not. */
async function isRunning(host: Host, pid: number): Promise<boolean> {
  if (!host.isAlive(pid)) return false;
  const { stdout } = await host.run({ argv: ["ps", "-o", "stat=", "-p", String(pid)], cwd: host.cwd() });
  return stdout.trim() !== "" && !stdout.includes("Z");
}
