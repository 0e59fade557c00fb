import { againPrompt } from "../../lib/prompts/again.ts";
import { discussPhasePrompt } from "../../lib/prompts/discuss_phase.ts";
import { judgeTruthsPrompt } from "../../lib/prompts/judge_truths.ts";
import { newProjectPrompt, newRoadmapPrompt } from "../../lib/prompts/new_project.ts";

const PROJECT = {
  what: "A tally of lines.",
  core_value: "It counts.",
  requirements: [{ id: "COUNT-01", text: "A user counts lines" }],
  later: [],
  out_of_scope: [],
  constraints: ["No server"],
};

const PROMPTS: Readonly<Record<string, string>> = {
  "the open questions of a phase": discussPhasePrompt({
    number: "02",
    name: "Log in",
    section: "**Goal**: People log in",
    read: [".planning/PROJECT.md"],
    decided: ".planning/phases/02-log-in/02-CONTEXT.md",
    searchIgnored: true,
  }),
  "the open questions of a phase without a section": discussPhasePrompt({
    number: "02",
    name: "Log in",
    section: "",
    read: [],
    decided: "",
  }),
  "which truths hold": judgeTruthsPrompt({
    number: "02",
    name: "Log in",
    goal: "People have accounts",
    truths: ["A user logs in", "A wrong password is refused"],
    read: [".planning/phases/02-log-in/02-01-PLAN.md"],
    checks: ["npm test"],
  }),
  "what a project has to do": newProjectPrompt({ name: "Tally", description: "Count lines." }),
  "what the code in a folder is": newProjectPrompt({ name: "Tally", description: "", map: true }),
  "what a project has to do, changed": newProjectPrompt({
    name: "Tally",
    description: "Count lines.",
    wanted: { before: PROJECT, change: "Words too" },
  }),
  "the phases of a project": newRoadmapPrompt({ name: "Tally", project: PROJECT, phases: "3 to 5 phases" }),
  "an answer that cannot be used": againPrompt(["There is no fenced json block in it"]),
};

for (const [what, prompt] of Object.entries(PROMPTS)) {
  Deno.test(`the prompt for ${what}`, async (t) => await t.assertSnapshot(prompt));
}
