/**
 * Comparable programs from npm, measured next to this one.
 * @module
 */
import { type Bench, measured, whole } from "./bench.ts";
import { type Call, CallFailed, takeTurns } from "./measure.ts";
import { installPeers, type Job, type MissingPeer, type Peer, peersFor } from "./peers.ts";
import { planPath } from "./plans.ts";
import { script } from "./programs.ts";
import { printTable, progress, type Row } from "./table.ts";

/** Installs comparable programs, and measures the same work with them. */
export async function measurePeers(bench: Bench): Promise<void> {
  const { wf } = bench.programs;
  progress("Installing programs to compare with");
  const installed = await installPeers(`${bench.folder}/peers`);
  const tasks: readonly (readonly [title: string, job: Job, plans: number, args: readonly string[]])[] = [
    ["Start, against others", "start", 10, ["--version"]],
    ["One plan, against others", "one plan", 10, ["validate", planPath(1, 6)]],
    ["Waves of a phase of 10 plans, against others", "waves", 10, ["waves", "1"]],
    ["A project of 10 plans, against others", "project", 10, ["validate"]],
    ["A project of 1,000 plans, against others", "project", 1000, ["validate"]],
  ];
  for (const [title, job, plans, args] of tasks) {
    progress(title);
    const at = bench.project(plans);
    const peers = await peersFor(installed, { folder: at, plans });
    const rows: Row[] = [];
    for (const peer of peers) {
      rows.push(
        await comparePeer(peer, job, script(at, wf, ...args), bench.rounds(plans === 10 ? "short" : "long")),
      );
    }
    printTable(title, "Whole processes: wf on Deno, the others on Node.", rows);
  }
}

async function comparePeer(
  peer: Peer | MissingPeer,
  job: Job,
  call: Call,
  times: number,
): Promise<Row> {
  const what = `wf.js ${call.argv.slice(call.argv.findIndex((word) => word.endsWith("wf.js")) + 1)[0]}`;
  if ("why" in peer) return { kind: "missing", what, against: peer.name, why: peer.why };
  const against = `${peer.name}: ${peer.describe(job)}`;
  const other = peer.call(job);
  if (other === undefined) {
    return { kind: "missing", what, against: peer.name, why: "has no such command" };
  }
  try {
    const [ours, theirs] = await takeTurns([whole(call), whole(other)], times);
    return measured({ what, ours: ours!, against, theirs: theirs! });
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    return { kind: "missing", what, against, why: error.message };
  }
}
