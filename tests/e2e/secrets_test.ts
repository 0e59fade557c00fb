/** Secrets in what agents, checks and hooks print, and in answers: none is stored or handed on. */
import assert from "node:assert/strict";
import type { MockRule, MockStep } from "../../schemas/mock_script.ts";
import { planText } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";

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
    const own = events.split("\n").map((line) => JSON.parse(line)).filter((event) => event.kind === kind);
    const said = own.map(({ text, output }) => text ?? output).join("");
    assert.ok(said.startsWith("using *** now\nand ***"), said);
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

const PHASE = ".planning/phases/01-base";
const SECRETS = { DB_PASSWORD: PASSWORD };

/** A project whose agent `mock` plays these rules. */
async function playing(
  rules: readonly MockRule[],
  files: Readonly<Record<string, string>> = {},
): Promise<Folder> {
  return await repository({
    ".planning/config.json": JSON.stringify({
      gates: { confirm_breakdown: false },
      agent: { name: "mock", command: "script.json", retries: 0 },
    }),
    ".planning/ROADMAP.md": "# Roadmap\n\n### Phase 1: Base\n**Goal**: People log in\n",
    "script.json": JSON.stringify({ rules }),
    ...files,
  });
}

/** Calls the program, and returns everything that it printed; fails if a secret is in it. */
async function printed(
  folder: Folder,
  args: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const called = await wf(args.split(" "), { cwd: folder.path, env: { ...SECRETS, ...env } });
  const all = called.stdout + called.stderr;
  assert.ok(!all.includes(TOKEN) && !all.includes(PASSWORD), all);
  return all;
}

const ASKS: MockStep = { do: "ask", command: `./send ${TOKEN} ${PASSWORD}` };
const FINDING = { severity: "warning", what: `It sends ${TOKEN} and ${PASSWORD}` };
const FOUND: MockStep = { do: "say", text: "```json\n" + JSON.stringify({ findings: [FINDING] }) + "\n```" };

for (const json of ["", " --json"]) {
  Deno.test(`plan-phase${json} prints no secret of an agent's request or finding`, async () => {
    const plan = {
      do: "ask",
      path: `${PHASE}/01-01-PLAN.md`,
      text: planText({ plan: "01", tasks: [] }),
    } as const;
    await using folder = await playing([
      { role: "planning", steps: [ASKS, plan] },
      { role: "plan check", steps: [FOUND] },
    ]);
    const shown = await printed(folder, `plan-phase 1 --skip-research${json}`);
    assert.match(shown, /refused the agent: \.\/send \*\*\* \*\*\*/i);
    assert.match(shown, /It sends \*\*\* and \*\*\*/);
  });

  Deno.test(`verify-phase${json} prints and records no secret of an agent's request or evidence`, async () => {
    const truths = [{ number: 1, verdict: "failed", evidence: `src uses ${TOKEN} and ${PASSWORD}` }];
    const judges: MockStep = { do: "say", text: "```json\n" + JSON.stringify({ truths }) + "\n```" };
    await using folder = await playing([{ role: "verification", steps: [ASKS, judges] }], {
      [`${PHASE}/01-01-PLAN.md`]: planText({ plan: "01", tasks: [] }),
      [`${PHASE}/01-01-SUMMARY.md`]: "# Done\n",
    });
    const shown = await printed(folder, `verify-phase 1${json}`);
    assert.match(shown, /refused the agent: \.\/send \*\*\* \*\*\*/i);
    const record = await folder.read(`${PHASE}/01-VERIFICATION.md`);
    assert.ok(record.includes(String.raw`src uses \*\*\* and \*\*\*`), record);
  });
}

Deno.test("WF_DEBUG prints no secret of the environment, and no credentials", async () => {
  await using folder = await playing([]);
  await folder.git("config", "url.https://ann:word@host.example/.insteadOf", "x:");
  const shown = await printed(folder, `status --cwd ./${PASSWORD}`, { WF_DEBUG: "1" });
  assert.match(shown, /^error Cannot work in ".*\/\*\*\*"/m);
  await folder.git("switch", "--quiet", "--create", `wf/${PASSWORD}`);
  assert.match(await printed(folder, "validate --staged", { WF_DEBUG: "git" }), /^debug /m);
});
