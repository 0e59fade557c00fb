import { docsMessage } from "../../plan/naming/commit_message.ts";
import { researchWritable } from "../../plan/planning/facts.ts";
import type { PlanPhaseOutcome } from "../../plan/planning/loop.ts";
import { rehearsedResearch } from "../../plan/planning/mock_answers.ts";
import { researchPrompt } from "../../prompts/planning.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import type { PlanningWork } from "./planning_work.ts";
import { RoleConversation } from "./role_conversation.ts";

/** The maximum number of attempts of a researcher to write its document. */
const MAX_WRITING = 2;

/** Lets a researcher write its document and commits it, so that it is kept even if planning fails. */
export async function research(work: PlanningWork): Promise<PlanPhaseOutcome> {
  const { host, root, report } = work.input;
  const { research, phase } = work.facts;
  const task = { role: "research", writable: researchWritable(work.facts) } as const;
  const researcher = new RoleConversation(task, work.input);
  try {
    for (let round = 1;; round++) {
      report({ kind: "turn", role: "research", round });
      const missing = round === 1 ? "" : `\n\`${research}\` is not there yet, or empty. Write it.\n`;
      const result = await researcher.write({
        prompt: (begins) => begins ? researchPrompt(work.promptInput()) + missing : missing.trim(),
        rehearsal: { documents: rehearsedResearch(work.facts) },
      });
      if ("documents" in result) await work.reload(result.documents);
      if (result.kind !== "done") return result;
      const text = await new ConfinedFiles(host, root).read(research) ?? "";
      if (text.trim() !== "") break;
      if (round === MAX_WRITING) return failed(`The researcher did not write ${research}`);
    }
  } finally {
    await researcher.close();
  }
  return await work.commit([research], docsMessage(`research phase: ${phase.name}`, phase.number));
}

function failed(message: string): PlanPhaseOutcome {
  return { kind: "failed", message, hint: "Run the same command, or use another agent or model", output: "" };
}
