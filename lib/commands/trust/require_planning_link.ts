import type { Question } from "../../../schemas/question.ts";
import { PlanningLink } from "../../apply/trust/planning_link.ts";
import { PLANNING } from "../../parse/ids/locations.ts";
import { visible } from "../../report/terminal/visible.ts";
import { makeAsker } from "../context/answers.ts";
import { type CommandContext, UntrustedError } from "../context/command_context.ts";
import { trustCommand } from "./require_trust.ts";

/**
 * Ensures that documents are written through a link `.planning` that leads out of the project only if the user
 * accepts its target: asks once at a terminal, and stores the answer outside of the project.
 *
 * Throws an UntrustedError when the user does not accept it or cannot be asked. No flag answers this question.
 *
 * @param root Absolute path of the project root.
 */
export async function requirePlanningLink(root: string, context: CommandContext): Promise<void> {
  const { host, byAgent } = context;
  const link = new PlanningLink(host, root);
  const target = await link.target();
  if (target === undefined || await link.accepts(target)) return;
  const answers = makeAsker({ answers: new Map(), yes: false }, context);
  const answer = await answers.ask(linkQuestion(target));
  if (answer?.value === "accept") return await link.accept(target);
  const why = answers.cancelled.aborted
    ? "interrupted"
    : answer !== undefined
    ? "you do not accept that"
    : byAgent()
    ? "only the user can accept that, and a coding agent asks"
    : "you have not accepted that";
  const command = trustCommand(root, context);
  throw new UntrustedError(
    `Cannot write documents: ${PLANNING} is a link that leads out of the project, to "${target}"; ${why}`,
    byAgent()
      ? `The user checks it and runs ${command} at a terminal`
      : `Check it and run ${command} at a terminal; without a terminal, as in CI, set WF_TRUST=1`,
    answers.cancelled.aborted ? 130 : 3,
  );
}

function linkQuestion(target: string): Question {
  return {
    id: "trust",
    kind: "safety",
    title: `Write documents to the folder that ${PLANNING} leads to?`,
    details: `${PLANNING} is a link that leads out of the project, to ${
      visible(target)
    }\nDocuments are written there, and links in it may not leave it. You are asked again when the target changes.`,
    choices: [
      { value: "refuse", label: "No: write nothing" },
      { value: "accept", label: "Yes, always in this project" },
    ],
    open: false,
    preselected: "refuse",
  };
}
