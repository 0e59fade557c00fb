/** Secrets in what agents, checks and hooks print, and in answers: none is stored or handed on. */
import assert from "node:assert/strict";
import { planText } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { repository } from "../support/repository.ts";

/** A token as GitHub writes it, put together, so that no scanner takes it for a real one. */
const TOKEN = `${"gh" + "p_"}${"a1B2".repeat(9)}`;
const PASSWORD = "tr0ub4dor";
const PRINTS = `printf 'using %s%s now\\n' 'gh' '${TOKEN.slice(2)}'; printf 'and %s%s\\n' tr0 ub4dor`;

Deno.test("secrets that an agent or a check prints are masked in events, and in what the agent gets", async () => {
  await using folder = await repository({
    ".planning/config.json": JSON.stringify({ mode: "yolo", workflow: { verifier: false } }),
    ".planning/phases/01-base/01-01-PLAN.md": planText({
      plan: "01",
      files: ["a.txt", "feedback.txt"],
      tasks: [{
        name: "Add a",
        files: "a.txt, feedback.txt",
        script:
          `${PRINTS}\nif [ -n "$WF_FEEDBACK" ]; then echo "$WF_FEEDBACK" > feedback.txt; fi\necho a > a.txt`,
        check: `test -f feedback.txt || { ${PRINTS}; exit 1; }`,
      }],
    }),
  });
  const { code, stdout, stderr } = await wf(["execute-phase", "1", "--json", "--agent", "shell"], {
    cwd: folder.path,
    env: { DB_PASSWORD: PASSWORD },
  });
  assert.equal(code, 0, stdout + stderr);
  const events = stdout.trim().split("\n").slice(1).join("\n");
  assert.ok(!events.includes(TOKEN) && !events.includes(PASSWORD));
  for (const kind of ["agent-output", "check-finished"]) {
    assert.match(events, new RegExp(`"kind":"${kind}".*using \\*\\*\\* now\\\\nand \\*\\*\\*`));
  }
  assert.match(await folder.read("feedback.txt"), /using \*\*\* now\nand \*\*\*/);
  const { stdout: logged } = await wf(["log"], { cwd: folder.path });
  assert.match(logged, /using \*\*\* now/);
  const files = await new Deno.Command("grep", { args: ["-r", TOKEN, `${folder.path}/.git`] }).output();
  assert.equal(new TextDecoder().decode(files.stdout), "");
});

Deno.test("a secret in an answer is masked in the commit and in the summary", async () => {
  await using folder = await repository({
    ".planning/config.json": JSON.stringify({
      gates: { confirm_plan: false },
      workflow: { verifier: false },
    }),
    ".planning/phases/01-base/01-01-PLAN.md": planText({
      plan: "01",
      autonomous: false,
      tasks: [`<task type="checkpoint:human-verify" gate="blocking">
  <name>Look</name>
  <what-built>A page</what-built>
  <how-to-verify>Open it</how-to-verify>
  <resume-signal>approved</resume-signal>
</task>`],
    }),
  });
  const words = `it needs ${TOKEN} first`;
  const first = await wf(["execute-phase", "1", "--agent", "mock", "--answer", `01-01/1=${words}`], {
    cwd: folder.path,
  });
  const second = await wf(["execute-phase", "1", "--agent", "mock", "--answer", "01-01/1=approved"], {
    cwd: folder.path,
  });
  const log = await folder.git("log", "--format=%B", "-p");
  assert.match(log, /it needs \*\*\* first/, first.stdout + first.stderr + second.stdout + second.stderr);
  assert.ok(!log.includes(TOKEN));
});
