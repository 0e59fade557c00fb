import type { Rule } from "./rule.ts";
import { autonomousMismatch } from "./rules/autonomous_mismatch.ts";
import { configuration } from "./rules/configuration.ts";
import { dependencyCycle } from "./rules/dependency_cycle.ts";
import { duplicatePlanId } from "./rules/duplicate_plan_id.ts";
import { fieldShape } from "./rules/field_shape.ts";
import { fieldValue } from "./rules/field_value.ts";
import { filesAnnotated } from "./rules/files_annotated.ts";
import { filesNotListed } from "./rules/files_not_listed.ts";
import { filesOverlap } from "./rules/files_overlap.ts";
import { frontmatterMissing } from "./rules/frontmatter_missing.ts";
import { frontmatterUnparsable } from "./rules/frontmatter_unparsable.ts";
import { missingField } from "./rules/missing_field.ts";
import { phaseMismatch } from "./rules/phase_mismatch.ts";
import { selfDependency } from "./rules/self_dependency.ts";
import { strayTag } from "./rules/stray_tag.ts";
import { taskParts } from "./rules/task_parts.ts";
import { taskType } from "./rules/task_type.ts";
import { unclosedElement } from "./rules/unclosed_element.ts";
import { unclosedTask } from "./rules/unclosed_task.ts";
import { unknownDependency } from "./rules/unknown_dependency.ts";
import { waveMismatch } from "./rules/wave_mismatch.ts";
import { waveOrder } from "./rules/wave_order.ts";

/** All rules, in the order of the reference. */
export const rules: readonly Rule[] = [
  frontmatterMissing,
  frontmatterUnparsable,
  missingField,
  fieldValue,
  fieldShape,
  phaseMismatch,
  unknownDependency,
  selfDependency,
  dependencyCycle,
  waveOrder,
  waveMismatch,
  duplicatePlanId,
  filesOverlap,
  filesNotListed,
  filesAnnotated,
  taskType,
  taskParts,
  unclosedTask,
  unclosedElement,
  strayTag,
  autonomousMismatch,
  configuration,
];
