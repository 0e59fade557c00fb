import { loadAcp, type PromptRequest } from "../../../deps/acp.ts";
import type { MockScript } from "../../../../schemas/mock_script.ts";
import type { Tokens } from "../../../../schemas/usage.ts";
import { defined } from "../../../collections/defined.ts";
import { STEER_METHOD } from "../acp/steering.ts";
import type { Host } from "../../../host/host.ts";
import type { MockArguments } from "./command.ts";
import { MockTurn, type TurnEnd } from "./play.ts";
import { readScript, stepsFor } from "./script.ts";
import { TURN_META, type TurnMeta } from "../core/turn_meta.ts";

const SESSION = "mock-";

interface MockSession {
  readonly directory: string;
  /** True for a session of an earlier process. */
  readonly resumed: boolean;
  /** The model of the session, if one was chosen. */
  model: string | undefined;
  cancelled: AbortController;
  /** Called with words during a turn; undefined between turns. */
  onWords: (() => void) | undefined;
  /** The reported cost, in US dollars. */
  spent: number;
}

const MODES = {
  currentModeId: "unasked",
  availableModes: [{ id: "unasked", name: "Acts unasked" }, { id: "ask", name: "Asks before it acts" }],
};

/**
 * Runs the mock agent: it speaks ACP on standard input and output and follows a script. It is deterministic,
 * needs no model and no network, and can reproduce all errors of real agents.
 *
 * Without a script, each turn writes the files that its task declares, or does the work of its role.
 *
 * @returns The exit code, once the client has closed the connection.
 */
export async function runMockAgent(host: Host, { script, model }: MockArguments): Promise<number> {
  const read = script === undefined ? NO_RULES : await readScript(host, script);
  if (read.kind === "invalid") {
    host.write("stderr", `${read.message}\n`);
    return 2;
  }
  const acp = await loadAcp();
  const { methods } = acp;
  const ends = new Ends();
  const sessions = new Map<string, MockSession>();
  const begin = (sessionId: string, directory: string, resumed: boolean) => {
    if (!sessionId.startsWith(SESSION)) throw acp.RequestError.resourceNotFound(sessionId);
    const [first = model] = models;
    sessions.set(sessionId, {
      directory,
      resumed,
      model: first,
      cancelled: new AbortController(),
      onWords: undefined,
      spent: 0,
    });
    return { sessionId, modes: MODES, ...offered(models, first) };
  };
  const { models = [] } = read.script;
  const connection = acp.agent({ name: "wf mock" })
    .onRequest(methods.agent.initialize, () => ({
      protocolVersion: acp.PROTOCOL_VERSION,
      agentCapabilities: {
        loadSession: read.script.sessions === "load",
        sessionCapabilities: read.script.sessions === "resume" ? { resume: {} } : {},
      },
      ...(read.script.steering === true ? { _meta: { steering: { supported: true } } } : {}),
      agentInfo: { name: "wf mock", version: "1" },
    }))
    .onRequest(methods.agent.session.new, ({ params }) => {
      return begin(`${SESSION}${host.pid}-${sessions.size}`, params.cwd, false);
    })
    .onRequest(methods.agent.session.resume, ({ params }) => begin(params.sessionId, params.cwd, true))
    .onRequest(methods.agent.session.load, async ({ params: { sessionId, cwd }, client }) => {
      // Loading repeats the history, which is no output of this turn.
      const content = { type: "text" as const, text: "Said in an earlier process.\n" };
      const update = { sessionUpdate: "agent_message_chunk" as const, content };
      await client.notify(methods.client.session.update, { sessionId, update });
      return begin(sessionId, cwd, true);
    })
    .onRequest(methods.agent.session.setMode, () => ({}))
    .onRequest(methods.agent.session.setConfigOption, ({ params: { sessionId, value } }) => {
      const session = sessions.get(sessionId);
      if (session === undefined) throw acp.RequestError.sessionNotFound(sessionId);
      session.model = String(value);
      return { configOptions: [], ...offered(models, session.model) };
    })
    .onRequest(STEER_METHOD, (params) => params as PromptRequest, async ({ params, client }) => {
      const { sessionId, prompt: [block] } = params;
      const onWords = sessions.get(sessionId)?.onWords;
      if (onWords === undefined || block?.type !== "text") {
        return { outcome: "promptRequired" };
      }
      const content = { type: "text" as const, text: `Got: ${block.text}\n` };
      const update = { sessionUpdate: "agent_message_chunk" as const, content };
      await client.notify(methods.client.session.update, { sessionId, update });
      onWords();
      return { outcome: "injected" };
    })
    .onNotification(methods.agent.session.cancel, ({ params }) => {
      sessions.get(params.sessionId)?.cancelled.abort();
    })
    .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
      const session = sessions.get(params.sessionId);
      if (session === undefined) throw acp.RequestError.sessionNotFound(params.sessionId);
      session.cancelled = new AbortController();
      const prompt = params.prompt.map((block) => block.type === "text" ? block.text : "").join("\n");
      const about = (params._meta?.[TURN_META] ?? NO_TASK) as TurnMeta;
      const { directory, cancelled, resumed, model } = session;
      const { sessionId } = params;
      const spend = (cost: number) => session.spent += cost;
      const { signal } = cancelled;
      const words = new Promise<void>((got) => session.onWords = got);
      const turn = new MockTurn({ host, client, acp, sessionId, directory, about, signal, spend, words });
      const end = await turn.play(stepsFor(read.script, { about, model, prompt, resumed }));
      session.onWords = undefined;
      return answer(end, turn.used);
    })
    .connect(acp.ndJsonStream(output(host), host.input()));
  connection.closed.catch(() => {}).finally(() => ends.closed());
  return await ends.code;

  /** Returns the answer to a prompt. An agent that hangs or crashes never answers. */
  function answer(end: TurnEnd, used: Tokens | undefined) {
    switch (end.kind) {
      case "ended":
        return { stopReason: end.reason, ...defined({ usage: used && promptUsage(used) }) };
      case "failed":
        throw new acp.RequestError(end.code, end.message, end.data);
      case "crashed":
        ends.end(end.code);
        return new Promise<never>(() => {});
      case "hangs":
        ends.never();
        host.onInterrupt(() => {});
        return new Promise<never>(() => {});
    }
  }
}

/** Returns the option of a session for its model. */
function offered(models: readonly string[], current: string | undefined) {
  if (current === undefined || models.length === 0) return {};
  const options = models.map((value) => ({ value, name: value }));
  const select = { type: "select" as const, id: "model", name: "Model", category: "model" as const };
  return { configOptions: [{ ...select, currentValue: current, options }] };
}

function promptUsage({ input, cached = 0, output }: Tokens) {
  const inputTokens = input - cached;
  return { inputTokens, cachedReadTokens: cached, outputTokens: output, totalTokens: input + output };
}

const NO_RULES: { readonly kind: "script"; readonly script: MockScript } = {
  kind: "script",
  script: { rules: [] },
};

const NO_TASK: TurnMeta = { role: "execution", plan: "", task: 0, files: [], turn: 1 };

/** The end of the process before its client has closed the connection. */
class Ends {
  readonly code: Promise<number>;
  #end: (code: number) => void = () => {};
  #keepAlive: ReturnType<typeof setInterval> | undefined;

  constructor() {
    this.code = new Promise((done) => this.#end = done);
  }

  end(code: number): void {
    clearInterval(this.#keepAlive);
    this.#end(code);
  }

  closed(): void {
    if (this.#keepAlive === undefined) this.#end(0);
  }

  /** Prevents the end of the process, even if the streams close. */
  never(): void {
    this.#keepAlive = setInterval(() => {}, 60_000);
  }
}

/** Returns standard output as a stream of bytes. */
function output(host: Host): WritableStream<Uint8Array> {
  const decoder = new TextDecoder();
  return new WritableStream({
    write: (bytes) => void host.write("stdout", decoder.decode(bytes, { stream: true })),
  });
}
