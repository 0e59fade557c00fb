import assert from "node:assert/strict";
import { callUser } from "../../../lib/apply/interaction/attention.ts";
import type { Command } from "../../../lib/host/host.ts";
import { MemoryHost } from "../../support/memory_host.ts";

interface Call {
  readonly notify?: object;
  readonly env?: Readonly<Record<string, string>>;
  readonly terminals?: readonly string[];
  readonly idle?: number;
  /** The programs that exist. */
  readonly programs?: readonly string[];
}

/** Calls the user about a question, and returns what they get. */
async function called({ notify = {}, env = {}, terminals = ["stderr"], idle = 10_000, programs = [] }: Call) {
  const commands: Command[] = [];
  const notices: string[] = [];
  const host = new MemoryHost({
    files: { "/own/.wf/policy.json": JSON.stringify({ notify }) },
    env: { HOME: "/own", ...env },
    terminals,
    cwd: "/shop",
    run: (command) => {
      commands.push(command);
      return { code: programs.includes(command.argv[0]) ? 0 : 1, stdout: "", stderr: "" };
    },
  });
  const question = { kind: "waiting", text: 'Merge "$(rm -rf ~)"?' } as const;
  let shown = "";
  await callUser(question, {
    host,
    idle,
    folder: "/shop",
    signal: (sequence) => shown += sequence,
    notice: (message) => notices.push(message),
  });
  const ran = commands.map(({ argv }) => argv.join(" "));
  return { shown, commands, ran, notices };
}

Deno.test("the terminal rings when the user is away, and only then", async () => {
  assert.equal((await called({})).shown, "\x07");
  assert.equal((await called({ idle: 9_999 })).shown, "");
  assert.equal((await called({ terminals: [] })).shown, "");
  assert.equal((await called({ env: { TERM: "dumb" } })).shown, "");
  assert.equal((await called({ env: { CLAUDECODE: "1" } })).shown, "");
  assert.equal((await called({ notify: { terminal: "off" } })).shown, "");
});

Deno.test("a notification is shown by notify-send, or else by the terminal", async () => {
  const call = { notify: { terminal: "desktop" }, env: { DISPLAY: ":0" } };
  const message = 'wf in shop waits for you: Merge "$(rm -rf ~)"?';
  const sent = await called({ ...call, programs: ["notify-send"] });
  assert.deepEqual([sent.ran, sent.shown], [[`notify-send --app-name=wf -- wf ${message}`], "\x07"]);
  assert.equal((await called(call)).shown, `\x07\x1b]9;${message}\x07`);
});

Deno.test("the user's command runs without a shell in their home, with the message beside it", async () => {
  const notify = { terminal: "off", command: "notify-me --title 'wf says'" };
  const { commands, notices } = await called({ notify, programs: ["notify-me"], terminals: [] });
  const message = 'wf in shop waits for you: Merge "$(rm -rf ~)"?';
  assert.deepEqual(commands.map(({ argv, cwd, stdin, env }) => ({ argv, cwd, stdin, env })), [{
    argv: ["notify-me", "--title", "wf says"],
    cwd: "/own",
    stdin: `${message}\n`,
    env: { WF_EVENT: "waiting", WF_MESSAGE: message, WF_PROJECT: "/shop" },
  }]);
  assert.deepEqual(notices, []);
});

Deno.test("a command that fails, or is not a command, is reported", async () => {
  for (const command of ["absent", "'not closed"]) {
    const { notices } = await called({ notify: { command } });
    assert.deepEqual(notices, [`Your command notify.command did not run, or failed: ${command}`]);
  }
});
