/**
 * The Agent Client Protocol, loaded only when an agent is started.
 * @module
 */
export type {
  AgentCapabilities,
  AgentRequestContext,
  AnyMessage,
  ClientConnection,
  ClientContext,
  InitializeResponse,
  NewSessionRequest,
  NewSessionResponse,
  PermissionOption,
  PromptRequest,
  PromptResponse,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionConfigOption,
  SessionUpdate,
  Stream,
  ToolCallUpdate,
  UsageUpdate,
} from "npm:@agentclientprotocol/sdk@2.4.0/unstable";

type Sdk = typeof import("npm:@agentclientprotocol/sdk@2.4.0/unstable");

export async function loadAcp(): Promise<Sdk> {
  return await import("npm:@agentclientprotocol/sdk@2.4.0/unstable");
}
