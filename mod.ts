/**
 * Reads, checks and orders the plans of a `.planning/` tree. Every function is pure: no files, no network, no
 * clock. Functions that read files, run git and start agents are in `@wf/wf/apply`.
 *
 * | to | call |
 * | --- | --- |
 * | read a file | {@linkcode parsePlanFile}, {@linkcode parseConfig} |
 * | read a whole tree | {@linkcode parseProject}, {@linkcode findPhase}, {@linkcode parsePhaseNumber} |
 * | check a tree, and fix it | {@linkcode checkProject}, {@linkcode addFacts}, {@linkcode fixProject}, {@linkcode rules} |
 * | report findings | {@linkcode githubText}, {@linkcode sarifLog}, {@linkcode sourcesOf} |
 * | order plans | {@linkcode phaseWaves}, {@linkcode planWaves}, {@linkcode dependenciesOf} |
 * | plan an execution | {@linkcode planExecution}, {@linkcode resolveConfig}, {@linkcode assumedSnapshot} |
 * | name branches and commits | {@linkcode phaseBranchName}, {@linkcode milestoneBranchName}, {@linkcode commitMessage}, {@linkcode docsMessage} |
 * | write a plan file | {@linkcode writePlan} |
 * | validate data | {@linkcode loadSchema}, {@linkcode schemaNames} |
 *
 * Errors in a user's files are returned, never thrown: parsers accept any text. Offsets count UTF-16 code
 * units from 0; {@linkcode SourceText} converts them to lines and columns. Paths are relative to the project
 * root, with forward slashes.
 *
 * The names exported here, and the properties of their types, follow semantic versioning. New properties and
 * new members of unions come in minor versions, so give a `switch` a default. `@wf/wf/internals` promises
 * nothing.
 *
 * @example Check a plan file
 * ```ts
 * import { checkProject, parseProject, rules } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const path = ".planning/phases/01-start/01-01-PLAN.md";
 * const text = "---\nphase: 01-start\nplan: 01\ntype: execute\nwave: two\n---\n";
 * const project = parseProject({ texts: new Map([[path, text]]), paths: [path] });
 * const findings = checkProject(project, rules);
 * assert.ok(findings.some(({ message }) => message === '"wave" must be a whole number'));
 * ```
 *
 * @module
 */

// Read.
export { SourceText } from "./lib/text/source_text.ts";
export { parsePlanFile, type PlanDocument, type PlanFacts } from "./lib/parse/plan_file/plan_file.ts";
export { type ConfigDocument, parseConfig } from "./lib/parse/config/config.ts";
export { findPhase, parseProject, type PlanIndex } from "./lib/parse/project/project.ts";
export type { ProjectParsers } from "./lib/parse/project/parsers.ts";
export type {
  Phase,
  PhaseFacts,
  Project,
  ProjectFacts,
  ProjectSources,
  UnreadReason,
} from "./lib/parse/project/model.ts";
export {
  comparePhaseNumbers,
  parsePhaseNumber,
  type PhaseNumber,
  printPhaseNumber,
} from "./lib/parse/ids/phase_number.ts";

// Check.
export { checkProject, type Finding, type Rule, type RuleDoc } from "./lib/check/rule.ts";
export { addFacts } from "./lib/check/facts.ts";
export { rules } from "./lib/check/rules/all_rules.ts";
export { withHistory, withoutHistory } from "./lib/check/history.ts";
export { strictly } from "./lib/check/strict.ts";
export { type FixOptions, fixProject, type FixResult } from "./lib/check/fix/fix.ts";
export * from "./schemas/diagnostic.ts";

// Report.
export { sourcesOf } from "./lib/parse/project/sources_of.ts";
export { githubText, type RepositoryLocation } from "./lib/report/findings/github.ts";
export { sarifLog, type SarifOptions } from "./lib/report/findings/sarif.ts";
export type { Sources } from "./lib/report/findings/diagnostics.ts";
export { rulePages } from "./generated/rule_pages.ts";
export type { RuleBlock, RulePage } from "./schemas/results/validate.ts";

// Plan.
export { dependenciesOf, type Dependency, phaseDependencies } from "./lib/parse/project/dependencies.ts";
export { phaseWaves, planWaves, type WaveInput, type WaveResult } from "./lib/plan/execution/waves.ts";
export type { ExecutionInput, ExecutionResult } from "./lib/plan/execution/execution_input.ts";
export { planExecution } from "./lib/plan/execution/execution_plan.ts";
export {
  assumedSnapshot,
  type BehindBranch,
  type History,
  type LeftWorktree,
  type RepoSnapshot,
} from "./lib/plan/history/repo_snapshot.ts";
export {
  type ConfigOrigin,
  type ConfigOverride,
  type ConfigSources,
  resolveConfig,
  type ResolvedConfig,
} from "./lib/plan/config/resolve.ts";

// Name.
export {
  type BranchNameResult,
  type MilestoneBranchInput,
  milestoneBranchName,
  type PhaseBranchInput,
  phaseBranchName,
} from "./lib/plan/naming/branch_name.ts";
export { commitMessage, docsMessage } from "./lib/plan/naming/commit_message.ts";
export type { CommitType } from "./schemas/commands.ts";

// Write.
export { writePlan } from "./lib/plan/documents/write_plan.ts";

// Describe.
export { configDefaults, schemaNames } from "./generated/metadata.ts";
export { loadSchema } from "./generated/schemas.ts";
export { version } from "./generated/version.ts";

// The data that these functions take and return.
export * from "./schemas/config.ts";
export * from "./schemas/execution_plan.ts";
export * from "./schemas/plan_file.ts";
export * from "./schemas/question.ts";
export type { TextPosition } from "./schemas/results/validate.ts";
export type { RoleModel } from "./schemas/role_model.ts";
export type { SchemaError } from "./schemas/validator.ts";
export type { VerificationStatus } from "./schemas/verification.ts";
export type {
  Attribute,
  BodyElement,
  ScannedBody,
  StructureProblem,
} from "./lib/parse/plan_file/scan_body.ts";
export type { Frontmatter } from "./lib/parse/plan_file/frontmatter.ts";
export type { DeclaredFile } from "./lib/parse/plan_file/declared_files.ts";
export type { WrittenPattern } from "./lib/parse/plan_file/key_link_patterns.ts";
export type { PathPlace, Reference } from "./lib/parse/plan_file/references.ts";
export type { TaskNode } from "./lib/parse/plan_file/tasks.ts";
export type { NamedRequirement } from "./lib/parse/requirements/requirement_range.ts";
export type { RequirementReference } from "./lib/parse/requirements/requirement_id.ts";
export type {
  Requirement,
  RequirementBox,
  RequirementRow,
  Requirements,
} from "./lib/parse/requirements/requirements.ts";
export type { Milestone } from "./lib/parse/roadmap/milestone.ts";
export type { Roadmap, RoadmapPhase, RoadmapRequirements } from "./lib/parse/roadmap/roadmap.ts";
export type { YamlEntry, YamlList, YamlMap, YamlNode, YamlScalar } from "./lib/parse/yaml/node.ts";
export type { YamlProblem } from "./lib/parse/yaml/problem.ts";
export type { ShapeNote } from "./lib/parse/yaml/shape_reader.ts";
export type { Journal, JournalEntry } from "./lib/plan/history/journal.ts";
export type { PhaseReference } from "./schemas/phase.ts";
