import type { MilestoneDraft } from "../../../schemas/project_draft.ts";
import type { PhaseNumber } from "../../parse/ids/phase_number.ts";
import type { Project } from "../../parse/project/model.ts";
import { TEMPLATE_PHASE } from "../../parse/documents/placeholders.ts";
import { documentIn } from "../../parse/ids/locations.ts";
import { REQUIREMENTS_PATH } from "../../parse/requirements/requirements.ts";
import { listedMilestones, type Milestone } from "../../parse/roadmap/milestone.ts";
import { ROADMAP_PATH } from "../../parse/roadmap/roadmap.ts";
import { beginInRoadmap } from "../documents/milestone_list.ts";
import { addDraftPhases } from "../documents/roadmap_draft.ts";
import { addRequirements } from "../documents/requirements_draft.ts";
import { setStateValues } from "../documents/state_edit.ts";
import { completeMilestoneCommand } from "../command_lines/commands.ts";
import {
  FIRST_VERSION,
  hasBegun,
  knownMilestones,
  milestonePhases,
  milestoneTitle,
} from "../progress/milestone_phases.ts";
import { isoDate, openPhases } from "../progress/progress.ts";
import { isSettled } from "../../parse/roadmap/phase_state.ts";
import type { WrittenFile } from "../documents/document_changes.ts";
import { refuse, type Refused } from "../execution/refused.ts";

/** The milestone to begin. */
export interface NewMilestone {
  /** Its version; undefined for the one after the last. */
  readonly version: string | undefined;
  readonly name: string;
}

/** Returns the milestone with its version. Refused while another one is in progress, or if it is shipped. */
export function chooseMilestone(
  project: Project,
  { version, name }: NewMilestone,
): { readonly kind: "milestone"; readonly milestone: Milestone } | Refused {
  const current = project.milestone;
  const known = knownMilestones(project);
  const wanted = version === undefined
    ? planned(known)?.version ?? nextVersion(known)
    : `v${version.replace(/^v/i, "")}`;
  if (!/^v\d(?:[\w.-]*\w)?$/.test(wanted)) {
    return refuse(`"${version}" is not a version of a milestone`, "Use one such as v1.1");
  }
  const same = known.find((other) => other.version === wanted);
  if (same?.shipped) {
    return refuse(
      `Milestone ${wanted} is complete`,
      `Use another version: --milestone ${nextVersion(known)}`,
    );
  }
  if (current !== undefined && hasBegun(project, current.version)) {
    const { folders, listed } = milestonePhases(project, current.version);
    return refuse(
      `Milestone ${milestoneTitle(current)} is in progress`,
      folders.length + listed.length === 0
        ? 'Add its phases: wf phase add "<name>"'
        : `Complete it first: ${completeMilestoneCommand(current.version)}`,
    );
  }
  return { kind: "milestone", milestone: { version: wanted, name: name.trim() || (same?.name ?? "") } };
}

/** Returns the first milestone that the roadmap lists and that is not shipped. */
function planned(known: ReturnType<typeof knownMilestones>): Milestone | undefined {
  return known.find(({ shipped }) => !shipped);
}

/** Returns the version after the greatest one: `v1.1` after `v1.0`, `v3.1` after `v3`; `v1.0` for the first. */
function nextVersion(known: readonly Milestone[]): string {
  const versions = known.flatMap(({ version }) => {
    const [, major, minor = "0"] = /^v(\d+)(?:\.(\d+))?/.exec(version) ?? [];
    return major === undefined ? [] : [{ major: Number(major), minor: Number(minor) }];
  });
  const last = versions.sort((a, b) => a.major - b.major || a.minor - b.minor).at(-1);
  return last === undefined ? FIRST_VERSION : `v${last.major}.${last.minor + 1}`;
}

/** Returns the number of the next whole phase: after all that the project has or had. */
export function nextPhaseNumber({ phases, roadmap }: Project): number {
  const ranges = roadmap === undefined ? [] : listedMilestones(roadmap.source.text).flatMap(({ phases }) => {
    return phases.map(({ last }) => last);
  });
  const all = [
    ...phases.map(({ number }) => number),
    ...(roadmap?.phases ?? []).map(({ number }) => number),
    ...ranges,
  ];
  return 1 + Math.max(0, ...all.map(({ parts }) => parts[0]!));
}

/** Reports whether there are phases to be done already. */
export function hasOpenPhases({ roadmap }: Project): boolean {
  return openPhases(roadmap).some(({ number }) => !isSettled(number, roadmap));
}

/** The facts for the documents of a new milestone. */
export interface NewMilestoneInput {
  readonly project: Project;
  readonly milestone: Milestone;
  /** The requirements and phases; undefined if the user adds them. */
  readonly draft: MilestoneDraft | undefined;
  readonly time: Date;
}

/** Returns the changes of the documents when a milestone begins. */
export function newMilestoneChanges(
  { project, milestone, draft, time }: NewMilestoneInput,
): readonly WrittenFile[] {
  const { roadmap, requirements, state } = project;
  const first = nextPhaseNumber(project);
  const own = (path: string) => documentIn(project.base, path);
  const numbers = (draft?.phases ?? []).map((_, index): PhaseNumber => ({
    parts: [first + index],
    letter: "",
  }));
  const before = roadmap?.source.text;
  // Without a range, the milestone has all phases that no other one names.
  const begun = beginInRoadmap(before ?? "# Roadmap\n", milestone, hasOpenPhases(project) ? [] : numbers);
  const changes: WrittenFile[] = [{
    path: own(ROADMAP_PATH),
    before,
    after: draft === undefined ? begun : addDraftPhases(begun, draft.phases, first),
  }];
  if (draft !== undefined && draft.requirements.length > 0) {
    const text = requirements?.source.text;
    changes.push({
      path: own(REQUIREMENTS_PATH),
      before: text,
      after: addRequirements(text ?? "# Requirements\n", { milestone, draft, first }),
    });
  }
  if (state !== undefined) {
    const activity = `Began milestone ${milestoneTitle(milestone)}`;
    changes.push({
      path: state.path,
      before: state.text,
      after: setStateValues(state.text, {
        frontmatter: new Map([
          ["milestone", milestone.version],
          ["milestone_name", JSON.stringify(milestone.name)],
          ["status", "planning"],
          ["last_updated", `"${time.toISOString()}"`],
          ["last_activity", JSON.stringify(`${isoDate(time)} — ${activity}`)],
          ["stopped_at", JSON.stringify(activity)],
        ]),
        sections: new Map([
          [
            "current position",
            new Map([
              ...draft === undefined ? [] : [
                [
                  "phase",
                  `${first} of ${first + draft.phases.length - 1} (${draft.phases[0]!.name})`,
                ] as const,
              ],
              ["status", "Ready to plan"],
              ["last activity", `${isoDate(time)} — ${activity}`],
            ]),
          ],
        ]),
      }),
    });
  }
  return changes.filter(({ before, after }) => before !== after);
}

/** Returns the draft of a milestone for a rehearsal: one phase that delivers one requirement. */
export function rehearsedMilestone({ requirements }: Project): MilestoneDraft {
  const taken = new Set((requirements?.all ?? []).map(({ id }) => id));
  const ids = Array.from(
    { length: taken.size + 1 },
    (_, index) => `STEP-${String(index + 1).padStart(2, "0")}`,
  );
  const id = ids.find((candidate) => !taken.has(candidate))!;
  return {
    requirements: [{ id, text: "A user can do the next useful thing" }],
    phases: [{
      name: "Next step",
      summary: TEMPLATE_PHASE.summary,
      goal: TEMPLATE_PHASE.goal,
      depends_on: [],
      requirements: [id],
      success_criteria: [TEMPLATE_PHASE.criterion],
    }],
  };
}
