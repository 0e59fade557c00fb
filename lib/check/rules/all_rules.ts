import type { Rule } from "../rule.ts";
import { autonomousMismatch } from "./autonomous_mismatch.ts";
import { checkAbsolutePath } from "./check_absolute_path.ts";
import { checkCannotFail } from "./check_cannot_fail.ts";
import { checkOtherFile } from "./check_other_file.ts";
import { checkProse } from "./check_prose.ts";
import { checkpointGate } from "./checkpoint_gate.ts";
import { configuration } from "./configuration.ts";
import { conflictMarker } from "./conflict_marker.ts";
import { contextLine } from "./context_line.ts";
import { decisionOptions } from "./decision_options.ts";
import { dependencyCycle } from "./dependency_cycle.ts";
import { doneVague } from "./done_vague.ts";
import { duplicateItem } from "./duplicate_item.ts";
import { duplicatePlanId } from "./duplicate_plan_id.ts";
import { elementDuplicate } from "./element_duplicate.ts";
import { elementMissing } from "./element_missing.ts";
import { elementOrder } from "./element_order.ts";
import { fieldShape } from "./field_shape.ts";
import { fieldValue } from "./field_value.ts";
import { fileName } from "./file_name.ts";
import { filesAnnotated } from "./files_annotated.ts";
import { filesNotListed } from "./files_not_listed.ts";
import { fileUnread } from "./file_unread.ts";
import { filesOverlap } from "./files_overlap.ts";
import { folderName } from "./folder_name.ts";
import { frontmatterMissing } from "./frontmatter_missing.ts";
import { frontmatterUnparsable } from "./frontmatter_unparsable.ts";
import { laterPhaseDependency } from "./later_phase_dependency.ts";
import { missingField } from "./missing_field.ts";
import { noTasks } from "./no_tasks.ts";
import { objectiveLines } from "./objective_lines.ts";
import { outputSummary } from "./output_summary.ts";
import { pathOutside } from "./path_outside.ts";
import { patternRefused } from "./pattern_refused.ts";
import { phaseCount } from "./phase_count.ts";
import { phaseDuplicate } from "./phase_duplicate.ts";
import { phaseMismatch } from "./phase_mismatch.ts";
import { phaseNotInRoadmap } from "./phase_not_in_roadmap.ts";
import { placeholder } from "./placeholder.ts";
import { referenceMissing } from "./reference_missing.ts";
import { referenceOutside } from "./reference_outside.ts";
import { requirementUncovered } from "./requirement_uncovered.ts";
import { requirementUnknown } from "./requirement_unknown.ts";
import { roadmapAhead } from "./roadmap_ahead.ts";
import { roadmapPlanUnknown } from "./roadmap_plan_unknown.ts";
import { selfDependency } from "./self_dependency.ts";
import { serverLeftToUser } from "./server_left_to_user.ts";
import { strayTag } from "./stray_tag.ts";
import { summaryReference } from "./summary_reference.ts";
import { summaryThin } from "./summary_thin.ts";
import { summaryWithoutPlan } from "./summary_without_plan.ts";
import { taskChildren } from "./task_children.ts";
import { taskName } from "./task_name.ts";
import { taskParts } from "./task_parts.ts";
import { taskType } from "./task_type.ts";
import { textEncoding } from "./text_encoding.ts";
import { unclosedElement } from "./unclosed_element.ts";
import { unclosedTask } from "./unclosed_task.ts";
import { unknownDependency } from "./unknown_dependency.ts";
import { unknownKey } from "./unknown_key.ts";
import { verifyCommand } from "./verify_command.ts";
import { verifyVague } from "./verify_vague.ts";
import { waveMismatch } from "./wave_mismatch.ts";
import { waveOrder } from "./wave_order.ts";

/** All rules, in the order of the reference. */
export const rules: readonly Rule[] = [
  fileUnread,
  textEncoding,
  conflictMarker,
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
  verifyCommand,
  checkCannotFail,
  checkProse,
  checkAbsolutePath,
  checkOtherFile,
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
