import type { NewSessionResponse } from "../../../deps/acp.ts";
import { defined } from "../../../collections/defined.ts";
import type { AgentFailure } from "../../../plan/agents/retry.ts";
import { sessionMeta } from "../../../plan/agents/preset.ts";
import type { OpenResult } from "../core/port.ts";
import type { AcpConnection } from "./connection.ts";
import { rejectOn } from "./races.ts";
import { resumeMethod, resumeSession } from "./resume.ts";
import { AcpSession } from "./session.ts";
import {
  chooseEffort,
  chooseMode,
  chooseModel,
  currentMode,
  looseOptions,
  type ModelChoice,
  type OfferedModels,
  offeredModels,
} from "./settings.ts";
import { announcesSteering } from "./steering.ts";
import { failed } from "./turn.ts";

/** The agent was silent for too long. */
const STALLED = Symbol("stalled");

/** Opens a session: performs the handshake, makes the agent ask for permission, and sets its model. */
export async function openSession(connection: AcpConnection): Promise<OpenResult> {
  const { preset, times } = connection.context;
  const silence = connection.watch(times.start);
  try {
    return await Promise.race([open(connection), rejectOn(silence.signal, STALLED)]);
  } catch (error) {
    if (error !== STALLED) return failed(await connection.failure(error));
    const seconds = Math.round(times.start / 1000);
    return failed({
      ...await connection.failure(new Error(connection.child.errors()), "stall"),
      reason: "stall",
      message: `${preset.title} sent no output for ${seconds} seconds while starting`,
    });
  } finally {
    silence.stop();
  }
}

async function open(connection: AcpConnection): Promise<OpenResult> {
  const { acp, agent, context: { options, preset, withProject } } = connection;
  const known = await agent.request(acp.methods.agent.initialize, {
    protocolVersion: acp.PROTOCOL_VERSION,
    clientInfo: { name: "wf", version: "1" },
    // Client files and terminals are not offered: with them agents fail on files that do not exist
    // yet, or act without asking. Their own tools ask.
    clientCapabilities: {},
  });
  const { protocolVersion, agentCapabilities = {} } = known;
  if (protocolVersion !== acp.PROTOCOL_VERSION) {
    return failed({
      reason: "model",
      message:
        `${preset.title} uses version ${protocolVersion} of ACP, but wf needs version ${acp.PROTOCOL_VERSION}`,
      hint: `Install another version: ${preset.install}`,
      output: "",
    });
  }
  const meta = sessionMeta(preset, { strict: options.strict, withProject });
  const place = { cwd: options.directory, mcpServers: [], ...defined({ _meta: meta }) };
  const method = resumeMethod(connection, agentCapabilities);
  const previous = method && await resumeSession(connection, method, place);
  const created: NewSessionResponse = previous ??
    await agent.request(acp.methods.agent.session.new, place);
  if (method !== undefined) options.onSession?.(created.sessionId);
  const resumed = previous !== undefined;
  const session = new AcpSession(connection, created.sessionId, {
    resumed,
    steers: announcesSteering(known),
  });
  const problem = await askForPermission(connection, created);
  if (problem !== undefined) return failed(problem);
  const offered = offeredModels(created, options.tier);
  const unusable = await setModel(connection, created, offered);
  if (unusable !== undefined) return failed(unusable);
  const { tiers, option } = offered;
  return { kind: "opened", session, resumed, tiers, ...defined({ model: option?.value }) };
}

/** Makes the agent ask for permission, if it must. */
async function askForPermission(
  connection: AcpConnection,
  created: NewSessionResponse,
): Promise<AgentFailure | undefined> {
  const { acp, agent, context: { options, preset } } = connection;
  if (!options.strict) return undefined;
  const { sessionId } = created;
  const mode = chooseMode(created, preset);
  switch (mode.kind) {
    case "impossible":
      return mode.failure;
    case "option": {
      const now = currentMode(await setOption(connection, sessionId, mode));
      if (now !== mode.value) return mode.unverified(now);
      break;
    }
    case "mode":
      await agent.request(acp.methods.agent.session.setMode, { sessionId, modeId: mode.value });
  }
  for (const { id, value, failure } of looseOptions(created, preset)) {
    const settings = await setOption(connection, sessionId, { id, value });
    if (looseOptions(settings, preset).some((option) => option.id === id)) return failure;
  }
  return undefined;
}

/** Sets the model and its effort. */
async function setModel(
  connection: AcpConnection,
  created: NewSessionResponse,
  { tiers, option }: OfferedModels,
): Promise<AgentFailure | undefined> {
  const { options, preset } = connection.context;
  const { model, tier, effort } = options;
  let settings: Pick<NewSessionResponse, "configOptions"> = created;
  const apply = async (choice: ModelChoice): Promise<AgentFailure | undefined> => {
    if (choice.kind === "unknown") options.onNotice(choice.notice);
    if (choice.kind === "option") settings = await setOption(connection, created.sessionId, choice);
    return choice.kind === "impossible" ? choice.failure : undefined;
  };
  if (option !== undefined) settings = await setOption(connection, created.sessionId, option);
  else if (tier !== undefined && tiers[tier] === undefined) reportOwnModel(connection);
  if (model !== undefined && preset.modelSetting.kind === "option") {
    const problem = await apply(chooseModel(created, { model, preset }));
    if (problem !== undefined) return problem;
  }
  return effort === undefined ? undefined : await apply(chooseEffort(settings, { effort, preset }));
}

function setOption(
  { acp, agent }: AcpConnection,
  sessionId: string,
  { id, value }: { readonly id: string; readonly value: string },
) {
  return agent.request(acp.methods.agent.session.setConfigOption, { sessionId, configId: id, value });
}

/** Reports that the profile which the user has chosen has no effect. */
function reportOwnModel({ context: { once, options: { profile }, preset: { name } } }: AcpConnection): void {
  if (profile === undefined) return;
  once(
    `The profile ${profile} changes nothing for ${name}: no name of a model that it offers shows its tier. ` +
      "Set agent.models.A, B and C",
  );
}
