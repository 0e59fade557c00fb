import assert from "node:assert/strict";
import type { MockRule } from "../../schemas/mock_script.ts";
import { planText, smallProject, writes } from "../support/plans.ts";
import { program, wf } from "../support/program.ts";
import { repository } from "../support/repository.ts";
import { isInstalled, Terminal } from "../support/terminal.ts";
import { homeIn } from "../support/wide.ts";

const FILES = { do: "files" } as const;
const WAITS = { do: "wait", ms: 600_000 } as const;
const DOWN = "\x1b[B";

const RULES: readonly MockRule[] = [
  {
    plan: "01-01",
    task: 1,
    turn: 1,
    steps: [FILES, { do: "run", command: "touch .git/first" }, { do: "wait", ms: 600_000 }],
  },
  { plan: "01-01", task: 2, turn: 1, steps: [{ do: "run", command: "touch .git/second" }, WAITS] },
  {
    plan: "01-01",
    task: 2,
    turn: 2,
    steps: [FILES, {
      do: "run",
      command: "touch .git/third; until test -f .git/steered; do sleep 0.02; done",
    }],
  },
];

Deno.test({
  name: "keys steer a run, questions in between are answered here or elsewhere, and the terminal is restored",
  ignore: !isInstalled("script", "--version"),
  fn: async () => {
    const agent = { name: "mock", command: "script.json", retries: 0 };
    await using folder = await repository({
      ...smallProject({ mode: "yolo", agent }),
      "script.json": JSON.stringify({ rules: RULES }),
      ".planning/phases/01-base/01-01-PLAN.md": planText({
        plan: "01",
        tasks: [writes("one.txt"), writes("two.txt")],
      }),
    });
    const [command, first] = program();
    const line = [command, ...first, "execute-phase", "1"].map((word) => `'${word}'`).join(" ");
    await using terminal = new Terminal({
      command: `sh -c "${line}; echo ended with \\$?; stty -a"`,
      cwd: folder.path,
      env: homeIn(folder),
    });
    let seen = 0;
    /** Waits until the terminal shows a text after what was seen before. */
    const shows = async (text: string) => {
      await terminal.until(JSON.stringify(text), (shown) => {
        const at = shown.indexOf(text, seen);
        if (at !== -1) seen = at + text.length;
        return at !== -1;
      });
    };
    const works = (name: string) => terminal.until(name, () => folder.has(`.git/${name}`));
    await works("first");
    await shows("choose a plan");
    await terminal.type("1");
    await shows("q back");
    await terminal.type("i");
    await shows("Interrupt 01-01, and tell:");
    await terminal.type("\r");
    await shows("Task 01-01/1 was interrupted");
    await terminal.type(`${DOWN}\r`);
    await works("second");
    await shows("choose a plan");
    await terminal.type("1");
    await shows("q back");
    await terminal.type("i");
    await shows("Interrupt 01-01, and tell:");
    await terminal.type("\r");
    await shows("Task 01-01/2 was interrupted");
    const answer = ["tell", "--answer", "01-01/2/interrupted=continue"];
    const { code, stderr } = await wf(answer, { cwd: folder.path });
    assert.equal(code, 0, stderr);
    await shows("answered elsewhere: continue");
    await works("third");
    await shows("choose a plan");
    await terminal.type("1");
    await shows("q back");
    await terminal.type("t");
    await shows("Tell 01-01:");
    await terminal.type("Use tabs\r");
    await shows("you tell the agent: Use tabs");
    await folder.write({ ".git/steered": "" });
    await shows("ended with 0");
    await shows(" icanon");
    const only = ["--grep=Wf-Plan: 01-01", "--grep=Wf-Task: 2", "--all-match"];
    assert.match(await folder.git("log", "--format=%B", ...only), /Use tabs/);
  },
});

Deno.test({
  name: "a task that is skipped elsewhere ends the question for permission of its turn at the terminal",
  ignore: !isInstalled("script", "--version"),
  fn: async () => {
    const rules = [{ steps: [{ do: "ask", command: "rm -rf build" }] }];
    await using folder = await repository({
      ...smallProject({ agent: { name: "mock", command: "script.json" }, gates: { confirm_plan: false } }),
      "script.json": JSON.stringify({ rules }),
      ".planning/phases/01-base/01-01-PLAN.md": planText({ plan: "01", tasks: [writes("one.txt")] }),
    });
    const [command, first] = program();
    const line = [command, ...first, "execute-phase", "1"].map((word) => `'${word}'`).join(" ");
    await using terminal = new Terminal({
      command: `sh -c "${line}; echo ended"`,
      cwd: folder.path,
      env: homeIn(folder),
    });
    await terminal.until("the question", (shown) => shown.includes("the agent asks for permission"));
    const { code, stderr } = await wf(["tell", "01-01", "not needed", "--skip"], { cwd: folder.path });
    assert.equal(code, 0, stderr);
    await terminal.until("the skip", (shown) => shown.includes("skip task 1"));
  },
});
