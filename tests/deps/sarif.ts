/**
 * The official schema of SARIF 2.1.0, as OASIS published it.
 * @module
 */
import schema from "npm:@microsoft/jest-sarif@1.0.0-beta.0/lib/schemas/sarif-2.1.0-rtm.5.json" with {
  type: "json",
};

/** The schema; of draft-04, so that its name is taken off for validators of later drafts. */
export function sarifSchema(): object {
  const { $schema: _draft, id: _id, ...rest } = schema as Record<string, unknown>;
  return rest;
}
