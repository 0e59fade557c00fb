import { milestoneDraft } from "../../../generated/answers.mjs";
import type { MilestoneDraft } from "../../../schemas/project_draft.ts";
import type { Repository } from "../git/repository.ts";
import { slugify } from "../../text/slug.ts";
import { CommonRecord } from "../files/common_record.ts";
import { hasKeys } from "../../collections/is_record.ts";

/** A milestone that is not confirmed yet, so that it is described and drafted only once. */
export interface StartedMilestone {
  readonly version: string;
  /** What it has to do, in the words of the user. */
  readonly description: string;
  /** Undefined until the agent has answered. */
  readonly draft?: MilestoneDraft;
}

/** Returns the record of the milestone that an earlier call drafted for a project. */
export function startedMilestone({ project }: Repository): CommonRecord<StartedMilestone> {
  return new CommonRecord(
    `wf/new-milestone${project === "" ? "" : `-${slugify(project)}`}.json`,
    (value): value is StartedMilestone => {
      return hasKeys(value, ["version", "description"]) &&
        (value.draft === undefined || milestoneDraft(value.draft));
    },
  );
}
