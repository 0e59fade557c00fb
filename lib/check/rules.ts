import type { Rule } from "./rule.ts";
import { autonomousMismatch } from "./rules/autonomous_mismatch.ts";
import { checkpointGate } from "./rules/checkpoint_gate.ts";
import { configuration } from "./rules/configuration.ts";
import { contextLine } from "./rules/context_line.ts";
import { decisionOptions } from "./rules/decision_options.ts";
import { dependencyCycle } from "./rules/dependency_cycle.ts";
import { doneVague } from "./rules/done_vague.ts";
import { duplicateItem } from "./rules/duplicate_item.ts";
import { duplicatePlanId } from "./rules/duplicate_plan_id.ts";
import { elementDuplicate } from "./rules/element_duplicate.ts";
import { elementMissing } from "./rules/element_missing.ts";
import { elementOrder } from "./rules/element_order.ts";
import { fieldShape } from "./rules/field_shape.ts";
import { fieldValue } from "./rules/field_value.ts";
import { fileName } from "./rules/file_name.ts";
import { filesAnnotated } from "./rules/files_annotated.ts";
import { filesNotListed } from "./rules/files_not_listed.ts";
import { fileUnread } from "./rules/file_unread.ts";
import { filesOverlap } from "./rules/files_overlap.ts";
import { folderName } from "./rules/folder_name.ts";
import { frontmatterMissing } from "./rules/frontmatter_missing.ts";
import { frontmatterUnparsable } from "./rules/frontmatter_unparsable.ts";
import { laterPhaseDependency } from "./rules/later_phase_dependency.ts";
import { missingField } from "./rules/missing_field.ts";
import { noTasks } from "./rules/no_tasks.ts";
import { objectiveLines } from "./rules/objective_lines.ts";
import { outputSummary } from "./rules/output_summary.ts";
import { pathOutside } from "./rules/path_outside.ts";
import { patternRefused } from "./rules/pattern_refused.ts";
import { phaseCount } from "./rules/phase_count.ts";
import { phaseDuplicate } from "./rules/phase_duplicate.ts";
import { phaseMismatch } from "./rules/phase_mismatch.ts";
import { phaseNotInRoadmap } from "./rules/phase_not_in_roadmap.ts";
import { placeholder } from "./rules/placeholder.ts";
import { referenceMissing } from "./rules/reference_missing.ts";
import { referenceOutside } from "./rules/reference_outside.ts";
import { requirementUncovered } from "./rules/requirement_uncovered.ts";
import { requirementUnknown } from "./rules/requirement_unknown.ts";
import { roadmapAhead } from "./rules/roadmap_ahead.ts";
import { roadmapPlanUnknown } from "./rules/roadmap_plan_unknown.ts";
import { selfDependency } from "./rules/self_dependency.ts";
import { serverLeftToUser } from "./rules/server_left_to_user.ts";
import { strayTag } from "./rules/stray_tag.ts";
import { summaryReference } from "./rules/summary_reference.ts";
import { summaryThin } from "./rules/summary_thin.ts";
import { summaryWithoutPlan } from "./rules/summary_without_plan.ts";
import { taskChildren } from "./rules/task_children.ts";
import { taskName } from "./rules/task_name.ts";
import { taskParts } from "./rules/task_parts.ts";
import { taskType } from "./rules/task_type.ts";
import { textEncoding } from "./rules/text_encoding.ts";
import { unclosedElement } from "./rules/unclosed_element.ts";
import { unclosedTask } from "./rules/unclosed_task.ts";
import { unknownDependency } from "./rules/unknown_dependency.ts";
import { unknownKey } from "./rules/unknown_key.ts";
import { verifyVague } from "./rules/verify_vague.ts";
import { waveMismatch } from "./rules/wave_mismatch.ts";
import { waveOrder } from "./rules/wave_order.ts";

/** All rules, in the order of the reference. */
export const rules: readonly Rule[] = [
  fileUnread,
  textEncoding,
  frontmatterMissing,
  frontmatterUnparsable,
  missingField,
  fieldValue,
  fieldShape,
  unknownKey,
  placeholder,
  folderName,
  fileName,
  phaseMismatch,
  phaseDuplicate,
  duplicatePlanId,
  unknownDependency,
  selfDependency,
  dependencyCycle,
  laterPhaseDependency,
  waveOrder,
  waveMismatch,
  duplicateItem,
  pathOutside,
  patternRefused,
  filesOverlap,
  filesNotListed,
  filesAnnotated,
  elementMissing,
  elementOrder,
  elementDuplicate,
  unclosedElement,
  strayTag,
  objectiveLines,
  contextLine,
  referenceMissing,
  referenceOutside,
  summaryReference,
  outputSummary,
  noTasks,
  unclosedTask,
  taskType,
  taskName,
  taskParts,
  taskChildren,
  verifyVague,
  doneVague,
  checkpointGate,
  decisionOptions,
  serverLeftToUser,
  autonomousMismatch,
  phaseNotInRoadmap,
  roadmapAhead,
  roadmapPlanUnknown,
  requirementUnknown,
  requirementUncovered,
  phaseCount,
  summaryWithoutPlan,
  summaryThin,
  configuration,
];
