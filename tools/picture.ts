/**
 * Records a real run in a terminal, and draws it as `assets/demo.svg` and its lanes as `assets/lanes.svg`, which
 * the README shows.
 *
 * deno run -A tools/picture.ts
 *
 * It needs git and util-linux's `script`. Check the pictures before you commit them.
 * @module
 */
import { demoFiles, demoTryOut } from "../lib/demo/files.ts";
import { ScreenReader } from "./picture/screen.ts";
import { type Frame, recordingSvg } from "./picture/svg.ts";

const SIZE = { columns: 92, rows: 30 };
/** Minimum time between two frames, in seconds. */
const PACE = 0.12;
/** Time after each command for reading, in seconds. */
const PAUSE = 1.6;
const HOLD = 6;
const COMMANDS = ["wf validate", "wf execute-phase 1 --yes --answer must_haves=approved", demoTryOut];
const TITLE = `A terminal in which these commands are run: ${COMMANDS.join("; ")}`;

const home = await Deno.makeTempDir({ prefix: "wf-picture-" });
try {
  await makeProject();
  const frames = await record();
  const svg = recordingSvg({ frames, hold: HOLD, ...SIZE, title: TITLE });
  await Deno.mkdir(new URL("../assets/", import.meta.url), { recursive: true });
  await Deno.writeTextFile(new URL("../assets/demo.svg", import.meta.url), svg);
  await shell(`wf view --format svg > '${home}/lanes.svg'`);
  await Deno.copyFile(`${home}/lanes.svg`, new URL("../assets/lanes.svg", import.meta.url));
} finally {
  await Deno.remove(home, { recursive: true });
}

/** Creates the sample project in a repository, and a `wf` on PATH. */
async function makeProject(): Promise<void> {
  for (const [path, text] of Object.entries(demoFiles)) {
    const file = `${home}/tally/${path}`;
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
    `printf '\\033[2m$\\033[22m \\033[1m%s\\033[22m\\n' '${command}'`,
    "sleep 0.6",
    command,
    `echo; sleep ${PAUSE}`,
  ]);
  await Deno.writeTextFile(`${home}/session.sh`, steps.join("\n"));
  const git = "[user]\nname = You\nemail = you@example.invalid\n[init]\ndefaultBranch = main\n";
  await Deno.writeTextFile(`${home}/.gitconfig`, git);
  await shell(
    "git init --quiet && git add --all && git commit --quiet --message 'docs: plan the first chart'",
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
    cwd: `${home}/tally`,
    env: environment(),
  }).output();
  if (!success) throw new Error(`Cannot run "${command}"`);
}

/** Records the session, as frames. */
async function record(): Promise<readonly Frame[]> {
  const command = `stty cols ${SIZE.columns} rows ${SIZE.rows}; exec sh '${home}/session.sh'`;
  const child = new Deno.Command("script", {
    args: ["--quiet", "--return", "--flush", "--command", command, "/dev/null"],
    cwd: `${home}/tally`,
    env: environment(),
    stdin: "null",
    stdout: "piped",
  }).spawn();
  const reader = new ScreenReader(SIZE);
  const frames: Frame[] = [];
  const start = performance.now();
  let shown = "";
  for await (const chunk of child.stdout) {
    await reader.write(chunk);
    const at = (performance.now() - start) / 1000;
    const screen = reader.screen();
    const text = JSON.stringify(screen);
    if (text === shown) continue;
    shown = text;
    const previous = frames.at(-1);
    if (previous !== undefined && at - previous.at < PACE) {
      frames[frames.length - 1] = { at: previous.at, screen };
    } else frames.push({ at: frames.length === 0 ? 0 : at, screen });
  }
  reader.close();
  if (!(await child.status).success) throw new Error("The session failed");
  return frames;
}
