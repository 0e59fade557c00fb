import type { Question } from "../../../schemas/question.ts";
import type { RunLog } from "../../apply/log/run_log.ts";
import { isRecord } from "../../collections/is_record.ts";
import { EMPTY_VIEW } from "../../plan/run/live_view.ts";
import { summarizeRun } from "../../plan/run/summary.ts";
import type { Outcome } from "./command_context.ts";

/** Logs the open question in the result of a command that reports no events, as a run that waits does. */
export function logQuestion({ exitCode, result }: Outcome, log: RunLog): void {
  if (exitCode !== 3 || !isRecord(result) || !isRecord(result["question"])) return;
  if (result["status"] === "declined") return;
  const question = result["question"] as unknown as Question;
  const next = (result["next"] ?? []) as readonly string[];
  const summary = summarizeRun(EMPTY_VIEW);
  log.event(
    log.timed({ kind: "run-finished", outcome: { kind: "waiting", question }, commits: 0, summary, next }),
  );
}
