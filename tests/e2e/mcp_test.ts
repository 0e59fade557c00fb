import assert from "node:assert/strict";
import type { Instruction } from "../../schemas/instruction.ts";
import { HOSTED_COMMANDS } from "../../lib/plan/integrations/hosted_commands.ts";
import { MCP_TOOLS } from "../../lib/plan/integrations/mcp_tools.ts";
import { McpClient } from "../support/mcp_client.ts";
import { planText, smallProject } from "../support/plans.ts";
import { program } from "../support/program.ts";
import { Folder, repository } from "../support/repository.ts";
import { appears } from "../support/progress.ts";

function connect(cwd: string, ...flags: readonly string[]): McpClient {
  const [command, first] = program();
  return new McpClient([command, ...first, "mcp", ...flags], cwd);
}

Deno.test("wf mcp serves its tools with schemas, and results that match them", async () => {
  await using folder = await repository(smallProject());
  await using client = connect(folder.path);
  const tools = await client.tools();
  assert.deepEqual(tools.map(({ name }) => name), MCP_TOOLS.map(({ name }) => name));
  const waves = tools.find(({ name }) => name === "waves")!;
  assert.deepEqual(waves.inputSchema.required, ["phase"]);
  assert.ok(tools.every(({ outputSchema }) => outputSchema?.type === "object"));
  assert.deepEqual((await client.call("waves", { phase: "1" })).value, {
    formatVersion: 1,
    phase: "01",
    waves: [["01-01"], ["01-02"]],
    serialized: [],
  });
  const validated = (await client.call("validate", { strict: true })).value as { readonly summary: object };
  const none = { errors: 0, warnings: 0, hints: 0, fixable: 0, history: 0 };
  assert.deepEqual(validated.summary, { files: 5, plans: 2, ...none });
  const status = (await client.call("status")).value as { readonly next: readonly string[] };
  assert.equal(status.next[0], "wf execute-phase 1");
  await client.call("config_set", { key: "model_profile", value: "budget" });
  const got = (await client.call("config_get", { key: "model_profile" })).value;
  assert.match(JSON.stringify(got), /"value":"budget".*"origin":"file"/);
});

Deno.test("wf mcp drives a hosted run, and returns errors as tool errors with the same messages", async () => {
  await using folder = await repository(smallProject());
  await using elsewhere = await Folder.make();
  await using client = connect(elsewhere.path, "--cwd", folder.path);
  await client.tools();
  let instruction = (await client.call("next", { phase: "1" })).value as Instruction;
  for (let steps = 0; instruction.kind === "task" && steps < 9; steps++) {
    const { token, name } = instruction.task;
    await folder.write({ [name.replace("Add ", "")]: `${name}\n` });
    instruction = (await client.call("report", { token, result: "done" })).value as Instruction;
  }
  assert.equal(instruction.kind, "done", JSON.stringify(instruction));
  assert.match((await folder.subjects()).join("\n"), /feat\(01-02\): add d\.txt\ndocs\(01-02\)/);
  const errors: readonly (readonly [name: string, given: object, message: RegExp])[] = [
    ["waves", { phase: "7" }, /^Cannot find phase 7\nThe phases are 1, 2$/],
    ["report", { token: "01-01/1#1", result: "done" }, /^No report of 01-01\/1#1 is expected\n/],
    [
      "report",
      { token: "x", result: "maybe" },
      /^report takes done, blocked, needs-person or failed for "result"$/,
    ],
    ["config_get", {}, /^config_get needs the argument "key"$/],
    ["validate", { pahts: [] }, /^validate has no argument "pahts": did you mean "paths"\?$/],
    ["nothing", {}, /^There is no tool "nothing": the tools are validate, /],
  ];
  for (const [name, given, message] of errors) {
    const { failed, text } = await client.call(name, given);
    assert.equal(failed, true, name);
    assert.match(text, message);
  }
  await folder.write({ ".planning/phases/01-base/01-03-PLAN.md": "---\nphase: [\n---\n" });
  const findings = await client.call("next", { phase: "1" });
  assert.equal(findings.failed, true);
  assert.match(findings.text, /01-03-PLAN\.md/);
});

Deno.test("wf mcp answers all requests before its client disconnects, and rejects lines that are not messages", async () => {
  await using folder = await repository(smallProject());
  await folder.write({ "mine.txt": "1" });
  const [command, first] = program();
  const next = { name: "next", arguments: { phase: "1" }, _meta: { progressToken: "t" } };
  const lines = [
    "no message",
    { jsonrpc: "2.0", id: 1, method: "ping" },
    { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "waves", arguments: { phase: "1" } } },
    { jsonrpc: "2.0", id: 3, method: "tools/call", params: next },
  ].map((line) => typeof line === "string" ? line : JSON.stringify(line));
  const process = new Deno.Command(command, {
    args: [...first, "mcp"],
    cwd: folder.path,
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = process.stdin.getWriter();
  await writer.write(new TextEncoder().encode(lines.join("\n")));
  await writer.close();
  const { code, stdout } = await process.output();
  assert.equal(code, 0);
  const answers = new TextDecoder().decode(stdout).trim().split("\n").map((line) => JSON.parse(line));
  const notifications = answers.filter(({ method }) => method === "notifications/progress");
  assert.deepEqual(notifications.map(({ params }) => params), [{
    progressToken: "t",
    progress: 1,
    message: "Untracked files are not touched: mine.txt",
  }]);
  const heard = answers.filter(({ method }) => method === undefined).map((
    { id, error },
  ) => [id, error?.code]);
  assert.deepEqual(heard, [[null, -32700], [1, undefined], [2, undefined], [3, undefined]]);
});

Deno.test("wf mcp annotates the tools that change files and those that run the project's commands", async () => {
  await using folder = await repository(smallProject());
  await using client = connect(folder.path);
  const tools = await client.tools();
  const hints = tools.map(({ name, annotations = {} }) => {
    return [name, annotations["readOnlyHint"], annotations["destructiveHint"], annotations["openWorldHint"]];
  });
  assert.deepEqual(hints, [
    ["validate", true, undefined, false],
    ["waves", true, undefined, false],
    ["status", true, undefined, false],
    ["next", false, true, true],
    ["report", false, true, true],
    ["config_get", true, undefined, false],
    ["config_set", false, true, false],
  ]);
});

Deno.test("wf mcp refuses keys about commands, questions and checks, and names the user's command", async () => {
  await using folder = await repository(smallProject());
  const before = await folder.read(".planning/config.json");
  await using client = connect(folder.path);
  await client.tools();
  for (
    const [key, value] of [
      ["mode", "yolo"],
      ["gates.confirm_plan", "false"],
      ["safety.always_confirm_destructive", "false"],
      ["agent.command", "sh evil.sh"],
      ["worktree.setup", '["touch ran"]'],
      ["worktree.copy", '[".env"]'],
      ["workflow.verifier", "false"],
      ["workflow.plan_check", "false"],
      ["agent.models.A", "mine"],
      ["agent.name", "codex"],
      ["git.branching_strategy", "none"],
    ] as const
  ) {
    const set = await client.call("config_set", { key, value });
    assert.equal(set.failed, true, key);
    assert.ok(set.text.includes(`at a terminal: wf config set ${key} `), set.text);
    const next = await client.call("next", { phase: "1", set: [`${key}=${value}`] });
    assert.deepEqual([next.failed, next.text.split(":")[0]], [true, 'next has no argument "set"']);
  }
  assert.equal(await folder.read(".planning/config.json"), before);
  for (const [key, value] of [["granularity", "fine"], ["parallelization.enabled", "false"]] as const) {
    assert.equal((await client.call("config_set", { key, value })).failed, false, key);
  }
});

Deno.test("cancelling a call of wf mcp ends the check that it runs, and the task can be reported again", async () => {
  const plan = planText({
    plan: "01",
    files: ["a.txt"],
    tasks: [{
      name: "Add a",
      files: "a.txt",
      script: "true",
      check: "test -f quick || (touch begun && sleep 99)",
    }],
  });
  await using folder = await repository({
    ...smallProject(),
    ".gitignore": "begun\nquick\n",
    ".planning/phases/01-base/01-01-PLAN.md": plan,
  });
  const [command, first] = program();
  const process = new Deno.Command(command, {
    args: [...first, "mcp"],
    cwd: folder.path,
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = process.stdin.getWriter();
  const say = (message: object) =>
    writer.write(new TextEncoder().encode(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`));
  const call = (id: number, name: string, given: object) =>
    say({ id, method: "tools/call", params: { name, arguments: given } });
  const report = { token: "01-01/1#1", result: "done" };
  await call(1, "next", { phase: "1" });
  await call(2, "report", report);
  await appears(folder, "begun", process);
  await folder.write({ "quick": "" });
  await say({ method: "notifications/cancelled", params: { requestId: 2 } });
  await call(3, "report", report);
  await writer.close();
  const { stdout } = await process.output();
  const answers = new TextDecoder().decode(stdout).trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(answers.map(({ id }) => id), [1, 3]);
  assert.match(answers[1].result.content[0].text, /Committed \w+ feat\(01-01\): add a/);
});

Deno.test("wf mcp serves the status, phases and plans as resources, and the hosted commands as prompts", async () => {
  await using folder = await repository(smallProject());
  const [command, first] = program();
  const requests = [
    { method: "initialize", params: {} },
    { method: "resources/list" },
    { method: "resources/templates/list" },
    { method: "resources/read", params: { uri: "wf://plan/01-02" } },
    { method: "resources/read", params: { uri: "wf://phase/01" } },
    { method: "resources/read", params: { uri: "wf://status" } },
    { method: "resources/read", params: { uri: "wf://plan/01-09" } },
    { method: "prompts/list" },
    { method: "prompts/get", params: { name: "plan-phase", arguments: { phase: "1" } } },
    { method: "prompts/get", params: { name: "plan-phase" } },
  ];
  const process = new Deno.Command(command, {
    args: [...first, "mcp"],
    cwd: folder.path,
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = process.stdin.getWriter();
  const lines = requests.map((request, id) => `${JSON.stringify({ jsonrpc: "2.0", id, ...request })}\n`);
  await writer.write(new TextEncoder().encode(lines.join("")));
  await writer.close();
  const { stdout } = await process.output();
  const heard = new TextDecoder().decode(stdout).trim().split("\n").map((line) => JSON.parse(line));
  const [begun, list, templates, plan, phase, status, none, prompts, prompt, incomplete] = requests.map(
    (_, id) => heard.find((message) => message.id === id),
  );
  assert.deepEqual(Object.keys(begun.result.capabilities).sort(), ["prompts", "resources", "tools"]);
  assert.deepEqual(list.result.resources.map(({ uri }: { uri: string }) => uri), [
    "wf://status",
    "wf://phase/01",
    "wf://plan/01-01",
    "wf://plan/01-02",
    "wf://phase/02",
  ]);
  assert.equal(templates.result.resourceTemplates.length, 2);
  assert.equal(
    plan.result.contents[0].text,
    await Deno.readTextFile(`${folder.path}/.planning/phases/01-base/01-02-PLAN.md`),
  );
  assert.equal(JSON.parse(phase.result.contents[0].text).plans.length, 2);
  assert.equal(JSON.parse(status.result.contents[0].text).next[0], "wf execute-phase 1");
  assert.equal(none.error.code, -32002);
  const named = prompts.result.prompts.map(({ name }: { name: string }) => name);
  assert.deepEqual(named, HOSTED_COMMANDS);
  assert.match(prompt.result.messages[0].content.text, /`\{"command":"plan-phase","phase":"1"\}`/);
  assert.equal(incomplete.error.code, -32602);
});
