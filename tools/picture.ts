/**
 * Records a real run in a terminal, and draws it as `assets/demo.svg` and its lanes, up to the interruption, as
 * `assets/lanes.svg`; the README shows both.
 *
 * deno run -A tools/picture.ts
 *
 * It needs git and util-linux's `script`. Check the pictures before you commit them.
 * @module
 */
import { rehearsalFile, sampleFiles } from "./picture/sample.ts";
import { ScreenReader } from "./picture/screen.ts";
import { type Frame, recordingSvg, type Screen } from "./picture/svg.ts";

const SIZE = { columns: 92, rows: 32 };
/** Minimum time between two frames, in seconds. */
const PACE = 0.15;
/** Time after each command for reading, in seconds. */
const PAUSE = 1.6;
const HOLD = 8;
const COMMANDS = [
  "wf validate",
  "wf validate --fix",
  "git commit --quiet --all --message 'docs: fix a list'",
  "wf execute-phase 1",
  "wf execute-phase 1",
  "sh receipt.sh",
];
const TITLE = `A terminal in which these commands are run: ${COMMANDS.join("; ")}. ` +
  "A check fails and the agent fixes it; Ctrl-C interrupts the first run and the second resumes it";
const [UP, DOWN, ENTER, CTRL_C] = ["\x1b[A", "\x1b[B", "\r", "\x03"];
/** Keys to type, each when the screen contains its text, in this order. */
const TYPED: readonly { readonly at: string; readonly keys: readonly string[] }[] = [
  { at: "Execute plan 01-01 with 1 task?", keys: [DOWN, DOWN, ENTER] },
  { at: "I print each line", keys: [CTRL_C] },
  { at: "Execute plan 01-03 with 1 task?", keys: [DOWN, ENTER] },
  { at: "these must-haves could not be checked", keys: [UP, ENTER] },
];
/** Time before each key, in milliseconds. */
const TYPING = 700;

const home = await Deno.makeTempDir({ prefix: "wf-picture-" });
try {
  await makeProject();
  const frames = await record();
  const svg = recordingSvg({ frames, hold: HOLD, ...SIZE, title: TITLE });
  await Deno.mkdir(new URL("../assets/", import.meta.url), { recursive: true });
  await Deno.writeTextFile(new URL("../assets/demo.svg", import.meta.url), svg);
  await shell(`wf view --run "$(ls .git/wf/runs | head -n 1)" --format svg > '${home}/lanes.svg'`);
  await Deno.copyFile(`${home}/lanes.svg`, new URL("../assets/lanes.svg", import.meta.url));
} finally {
  await Deno.remove(home, { recursive: true });
}

/** Creates the sample project in a repository, and a `wf` on PATH. */
async function makeProject(): Promise<void> {
  const rehearsal = `${home}/rehearsal.json`;
  await Deno.writeTextFile(rehearsal, rehearsalFile());
  for (const [path, text] of Object.entries(sampleFiles(rehearsal))) {
    const file = `${home}/till/${path}`;
    await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(file, text);
  }
  await Deno.mkdir(`${home}/.bin`);
  const program = new URL("../cli.ts", import.meta.url).pathname;
  await Deno.writeTextFile(
    `${home}/.bin/wf`,
    `#!/bin/sh\nexec '${Deno.execPath()}' run -A '${program}' "$@"\n`,
    {
      mode: 0o755,
    },
  );
  const steps = COMMANDS.flatMap((command) => [
    `printf '\\033[2m$\\033[22m \\033[1m%s\\033[22m\\n' ${JSON.stringify(command)}`,
    "sleep 0.6",
    command,
    `echo; sleep ${PAUSE}`,
  ]);
  // Ctrl-C reaches the shell as well as the run, and must end only the run.
  await Deno.writeTextFile(`${home}/session.sh`, ["trap : INT", ...steps].join("\n"));
  const git = "[user]\nname = You\nemail = you@example.invalid\n[init]\ndefaultBranch = main\n";
  await Deno.writeTextFile(`${home}/.gitconfig`, git);
  await shell(
    "git init --quiet && git add --all && git commit --quiet --message 'docs: plan the receipt'",
  );
}

function environment(): Record<string, string> {
  const cache = Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`;
  return {
    HOME: home,
    PATH: `${home}/.bin:${Deno.env.get("PATH")}`,
    DENO_DIR: cache,
    TERM: "xterm-256color",
    GIT_CONFIG_GLOBAL: `${home}/.gitconfig`,
    GIT_CONFIG_NOSYSTEM: "1",
    // Nobody answers here whether the plans of this project may run.
    WF_TRUST: "1",
  };
}

async function shell(command: string): Promise<void> {
  const { success } = await new Deno.Command("sh", {
    args: ["-c", command],
    cwd: `${home}/till`,
    env: environment(),
  }).output();
  if (!success) throw new Error(`Cannot run "${command}"`);
}

/** Records the session, as frames. */
async function record(): Promise<readonly Frame[]> {
  const command = `stty cols ${SIZE.columns} rows ${SIZE.rows}; exec sh '${home}/session.sh'`;
  const child = new Deno.Command("script", {
    args: ["--quiet", "--return", "--flush", "--command", command, "/dev/null"],
    cwd: `${home}/till`,
    env: environment(),
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const keyboard = child.stdin.getWriter();
  const waiting = [...TYPED];
  const typed: Promise<void>[] = [];
  const reader = new ScreenReader(SIZE);
  const frames: Frame[] = [];
  const start = performance.now();
  let shown = "";
  for await (const chunk of child.stdout) {
    await reader.write(chunk);
    const at = (performance.now() - start) / 1000;
    const screen = reader.screen();
    if (waiting[0] !== undefined && textOf(screen).includes(waiting[0].at)) {
      typed.push(type(keyboard, waiting.shift()!.keys));
    }
    const text = JSON.stringify(screen);
    if (text === shown) continue;
    shown = text;
    const previous = frames.at(-1);
    if (previous !== undefined && at - previous.at < PACE) {
      frames[frames.length - 1] = { at: previous.at, screen };
    } else frames.push({ at: frames.length === 0 ? 0 : at, screen });
  }
  reader.close();
  await Promise.all(typed);
  await keyboard.close().catch(() => {});
  if (!(await child.status).success) throw new Error("The session failed");
  return frames;
}

async function type(
  keyboard: WritableStreamDefaultWriter<Uint8Array>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    await new Promise((done) => setTimeout(done, TYPING));
    await keyboard.write(new TextEncoder().encode(key));
  }
}

function textOf(screen: Screen): string {
  return screen.map((line) => line.map(({ text }) => text).join(" ")).join("\n");
}
