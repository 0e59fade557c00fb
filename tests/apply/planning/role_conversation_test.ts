import assert from "node:assert/strict";
import type { MockScript } from "../../../schemas/mock_script.ts";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import { RoleConversation, type RoleWork } from "../../../lib/apply/planning/role_conversation.ts";
import { makePermit } from "../../../lib/apply/agent/core/permissions.ts";
import { AcpAgent } from "../../../lib/apply/agent/acp/agent.ts";
import { findPreset } from "../../../lib/plan/agents/presets.ts";
import { NOTHING } from "../../../lib/permissions/effects/writable.ts";
import { configOf } from "../../support/project.ts";
import { Folder, host, repository } from "../../support/repository.ts";
import { fromRoot } from "../../support/root.ts";

const RESEARCH = ".planning/phases/01-base/01-RESEARCH.md";
const RESEARCHER: RoleWork = {
  role: "research",
  writable: { allows: (path) => path === RESEARCH, what: "01-RESEARCH.md only" },
};
const TIMES = { start: 20_000, stall: 20_000, cancel: 100, gracePeriod: 100 };

interface Talk extends AsyncDisposable {
  readonly folder: Folder;
  readonly conversation: RoleConversation;
  readonly notices: string[];
}

async function talk(work: RoleWork, script: MockScript): Promise<Talk> {
  const folder = await repository({
    ".planning/ROADMAP.md": "# Roadmap\n",
    "src/a.ts": "a\n",
    "src/b.ts": "b\n",
  });
  const outside = await Folder.make({ "script.json": JSON.stringify(script) });
  const program = [Deno.execPath(), "run", "--quiet", "--no-prompt", "-A", fromRoot("cli.ts")] as const;
  const command = [...program, "mock-agent", `${outside.path}/script.json`] as const;
  const notices: string[] = [];
  const config = configOf();
  const conversation = new RoleConversation(work, {
    host,
    agent: new AcpAgent(host, { preset: findPreset("mock")!, command, times: TIMES }),
    config: { ...config, agent: { ...config.agent, name: "mock" } },
    root: folder.path,
    repository: await openRepository(host, folder.path),
    permit: makePermit({
      host,
      root: folder.path,
      offersAlways: false,
      config,
      ask: () => Promise.resolve(undefined),
      report: (event) => event.kind === "notice" && notices.push(event.message),
    }),
    ask: () => Promise.resolve(undefined),
    signal: new AbortController().signal,
    notice: (message) => notices.push(message),
  });
  return {
    folder,
    conversation,
    notices,
    async [Symbol.asyncDispose]() {
      await conversation.close();
      await folder[Symbol.asyncDispose]();
      await outside[Symbol.asyncDispose]();
    },
  };
}

const DO = { prompt: () => "Do it", rehearsal: { documents: {} } };

Deno.test("a role writes its own documents, and is refused others", async () => {
  await using one = await talk(RESEARCHER, {
    rules: [{
      role: "research",
      model: "mock-b",
      steps: [
        { do: "ask", path: RESEARCH, text: "# Found\n" },
        { do: "ask", path: "src/a.ts", text: "changed\n" },
        { do: "ask", command: "echo x > src/b.ts" },
        { do: "say", text: "Done" },
      ],
    }],
  });
  const result = await one.conversation.write(DO);
  assert.deepEqual(result, { kind: "done", text: "Continuing without it.\nDone", documents: [RESEARCH] });
  assert.equal(await one.folder.read(RESEARCH), "# Found\n");
  assert.equal(await one.folder.read("src/a.ts") + await one.folder.read("src/b.ts"), "a\nb\n");
  assert.match(
    one.notices.join("\n"),
    /"src\/a\.ts", but may write 01-RESEARCH\.md only[^]*"src\/b\.ts"/,
  );
});

Deno.test("what an agent changed unasked is put back, and nothing of it is lost", async () => {
  await using one = await talk({ role: "planning", writable: NOTHING }, {
    rules: [{
      steps: [
        { do: "write", path: ".planning/ROADMAP.md", text: "# Mine\n" },
        { do: "write", path: ".planning/new.md", text: "new\n" },
        { do: "write", path: "src/a.ts", text: "changed\n" },
        { do: "write", path: "src/b.ts", text: "changed\n" },
        { do: "say", text: "Done" },
      ],
    }],
  });
  await one.folder.write({ "src/b.ts": "the user's\n" });
  const result = await one.conversation.write(DO);
  assert.deepEqual(result, { kind: "done", text: "Done", documents: [] });
  assert.equal(await one.folder.read(".planning/ROADMAP.md"), "# Roadmap\n");
  assert.equal(await one.folder.has(".planning/new.md"), false);
  assert.equal(await one.folder.read("src/a.ts"), "a\n");
  assert.match(await one.folder.git("stash", "show", "-p"), /\+changed/);
  const kept = /the turn wrote is in (\S+)/.exec(one.notices.join("\n"))![1]!;
  assert.equal(await Deno.readTextFile(`${kept}/.planning/ROADMAP.md`), "# Mine\n");
  assert.match(one.notices.join("\n"), /kept because they had uncommitted changes before: src\/b\.ts/);
});

Deno.test("without a script a role is rehearsed: its documents are written", async () => {
  await using one = await talk(RESEARCHER, { rules: [] });
  const documents = { [RESEARCH]: "# Rehearsed\n" };
  const result = await one.conversation.write({ prompt: () => "x", rehearsal: { documents } });
  assert.deepEqual(result, { kind: "done", text: "Done.\n", documents: [RESEARCH] });
});
