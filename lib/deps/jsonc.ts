/**
 * JSON with comments and source offsets.
 * @module
 */
export {
  createScanner,
  findNodeAtLocation,
  getLocation,
  type Node as JsonNode,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "npm:jsonc-parser@3.3.1";
