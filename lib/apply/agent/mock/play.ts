import type { AgentRequestContext, loadAcp } from "../../../deps/acp.ts";
import type { MockEnding, MockError, MockStep } from "../../../../schemas/mock_script.ts";
import type { Tokens } from "../../../../schemas/usage.ts";
import { type Host, SHOWN_OUTPUT } from "../../../host/host.ts";
import { joinPath } from "../../../path/paths.ts";
import { AGENT_MARK } from "../core/agent_mark.ts";
import { CLEAN_GIT_ENVIRONMENT } from "../../git/process.ts";
import type { RehearsedWork } from "../core/port.ts";
import type { TurnMeta } from "../core/turn_meta.ts";

export type TurnEnd =
  | { readonly kind: "ended"; readonly reason: MockEnding }
  | { readonly kind: "failed"; readonly code: number; readonly message: string; readonly data?: unknown }
  | { readonly kind: "crashed"; readonly code: number }
  | { readonly kind: "hangs" };

export interface MockTurnContext {
  readonly host: Host;
  readonly client: AgentRequestContext<unknown>["client"];
  readonly acp: Awaited<ReturnType<typeof loadAcp>>;
  readonly sessionId: string;
  readonly directory: string;
  readonly about: TurnMeta;
  readonly signal: AbortSignal;
  /** Resolves once the agent has got words during the turn. */
  readonly words: Promise<void>;
  /** Adds to the cost of the session, and returns it. */
  readonly spend: (cost: number) => number;
}

export class MockTurn {
  #calls = 0;
  /** The tokens that the turn reports; undefined if it reports none. */
  used: Tokens | undefined;

  constructor(readonly context: MockTurnContext) {}

  /** Performs steps up to one that ends the turn. */
  async play(steps: readonly MockStep[]): Promise<TurnEnd> {
    for (const step of steps) {
      if (this.context.signal.aborted) return ended("cancelled");
      const end = await this.#step(step);
      if (end !== undefined) return end;
    }
    return ended(this.context.signal.aborted ? "cancelled" : "end_turn");
  }

  async #step(step: MockStep): Promise<TurnEnd | undefined> {
    const { host, client, acp, sessionId } = this.context;
    switch (step.do) {
      case "say":
        return await this.#print(step.text ?? "");
      case "files":
        return await this.#files();
      case "write":
        return await host.writeText(this.#path(step), step.text ?? "").then(nothing);
      case "delete":
        return await host.removeFile(this.#path(step)).then(nothing);
      case "run":
        return await this.#run(step.command ?? ":").then(nothing);
      case "ask":
        return await this.#ask(step);
      case "read-file": {
        const path = this.#path(step);
        const request = client.request(acp.methods.client.fs.readTextFile, { sessionId, path });
        return await this.#printResult(request.then(({ content }) => content));
      }
      case "write-file":
        return await this.#printResult(
          client.request(acp.methods.client.fs.writeTextFile, {
            sessionId,
            path: this.#path(step),
            content: step.text ?? "",
          }).then(() => "written"),
        );
      case "request":
        return await this.#printResult(
          client.request<unknown>(step.method ?? "none/such", { sessionId }).then((answer) =>
            JSON.stringify(answer)
          ),
        );
      case "use":
        return await this.#use(step);
      case "wait":
        return await this.#wait(step.ms ?? 0);
      case "get-words":
        return await this.#words().then(nothing);
      case "fail":
        return mockError(step, host.now());
      case "crash":
        return { kind: "crashed", code: step.code ?? 1 };
      case "hang":
        return { kind: "hangs" };
      case "flood":
        for (let number = 0; number < (step.count ?? 1000); number++) {
          await this.#print(step.text ?? `${number}\n`);
        }
        return undefined;
      case "garbage":
        host.write("stdout", `${step.text ?? ""}${"x".repeat(step.count ?? 0)}\n`);
        return undefined;
      case "end":
        return ended(step.ending ?? "end_turn");
    }
  }

  async #use({ tokens, cost }: MockStep): Promise<undefined> {
    const { client, acp, sessionId, spend } = this.context;
    const { input = 0, cached = 0, output = 0 } = this.used ?? {};
    if (tokens !== undefined) {
      this.used = {
        input: input + tokens.input,
        cached: cached + (tokens.cached ?? 0),
        output: output + tokens.output,
      };
    }
    if (cost === undefined) return;
    await client.notify(acp.methods.client.session.update, {
      sessionId,
      update: {
        sessionUpdate: "usage_update",
        used: tokens?.input ?? 0,
        size: CONTEXT_SIZE,
        cost: { amount: spend(cost), currency: "USD" },
      },
    });
  }

  /** Writes the files that the task declares, or the documents of the role, asking for each. */
  async #files(): Promise<TurnEnd | undefined> {
    const { about: { files, plan, task, rehearsal }, host } = this.context;
    if (rehearsal !== undefined) return await this.#rehearse(rehearsal);
    for (const path of files) {
      const file = joinPath(this.context.directory, path);
      const kind = (await host.stat(file))?.kind;
      if (path.endsWith("/") || kind === "directory") continue;
      const before = kind === "file" ? await host.readText(file) : "";
      const text = `${before}${plan}/${task} wrote this\n`;
      const end = await this.#ask({ do: "ask", path, text });
      if (end !== undefined) return end;
    }
    return await this.#print(
      files.length === 0 ? "The task declares no files.\n" : `Wrote ${files.join(", ")}.\n`,
    );
  }

  /** Writes the documents of a role and gives its answer. */
  async #rehearse({ documents, answer }: RehearsedWork): Promise<TurnEnd | undefined> {
    for (const [path, text] of Object.entries(documents)) {
      const end = await this.#ask({ do: "ask", path, text });
      if (end !== undefined) return end;
    }
    if (answer === undefined) return await this.#print("Done.\n");
    return await this.#print(`\`\`\`json\n${JSON.stringify(answer, null, 2)}\n\`\`\`\n`);
  }

  /**
   * Requests permission like real agents: an update describes the call, and the request contains little more
   * than its ID.
   */
  async #ask(step: MockStep): Promise<TurnEnd | undefined> {
    const { client, acp, sessionId, host } = this.context;
    const { command, url, refused = "go-on" } = step;
    const path = step.path === undefined ? undefined : this.#path(step);
    const toolCallId = `call-${++this.#calls}`;
    const update = (update: object) =>
      client.notify(acp.methods.client.session.update, { sessionId, update: update as never });
    await update({
      sessionUpdate: "tool_call",
      toolCallId,
      status: "pending",
      kind: step.kind ?? (command !== undefined ? "execute" : url !== undefined ? "fetch" : "edit"),
      title: step.title ?? command ?? url ?? `Write ${step.path}`,
      rawInput: { command, url },
      ...(path === undefined ? {} : {
        locations: [{ path }],
        content: [{ type: "diff", path, oldText: null, newText: step.text ?? "" }],
      }),
    });
    const { outcome } = await client.request(acp.methods.client.session.requestPermission, {
      sessionId,
      toolCall: { toolCallId },
      options: [
        { optionId: "always", name: "Always allow", kind: "allow_always" },
        { optionId: "once", name: "Allow", kind: "allow_once" },
        { optionId: "no", name: "Refuse", kind: "reject_once" },
      ],
    });
    if (outcome.outcome === "cancelled" && this.context.signal.aborted) return ended("cancelled");
    if (outcome.outcome === "selected" && outcome.optionId !== "no") {
      if (command !== undefined) await this.#run(command);
      if (path !== undefined) await host.writeText(path, step.text ?? "");
      await update({ sessionUpdate: "tool_call_update", toolCallId, status: "completed" });
      return undefined;
    }
    await update({ sessionUpdate: "tool_call_update", toolCallId, status: "failed" });
    if (refused === "go-on") return await this.#print("Continuing without it.\n");
    return ended(refused === "cancel" ? "cancelled" : "end_turn");
  }

  async #print(text: string): Promise<undefined> {
    const { client, acp, sessionId } = this.context;
    await client.notify(acp.methods.client.session.update, {
      sessionId,
      update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } },
    });
  }

  async #printResult(request: Promise<string>): Promise<undefined> {
    return await this.#print(
      await request.catch((error: { code?: number; message?: string }) => {
        return `error ${error.code}: ${error.message}\n`;
      }),
    );
  }

  async #run(command: string): Promise<void> {
    const { host, directory } = this.context;
    await host.run({
      argv: ["sh", "-c", command],
      cwd: directory,
      env: { ...CLEAN_GIT_ENVIRONMENT, ...AGENT_MARK },
      keep: SHOWN_OUTPUT,
    });
  }

  #path({ path = "file.txt" }: MockStep): string {
    return joinPath(this.context.directory, path);
  }

  #words(): Promise<void> {
    const { signal, words } = this.context;
    return Promise.race([
      words,
      new Promise<void>((done) => signal.addEventListener("abort", () => done())),
    ]);
  }

  #wait(time: number): Promise<undefined> {
    const { signal } = this.context;
    return new Promise((done) => {
      const timer = setTimeout(() => done(undefined), time);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        done(undefined);
      });
    });
  }
}

/** The context of the mock agent, in tokens. */
const CONTEXT_SIZE = 100_000;

function ended(reason: MockEnding): TurnEnd {
  return { kind: "ended", reason };
}

function nothing(): undefined {
  return undefined;
}

/** Errors as real agents send them: code, message, data. */
const ERRORS: Readonly<Record<MockError, readonly [code: number, message: string, data?: object]>> = {
  "auth": [-32000, "Authentication required"],
  "rate-limit": [-32603, "Internal error: request rejected", { errorKind: "rate_limit" }],
  "billing": [-32603, "Internal error: Credit balance is too low", { errorKind: "billing_error" }],
  "model": [-32603, "Internal error: model: nothing of this name may not exist", {
    errorKind: "model_not_found",
  }],
  "context": [-32603, "Internal error: Prompt is too long", { errorKind: "invalid_request" }],
  "network": [-32603, "Internal error: Connection error. fetch failed"],
  "other": [-32603, "Internal error"],
};

function mockError({ error = "other", after }: MockStep, now: number): TurnEnd {
  const [code, message, data] = ERRORS[error];
  const resets = after === undefined ? {} : { resetsAt: new Date(now + after * 1000).toISOString() };
  return { kind: "failed", code, message, data: { ...data, ...resets } };
}
