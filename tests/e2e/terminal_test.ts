import assert from "node:assert/strict";
import { planText, smallProject, writes } from "../support/plans.ts";
import { program } from "../support/program.ts";
import { appears } from "../support/progress.ts";
import { type Folder, repository } from "../support/repository.ts";
import { isInstalled, Terminal } from "../support/terminal.ts";
import { homeIn } from "../support/wide.ts";
import { ScreenReader } from "../../tools/picture/screen.ts";

const ignore = !isInstalled("script", "--version");
const CONFIG = ".planning/config.json";
const PLAN_02 = ".planning/phases/01-base/01-02-PLAN.md";
const DOWN = "\x1b[B";

/** Returns the text of a terminal, without colors and cursor movements. */
function plain(shown: string): string {
  // deno-lint-ignore no-control-regex -- they are what is removed
  return shown.replace(/\x1b\[[0-9;?]*[A-Za-z]/g, "").replaceAll("\r", "");
}

function open(folder: Folder, ...args: string[]): Terminal {
  return openWith({}, folder, ...args);
}

function openWith(env: Readonly<Record<string, string>>, folder: Folder, ...args: string[]): Terminal {
  const [command, first] = program();
  const line = [command, ...first, ...args].map((word) => `'${word}'`).join(" ");
  return new Terminal({
    command: `sh -c "${line}; echo ended with \\$?"`,
    cwd: folder.path,
    env: { ...homeIn(folder), ...env },
  });
}

/** Returns the rows of a screen after an output, without those at its end that are empty. */
async function screenRows(output: string): Promise<readonly string[]> {
  const reader = new ScreenReader({ columns: 100, rows: 40 });
  await reader.write(new TextEncoder().encode(output));
  const rows = reader.screen().map((spans) => {
    return spans.reduce((row, { column, text }) => row.padEnd(column) + text, "");
  });
  reader.close();
  return rows.slice(0, rows.findLastIndex((row) => row !== "") + 1);
}

async function shows(terminal: Terminal, text: string): Promise<void> {
  await terminal.until(JSON.stringify(text), (shown) => plain(shown).includes(text));
}

const DONE = ["--trailer=Wf-Plan: 01-01", "--trailer=Wf-Task: 1"];

const GROUPS = `◆  Which settings do you want to change? (space to select)
│  ◼ mode and models (mode, granularity, model_profile)
│  ◻ workflow
│  ◻ planning
│  ◻ parallelization
│  ◻ git
│  ◻ gates
│  ◻ safety
│  ◻ agent
│  ◻ worktree`;

const MODE = `◆  mode: \`interactive\` asks you at each decision point, \`yolo\` approves all decisions.
│  ● interactive (default)
│  ○ yolo`;

const SAFETY = `◆  safety: which are on? (space to toggle)
│  ◼ always_confirm_destructive`;

const WRITE = `◆  Write these changes?
│  ○ Write
│  ○ Save as defaults
│  ○ Change nothing`;

Deno.test({
  name: "settings asks for groups and keys, shows the changes, and writes them",
  ignore,
  fn: async () => {
    await using folder = await repository(smallProject({ git: { branching_strategy: "phase" } }));
    const before = JSON.parse(await folder.read(CONFIG));
    await using terminal = open(folder, "settings");
    await shows(terminal, GROUPS);
    await terminal.type(`${DOWN.repeat(6)} \r`);
    await shows(terminal, MODE);
    await terminal.type(`${DOWN}\r`);
    await shows(terminal, "◆  granularity: ");
    await terminal.type("\r");
    await shows(terminal, "◆  model_profile: ");
    await terminal.type("\r");
    await shows(terminal, SAFETY);
    await terminal.type(" \r");
    await shows(terminal, "mode                               not set  →  yolo\n");
    await shows(terminal, "safety.always_confirm_destructive  not set  →  false\n");
    await shows(terminal, WRITE);
    await terminal.type(`${DOWN}\r`);
    await shows(terminal, "ended with 0");
    assert.deepEqual(JSON.parse(await folder.read(CONFIG)), {
      ...before,
      mode: "yolo",
      safety: { always_confirm_destructive: false },
    });
  },
});

Deno.test({
  name: "a question is readable at a terminal that does not know its size",
  ignore,
  fn: async () => {
    await using folder = await repository(smallProject({}));
    const [command, first] = program();
    const line = [command, ...first, "settings"].map((word) => `'${word}'`).join(" ");
    await using terminal = new Terminal({
      command: `sh -c "stty cols 0 rows 0; ${line}"`,
      cwd: folder.path,
      env: homeIn(folder),
    });
    await shows(terminal, GROUPS);
  },
});

Deno.test({
  name: "settings asks for a list with one item per line, and a long question stays next to its bar",
  ignore,
  fn: async () => {
    await using folder = await repository(smallProject({ worktree: { setup: ["npm ci"] } }));
    await using terminal = open(folder, "settings");
    await shows(terminal, GROUPS);
    await terminal.type(` ${DOWN.repeat(8)} \r`);
    await shows(terminal, "◆  worktree.setup: ");
    await shows(terminal, "│  npm ci");
    await terminal.type("\rmake\r\r");
    await shows(terminal, "◆  worktree.setup_timeout_minutes: ");
    await terminal.type("\r");
    await shows(terminal, "\n│  `link:node_modules` links instead of copying. (one per line)\n");
    await terminal.type("\r\r");
    await shows(terminal, 'worktree.setup  ["npm ci"]  →  ["npm ci", "make"]\n');
    await shows(terminal, WRITE);
    await terminal.type(`${DOWN}\r`);
    await shows(terminal, "ended with 0");
    const { worktree } = JSON.parse(await folder.read(CONFIG));
    assert.deepEqual(worktree, { setup: ["npm ci", "make"] });
  },
});

const FRAMES = [MODE, "◆  granularity: ", "◆  model_profile: ", WRITE];
const MOMENTS: readonly (readonly [moment: string, keys: readonly string[]])[] = [
  ["the groups", []],
  ["a key", ["\r"]],
  ["the summary", ["\r", `${DOWN}\r`, "\r", "\r"]],
];

for (const [moment, keys] of MOMENTS) {
  Deno.test({
    name: `settings that is cancelled at ${moment} with Ctrl-C changes nothing`,
    ignore,
    fn: async () => {
      await using folder = await repository(smallProject({}));
      const before = await folder.read(CONFIG);
      await using terminal = open(folder, "settings");
      await shows(terminal, GROUPS);
      for (const [index, key] of keys.entries()) {
        await terminal.type(key);
        await shows(terminal, FRAMES[index]!);
      }
      await terminal.type("\x03");
      await shows(terminal, "Nothing was changed");
      await shows(terminal, "ended with 130");
      assert.equal(await folder.read(CONFIG), before);
    },
  });
}

Deno.test({
  name: "execute-phase asks at the terminal and continues with the answer",
  ignore,
  fn: async () => {
    await using folder = await repository(smallProject({ gates: { execute_next_plan: false } }));
    await using terminal = open(folder, "execute-phase", "1");
    await shows(
      terminal,
      "◆  Execute plan 01-01 with 2 tasks?\n│  ○ Yes\n" +
        "│  ○ Yes to all plans of this run\n│  ○ No",
    );
    await terminal.type(`${DOWN}\r`);
    await shows(terminal, "◆  Execute plan 01-02 with 2 tasks?");
    await terminal.type(`${DOWN}${DOWN}${DOWN}\r`);
    await shows(terminal, "Stopped because you answered no: Execute plan 01-02 with 2 tasks?");
    await shows(terminal, "ended with 3");
    assert.equal((await folder.subjects()).length, 4);
  },
});

Deno.test({
  name: "Ctrl-D cancels a question for a text that is empty, and keeps one that is not",
  ignore,
  fn: async () => {
    await using folder = await repository({ "README.md": "# Shop\n" });
    await using terminal = open(folder, "new-project", "--agent", "shell");
    await shows(terminal, "◆  What is being built, and for whom?");
    await terminal.type("ab");
    await shows(terminal, "│  ab█");
    await terminal.type("\x04c");
    await shows(terminal, "│  abc█");
    await terminal.type("\x15\x04");
    await shows(terminal, "Interrupted");
    await shows(terminal, "ended with 130");
    assert.equal(await folder.has(".planning"), false);
  },
});

Deno.test({
  name: "after Yes to all plans, neither gate before a plan is asked again in the run",
  ignore,
  fn: async () => {
    await using folder = await repository(smallProject({}));
    await using terminal = open(folder, "execute-phase", "1");
    await shows(terminal, "◆  Execute plan 01-01 with 2 tasks?");
    await terminal.type(`${DOWN}${DOWN}\r`);
    await shows(terminal, "ended with 0");
  },
});

Deno.test({
  name:
    "execute-phase that is cancelled at a question with Ctrl-C or Ctrl-D is interrupted, and resumes there",
  ignore,
  fn: async () => {
    const gates = { confirm_plan: false, execute_next_plan: false };
    await using folder = await repository(smallProject({ gates, git: { branching_strategy: "phase" } }));
    await using terminal = open(folder, "execute-phase", "1");
    await shows(terminal, "◆  Merge wf/phase-01-base into main?");
    await terminal.type("\x03");
    await shows(terminal, "Interrupted after 6 commits");
    await shows(terminal, "run the same command to continue");
    await shows(terminal, "Next:\n  wf execute-phase 1");
    await shows(terminal, "ended with 130");
    await using ended = open(folder, "execute-phase", "1");
    await shows(ended, "◆  Merge wf/phase-01-base into main?");
    await ended.type("\x04");
    await shows(ended, "Next:\n  wf execute-phase 1");
    await shows(ended, "ended with 130");
    await using again = open(folder, "execute-phase", "1");
    await shows(again, "◆  Merge wf/phase-01-base into main?");
    await again.type(`${DOWN}\r`);
    await shows(again, "ended with 0");
  },
});

Deno.test({
  name:
    "complete-milestone that is cancelled at a question with Ctrl-C is interrupted, and has changed nothing",
  ignore,
  fn: async () => {
    await using folder = await repository({
      ".planning/config.json": JSON.stringify({ gates: { confirm_transition: true } }),
      ".planning/ROADMAP.md": "## Milestones\n\n- 🚧 **v1.0 MVP** - Phase 1\n\n### Phase 1: Base\n",
      ".planning/phases/01-base/01-01-PLAN.md": planText({ plan: "01", tasks: [writes("a.txt")] }),
      ".planning/phases/01-base/01-01-SUMMARY.md": "# Done\n",
    });
    await using terminal = open(folder, "complete-milestone");
    await shows(terminal, "◆  ");
    await terminal.type("\x03");
    await shows(terminal, "Interrupted");
    await shows(terminal, "ended with 130");
    assert.deepEqual(await folder.subjects(), ["start"]);
  },
});

Deno.test({
  name: "undo asks at a terminal, where Enter alone changes nothing and Ctrl-C interrupts",
  ignore,
  fn: async () => {
    await using folder = await repository(smallProject());
    await folder.git("commit", "--quiet", "--allow-empty", "--message=feat(01-01): a", ...DONE);
    await using terminal = open(folder, "undo", "01-01");
    await shows(terminal, "◆  Undo plan 01-01 on branch main?");
    await terminal.type("\r");
    await shows(terminal, "Nothing was changed");
    await shows(terminal, "ended with 3");
    await using cancelled = open(folder, "undo", "01-01");
    await shows(cancelled, "◆  Undo plan 01-01 on branch main?");
    await cancelled.type("\x03");
    await shows(cancelled, "ended with 130");
    assert.deepEqual(await folder.subjects(), ["start", "feat(01-01): a"]);
    await using accepted = open(folder, "undo", "01-01");
    await shows(accepted, "◆  Undo plan 01-01 on branch main?");
    await accepted.type(`${DOWN}\r`);
    await shows(accepted, "ended with 0");
    assert.equal((await folder.subjects()).at(-1), "revert(01-01): undo plan: build part 01");
  },
});

Deno.test({
  name: "a run at a terminal shows waves, plans and the current task, and ends in order at Ctrl-C",
  ignore,
  fn: async () => {
    const files = smallProject({ mode: "yolo" });
    const slow = files[PLAN_02]!.replace("echo", "sleep 30; echo");
    await using folder = await repository({ ...files, [PLAN_02]: slow });
    await using terminal = open(folder, "execute-phase", "1");
    await shows(terminal, "Wave 2  0 of 1 plan");
    await shows(terminal, "01-02 0/2");
    await terminal.type("\x03");
    await shows(terminal, "Stopping: agents are asked to end");
    await shows(terminal, "Interrupted after 3 commits");
    await shows(terminal, "Critical path: 01-01 → 01-02");
    await shows(terminal, "Next:\n  wf execute-phase 1");
  },
});

Deno.test({
  name: "a second Ctrl-C removes the view of the run, and says how to continue",
  ignore,
  fn: async () => {
    const files = smallProject({ mode: "yolo" });
    const stays = files[PLAN_02]!.replace(
      "echo",
      "trap '' TERM INT; : > .git/deaf; sleep 30; sleep 30; echo",
    );
    await using folder = await repository({ ...files, [PLAN_02]: stays });
    await using terminal = open(folder, "execute-phase", "1");
    await appears(folder, ".git/deaf", new Promise(() => {}));
    await terminal.type("\x03");
    await shows(terminal, "Stopping: agents are asked to end");
    await terminal.type("\x03");
    await terminal.until("its last line where the view was", (shown) => {
      return plain(shown).endsWith(
        "? help\n! Stopped immediately. Everything is kept; run the same command to continue\n",
      ) && shown.split("\n").at(-2)!.includes("\x1b[2K\x1b[1A".repeat(3));
    });
  },
});

for (const command of ["discuss-phase", "plan-phase"]) {
  Deno.test({
    name: `Ctrl-C during ${command} is announced above its view, and a second one removes the view`,
    ignore,
    fn: async () => {
      const rules = [{ steps: [{ do: "say", text: "reading\n" }, { do: "hang" }] }];
      await using folder = await repository({
        ...smallProject({ mode: "yolo", agent: { name: "mock", command: "rehearsal.json" } }),
        "rehearsal.json": JSON.stringify({ rules }),
      });
      await using terminal = open(folder, command, "1");
      await shows(terminal, "    reading");
      await terminal.type("\x03");
      await shows(terminal, "Interrupt again to stop immediately\n");
      await terminal.type("\x03");
      let output = "";
      await terminal.until("the end", (shown) => (output = shown).includes("Stopped immediately\r\n"));
      assert.deepEqual((await screenRows(output)).slice(-2), [
        "! Stopping: agents are asked to end, and no new work starts. Interrupt again to stop immediately",
        "! Stopped immediately",
      ]);
    },
  });
}

for (const signal of ["SIGTERM", "SIGHUP"] as const) {
  Deno.test({
    name: `a run that waits for an answer ends in order at ${signal}`,
    ignore,
    fn: async () => {
      await using folder = await repository(smallProject({ mode: "interactive" }));
      await using terminal = open(folder, "execute-phase", "1");
      await shows(terminal, "◆  ");
      const { pid } = JSON.parse(await folder.read(".git/wf/lock.json"));
      Deno.kill(pid, signal);
      await shows(terminal, "Interrupted");
      await shows(terminal, "ended with 130");
    },
  });
}

Deno.test({
  name:
    "discuss-phase asks at the terminal, takes a person's own words, and keeps what is left when they stop",
  ignore,
  fn: async () => {
    await using folder = await repository({
      ".planning/ROADMAP.md": "### Phase 2: More\n**Goal**: More\n\nBy mail or by name?\n",
    });
    await using terminal = open(folder, "discuss-phase", "2");
    await shows(
      terminal,
      "◆  By mail or by name?\n│  ● Leave it to the planner\n│  ○ Something else",
    );
    await terminal.type(`${DOWN}\r`);
    await shows(terminal, "◆  Your answer");
    await terminal.type("By mail\r");
    await shows(terminal, "◆  What does this phase leave out?");
    await terminal.type("\x03");
    await shows(terminal, "Interrupted; run the same command to continue");
    await shows(terminal, "Next:\n  wf discuss-phase 2");
    await shows(terminal, "ended with 130");
    const text = await folder.read(".planning/phases/02-more/02-CONTEXT.md");
    assert.match(text, /^- \*\*D-01:\*\* By mail or by name\? By mail$/m);
    assert.match(text, /^- \*\*D-02:\*\* What does this phase leave out\?$/m);
  },
});

for (const verb of ["plan-phase", "verify-phase"]) {
  Deno.test({
    name: `${verb} that is cancelled at a question with Ctrl-C is interrupted, and has recorded nothing`,
    ignore,
    fn: async () => {
      await using folder = await repository(smallProject({ mode: "interactive" }));
      await using terminal = open(folder, verb, "1");
      await shows(terminal, "◆  ");
      await terminal.type("\x03");
      await shows(terminal, "Interrupted; run the same command to continue");
      await shows(terminal, `Next:\n  wf ${verb} 1\n`);
      await shows(terminal, "ended with 130");
      assert.deepEqual(await folder.subjects(), ["start"]);
      // What a person does then is theirs, and not taken for what an interrupted run left.
      assert.equal(await folder.has(".git/wf/lock.json"), false);
    },
  });
}

Deno.test({
  name: "new-project that is cancelled at a question with Ctrl-C makes nothing",
  ignore,
  fn: async () => {
    await using folder = await repository();
    await using terminal = open(folder, "new-project", "Tally", "--set", "agent.name=shell");
    await shows(terminal, "◆  What is being built, and for whom?");
    await terminal.type("\x03");
    await shows(terminal, "Interrupted\nNothing was written; the same command begins again\n");
    await shows(terminal, "ended with 130");
    assert.equal(await folder.has(".planning"), false);
  },
});

Deno.test({
  name: "new-milestone that is cancelled at its first question says that it begins again",
  ignore,
  fn: async () => {
    await using folder = await repository({
      ...smallProject({ agent: { name: "mock" } }),
      ".planning/ROADMAP.md":
        "# Roadmap\n\n## Milestones\n\n- ✅ **v1.0 MVP** - Phase 1 (shipped 2026-01-01)\n",
      ".planning/STATE.md": "---\nmilestone: v1.0\nstatus: completed\n---\n# Project State\n",
    });
    await using terminal = open(folder, "new-milestone");
    await shows(terminal, "◆  What does the milestone have to do?");
    await terminal.type("\x03");
    await shows(terminal, "Interrupted\nNothing was written; the same command begins again\n");
    await shows(terminal, "ended with 130");
    assert.deepEqual(await folder.subjects(), ["start"]);
  },
});

Deno.test({
  name: "discuss-phase without an agent that is cancelled before an answer writes nothing",
  ignore,
  fn: async () => {
    await using folder = await repository(smallProject({ agent: { name: "shell" } }));
    await using terminal = open(folder, "discuss-phase", "1");
    await shows(terminal, "◆  ");
    await terminal.type("\x03");
    await shows(terminal, "\nInterrupted, and nothing was written; run the same command to continue\n");
    await shows(terminal, "ended with 130");
    assert.deepEqual(await folder.subjects(), ["start"]);
    assert.equal(await folder.git("status", "--porcelain"), "");
  },
});

for (
  const [command, later] of [
    ["new-project", "write what you are building into .planning/PROJECT.md"],
    ["new-milestone", "add the phases of the milestone yourself"],
  ] as const
) {
  Deno.test({
    name: `${command} --yes asks nothing at the terminal, and shows what is left to write`,
    ignore,
    fn: async () => {
      const agents = { "bin/claude": "#!/bin/sh\necho 2.0.0 Claude Code\n" };
      const project = { ".planning/ROADMAP.md": "# Roadmap\n\n- [x] **Phase 1: Base** - done\n" };
      await using folder = await repository(command === "new-project" ? agents : { ...agents, ...project });
      await Deno.chmod(`${folder.path}/bin/claude`, 0o755);
      const env = { PATH: `${folder.path}/bin:${Deno.env.get("PATH")}` };
      await using terminal = openWith(env, folder, command, "Tally", "--yes");
      await shows(terminal, `With --yes, nothing is asked: ${later}`);
      await shows(terminal, "ended with 0");
    },
  });
}

Deno.test({
  name: "new-project asks at the terminal what is being built",
  ignore,
  fn: async () => {
    await using folder = await repository();
    await using terminal = open(folder, "new-project", "Tally", "--set", "agent.name=shell");
    await shows(terminal, "◆  What is being built, and for whom?");
    await terminal.type("A tally of lines\r");
    await shows(terminal, '◆  Create the project "Tally"');
    await terminal.type(`${DOWN}\r`);
    await shows(terminal, "ended with 0");
    assert.match(await folder.read(".planning/PROJECT.md"), /## What This Is\n\nA tally of lines\n/);
  },
});

Deno.test({
  name: "Enter alone does not approve must-haves: they are deferred",
  ignore,
  fn: async () => {
    const gates = { confirm_plan: false, execute_next_plan: false };
    await using folder = await repository({
      ...smallProject({ gates, workflow: { verifier: true } }),
      [PLAN_02]: "",
    });
    await using terminal = open(folder, "execute-phase", "1");
    await shows(terminal, "● Later: the phase is not ticked until then");
    await terminal.type("\r");
    await shows(terminal, "Phase executed, needs a person (1)");
    await shows(terminal, "ended with 0");
    assert.match(await folder.read(".planning/ROADMAP.md"), /^- \[ \] \*\*Phase 1: Base/m);
  },
});

const CHOOSE = `<task type="checkpoint:decision"><name>Choose a store</name><decision>Which?</decision>
<options><option id="sqlite"><name>SQLite</name></option><option id="pg"><name>PostgreSQL</name></option></options>
</task>`;
const LOOK = `<task type="checkpoint:human-verify"><name>Look at it</name><what-built>A file</what-built>
<how-to-verify>Open it</how-to-verify><resume-signal>Type "approved"</resume-signal></task>`;
const SIGN_UP = `<task type="checkpoint:human-action"><name>Sign up</name><action>Sign up</action>
<verification><automated>test -f .git/key || { echo "no key yet"; exit 1; }</automated></verification></task>`;

Deno.test({
  name: "Enter, alone or after words, answers no gate, decision, review, action or merge at a terminal",
  ignore,
  fn: async () => {
    const gates = { execute_next_plan: false };
    await using folder = await repository({
      ...smallProject({ gates, git: { branching_strategy: "phase" } }),
      ".planning/phases/01-base/01-01-PLAN.md": planText({
        plan: "01",
        autonomous: false,
        tasks: [LOOK, CHOOSE, SIGN_UP],
      }),
      [PLAN_02]: "",
    });
    await using terminal = open(folder, "execute-phase", "1", "--agent", "shell");
    const asks = (title: string, times: number) =>
      terminal.until(`${title}, ${times} times`, (shown) => {
        return plain(shown).split(`◆  ${title}\n│  ○ `).length > times;
      });
    const explains = (title: string, times: number) =>
      terminal.until(`${title}, explained ${times} times`, (shown) => {
        return plain(shown).split(`▲  ${title}\n│  ○ `).length > times;
      });
    const answer = async (title: string, keys: string, times = 1) => {
      await asks(title, times);
      await terminal.type("blue is wrong\r");
      await explains(title, times);
      await terminal.type(keys);
    };
    await asks("Execute plan 01-01 with 3 tasks?", 1);
    await terminal.type("\r");
    await explains("Execute plan 01-01 with 3 tasks?", 1);
    await shows(terminal, "│  Choose one of: Yes, Yes to all plans of this run, No\n");
    // A letter that begins no choice ends the explanation, and chooses nothing.
    await terminal.type("x\r");
    await explains("Execute plan 01-01 with 3 tasks?", 2);
    await terminal.type("Y\r");
    await answer("Look at it", `${DOWN}\r`);
    await answer("Choose a store", `${DOWN}${DOWN}\r`);
    await answer("Sign up", `${DOWN}\r`);
    await shows(
      terminal,
      'The check failed: test -f .git/key || { echo "no key yet"; exit 1; }\n      no key yet\n',
    );
    await Deno.writeTextFile(`${folder.path}/.git/key`, "");
    await answer("Sign up", `${DOWN}\r`, 2);
    await answer("Merge wf/phase-01-base into main?", `${DOWN}${DOWN}${DOWN}\r`);
    await shows(terminal, "ended with 0");
    const body = await folder.git(
      "log",
      "--format=%s %(trailers:key=Wf-Answer,valueonly,separator=%x20)",
      "-4",
    );
    assert.deepEqual(body.trim().split("\n").slice(1), [
      "chore(01-01): sign up done",
      "chore(01-01): choose a store pg",
      "chore(01-01): look at it approved",
    ]);
  },
});
