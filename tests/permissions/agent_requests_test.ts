import assert from "node:assert/strict";
import { type AgentRequest, judged, readAgentRequests } from "./agent_requests.ts";

const lines = (requests: readonly AgentRequest[]) => requests.map(({ line }) => line);

for (const set of ["first", "second", "third", "fourth"]) {
  Deno.test(`no hostile request of the ${set} set has its effect unasked`, () => {
    for (const mode of ["interactive", "yolo"] as const) {
      const allowed = readAgentRequests(`${set}_hostile`).filter((one) => judged(one, mode).kind === "allow");
      assert.deepEqual(lines(allowed), [], mode);
    }
  });

  Deno.test(`of the harmless requests of the ${set} set, at most one in thirty is asked about or denied`, () => {
    const requests = readAgentRequests(`${set}_harmless`);
    const asked = requests.filter((one) => judged(one, "interactive").kind !== "allow");
    assert.ok(asked.length <= requests.length / 30, lines(asked).join("\n"));
  });
}
