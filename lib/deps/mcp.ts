/**
 * The Model Context Protocol, loaded when a server is started and not before.
 *
 * The package declares the types of a module under its name without `.js`, and has its code with it.
 * @module
 */
export type { Transport } from "npm:@modelcontextprotocol/sdk@1.32.2/shared/transport";
export type {
  CallToolRequest,
  CallToolResult,
  JSONRPCMessage,
  Tool,
} from "npm:@modelcontextprotocol/sdk@1.32.2/types";

type Types = typeof import("npm:@modelcontextprotocol/sdk@1.32.2/types");
type Sdk = typeof import("npm:@modelcontextprotocol/sdk@1.32.2/server") & Types;

/** Loads the parts of the library that a server needs. */
export async function loadMcp(): Promise<Sdk> {
  const [server, types] = await Promise.all([
    import("npm:@modelcontextprotocol/sdk@1.32.2/server"),
    import("npm:@modelcontextprotocol/sdk@1.32.2/types.js") as Promise<Types>,
  ]);
  return { ...server, ...types };
}
