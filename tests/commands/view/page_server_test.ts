import assert from "node:assert/strict";
import type { Git } from "../../../lib/apply/git/git.ts";
import { AnswerRun } from "../../../lib/commands/view/answer_run.ts";
import { PageServer } from "../../../lib/commands/view/page_server.ts";
import type { ViewData } from "../../../lib/commands/view/view_data.ts";
import { UsageError } from "../../../lib/commands/context/command_context.ts";
import type { HttpReply, HttpRequest } from "../../../lib/host/host.ts";
import { MemoryHost } from "../../support/memory_host.ts";

/** The data of a project in which nothing has happened. */
const DATA = {
  state: (run?: string) => Promise.resolve({ project: "p", run, waiting: [] }),
  details: () => Promise.resolve([]),
  diff: (commit: string) => Promise.resolve({ diff: commit }),
  tab: (_: string, name: string) => {
    if (name === "graph") throw new UsageError("No phase has plans yet", "Plan one");
    return Promise.resolve(name === "phases" ? { phases: [] } : undefined);
  },
} as unknown as ViewData;

function ask(request: Partial<HttpRequest>): Promise<HttpReply> {
  const context = { host: new MemoryHost(), cwd: () => Promise.resolve("/"), byAgent: () => false };
  const answers = new AnswerRun(context, {} as Git);
  const server = new PageServer({ token: "secret", data: DATA, answers, run: undefined });
  return server.handle({
    method: "GET",
    path: "/secret/",
    headers: { host: "127.0.0.1:1" },
    body: "",
    ...request,
  });
}

Deno.test("an answer goes to a run in progress, and starts the command of one that has ended", async () => {
  for (const [state, expected] of [["running", "told 7"], ["waiting", "started"]]) {
    const taken: string[] = [];
    const answers = {
      tell: (_: unknown, __: unknown, run: string) => Promise.resolve(void taken.push(`told ${run}`)),
      start: () => void taken.push("started"),
    } as unknown as AnswerRun;
    const data = { ...DATA, state: () => Promise.resolve({ waiting: [], run: { id: "7", state } }) };
    const options = { token: "secret", data: data as unknown as ViewData, answers, run: undefined };
    await new PageServer(options).handle({
      method: "POST",
      path: "/secret/answer",
      headers: json,
      body: "{}",
    });
    assert.deepEqual(taken, [expected]);
  }
});

const json = { host: "127.0.0.1:1", "content-type": "application/json" };

const STATUS: readonly (readonly [what: string, request: Partial<HttpRequest>, status: number])[] = [
  ["the page with its token", {}, 200],
  ["the page by the name of this machine", { headers: { host: "localhost:1" } }, 200],
  ["no token", { path: "/" }, 404],
  ["another token", { path: "/Secret/" }, 404],
  ["the beginning of the token", { path: "/secre/" }, 404],
  ["another name of this machine", { headers: { host: "evil.example:1" } }, 404],
  ["no host", { headers: {} }, 404],
  ["an unknown path", { path: "/secret/etc/passwd" }, 404],
  ["an unknown tab", { path: "/secret/tab/constructor" }, 404],
  ["an answer that a form of another page could send", { method: "POST", path: "/secret/answer" }, 404],
  ["an answer without the token", { method: "POST", path: "/answer", headers: json, body: "{}" }, 404],
  ["an answer", { method: "POST", path: "/secret/answer", headers: json, body: "{}" }, 200],
  ["an answer that is not JSON", { method: "POST", path: "/secret/answer", headers: json, body: "x" }, 200],
  ["a path that is not encoded", { path: "/secret/lane/%E0" }, 200],
];

for (const [what, request, status] of STATUS) {
  Deno.test(`the server of the page answers ${status} to ${what}`, async () => {
    assert.equal((await ask(request)).status, status);
  });
}

Deno.test("the page allows its own script and style, no request to another place, and no frame", async () => {
  const { headers, body } = await ask({});
  const policy = headers["content-security-policy"]!;
  assert.match(policy, /default-src 'none'; script-src 'sha256-[^ ]+'; style-src 'sha256-[^ ]+'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe|http/);
  assert.equal(headers["cache-control"], "no-store");
  const markup = String(body).replace(/<script>[^]*<\/script>/, "");
  assert.ok(!/ (?:src|href)=/.test(markup), "it loads something");
});

Deno.test("a problem is an answer with its hint", async () => {
  const { body } = await ask({ path: "/secret/tab/graph" });
  assert.deepEqual(JSON.parse(String(body)), { problem: "No phase has plans yet", hint: "Plan one" });
});

Deno.test("the state is sent at once, of the run that is asked for", async () => {
  const { body, headers } = await ask({ path: "/secret/events?run=2026" });
  assert.equal(headers["content-type"], "text/event-stream");
  const pieces = (body as AsyncIterable<string>)[Symbol.asyncIterator]();
  const { value } = await pieces.next();
  assert.equal(value, 'data: {"project":"p","run":"2026","waiting":[]}\n\n');
});
