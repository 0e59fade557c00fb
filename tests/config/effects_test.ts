/**
 * The proof that configuration means what it says: for each key the behavior that changes with it,
 * and the test that shows it. A key without a row fails.
 */
import assert from "node:assert/strict";
import { configKeys } from "../../generated/metadata.ts";

type Proof = { readonly behavior: string; readonly file: string; readonly test: string };
/** The work that a key's behavior belongs to and that is not there yet. */
type Open = { readonly open: string };

const E2E = "tests/e2e";

const EFFECTS: Readonly<Record<string, Proof | Open>> = {
  "mode": {
    behavior: "yolo answers gates, human-verify, decisions and the merge offer by itself",
    file: `${E2E}/questions_test.ts`,
    test: "yolo approves a human-verify and takes the first option of a decision",
  },
  "granularity": {
    behavior: "how many phases the roadmap of a new project has",
    file: `${E2E}/new_project_test.ts`,
    test: "granularity decides the number of phases in a template roadmap",
  },
  "model_profile": {
    behavior: "the tier of each role, and so the model of its session",
    file: `${E2E}/plan_phase_test.ts`,
    test: "model_profile gives each role the model of its session",
  },
  "workflow.research": {
    behavior: "plan-phase sends a researcher first",
    file: `${E2E}/plan_phase_test.ts`,
    test: "workflow.research and workflow.plan_check decide which roles take part; flags win",
  },
  "workflow.plan_check": {
    behavior: "a checker agent looks at plans",
    file: `${E2E}/plan_phase_test.ts`,
    test: "workflow.research and workflow.plan_check decide which roles take part; flags win",
  },
  "workflow.verifier": {
    behavior: "a run ends with its must-haves verified and recorded",
    file: `${E2E}/verify_in_run_test.ts`,
    test: "workflow.verifier ends a run with the must-haves verified and recorded",
  },
  "workflow.auto_advance": {
    behavior: "discussing a phase goes on to planning and executing it",
    file: `${E2E}/discuss_phase_test.ts`,
    test: "workflow.auto_advance continues from discussing to planning and executing without stopping",
  },
  "workflow.nyquist_validation": {
    behavior: "requirements are mapped to test commands, and each wants one",
    file: "tests/apply/planning/loop_test.ts",
    test: "workflow.nyquist_validation maps requirements to test commands, and wants one for each",
  },
  "planning.commit_docs": {
    behavior: "off, a run makes no docs commits and keeps .planning out of task commits",
    file: `${E2E}/execute_phase_test.ts`,
    test: "documents stay out of history when planning.commit_docs is off",
  },
  "planning.search_gitignored": {
    behavior: "on, agents are told to search ignored files too",
    file: `${E2E}/permissions_test.ts`,
    test: "planning.search_gitignored instructs the agent to search ignored files too",
  },
  "parallelization.enabled": {
    behavior: "off, plans run one after the other in the project's own working tree",
    file: `${E2E}/parallel_test.ts`,
    test: "parallelization.enabled=false runs two plans sequentially",
  },
  "parallelization.plan_level": {
    behavior: "off, plans of a wave run one after the other",
    file: `${E2E}/parallel_test.ts`,
    test: "parallelization.plan_level=false runs two plans sequentially",
  },
  "parallelization.task_level": {
    behavior: "tasks of one plan that name different files run at the same time",
    file: `${E2E}/parallel_test.ts`,
    test: "parallelization.task_level runs tasks of one plan with different files concurrently",
  },
  "parallelization.skip_checkpoints": {
    behavior: "a checkpoint in the middle of a plan is put off to the end of the phase",
    file: `${E2E}/parallel_test.ts`,
    test:
      "parallelization.skip_checkpoints defers a checkpoint in the middle of a plan to the end of the phase",
  },
  "parallelization.max_concurrent_agents": {
    behavior: "how many agents work at the same time",
    file: `${E2E}/parallel_test.ts`,
    test: "parallelization.max_concurrent_agents is never exceeded, over all plans and tasks",
  },
  "parallelization.min_plans_for_parallel": {
    behavior: "from how many plans on they run at the same time",
    file: `${E2E}/parallel_test.ts`,
    test: "parallelization.min_plans_for_parallel=3 runs two plans sequentially",
  },
  "git.branching_strategy": {
    behavior: "commits go to the current branch, to the phase's or to the milestone's",
    file: `${E2E}/execute_phase_test.ts`,
    test: "strategy phase works on its own branch and squashes it into the base",
  },
  "git.phase_branch_template": {
    behavior: "the name of a phase's branch",
    file: `${E2E}/commands_test.ts`,
    test: "branch-name fills the templates, by default with names from the roadmap",
  },
  "git.milestone_branch_template": {
    behavior: "the name of a milestone's branch",
    file: `${E2E}/config_test.ts`,
    test: "git.milestone_branch_template makes the name of a milestone's branch",
  },
  "git.hook_timeout_minutes": {
    behavior: "when a hook that does not end is stopped",
    file: `${E2E}/time_limits_test.ts`,
    test: "git.hook_timeout_minutes ends a commit whose hook does not end",
  },
  "gates.confirm_project": {
    behavior: "new-project asks before it writes",
    file: `${E2E}/new_project_test.ts`,
    test: "gates.confirm_project off makes new-project ask nothing",
  },
  "gates.confirm_phases": {
    behavior: "new-project shows the phases that an agent made and waits for a person",
    file: `${E2E}/new_project_test.ts`,
    test: "gates.confirm_phases and gates.confirm_roadmap off let the agent's roadmap through",
  },
  "gates.confirm_roadmap": {
    behavior: "new-project shows the roadmap that an agent made and waits for a person",
    file: `${E2E}/new_project_test.ts`,
    test: "gates.confirm_phases and gates.confirm_roadmap off let the agent's roadmap through",
  },
  "gates.confirm_breakdown": {
    behavior: "plan-phase shows the tasks of its plans and asks before it records them",
    file: `${E2E}/plan_phase_test.ts`,
    test:
      "gates.confirm_breakdown shows the plans and stops without a terminal, and the printed command continues",
  },
  "gates.confirm_plan": {
    behavior: "a run asks before each plan it begins",
    file: `${E2E}/questions_test.ts`,
    test: "without a terminal a gate stops the run with 3 and names the command that answers it",
  },
  "gates.execute_next_plan": {
    behavior: "a run asks before it goes on to a further plan",
    file: `${E2E}/questions_test.ts`,
    test: "a gate answered with no stops before the plan it is about",
  },
  "gates.issues_review": {
    behavior: "verify-phase asks a person who is there before it records gaps",
    file: `${E2E}/verify_phase_test.ts`,
    test: "gates.issues_review asks before gaps are recorded, and records them without a terminal",
  },
  "gates.confirm_transition": {
    behavior: "complete-milestone asks before it changes anything",
    file: `${E2E}/complete_milestone_test.ts`,
    test: "gates.confirm_transition makes complete-milestone ask before it changes anything",
  },
  "safety.always_confirm_destructive": {
    behavior: "on, an agent's destructive commands are a person's to allow, in every mode",
    file: `${E2E}/permissions_test.ts`,
    test: "safety.always_confirm_destructive prevents a deletion by an agent, in mode yolo and with --yes",
  },
  "safety.always_confirm_external_services": {
    behavior: "on, what leaves the machine is a person's to allow, in every mode",
    file: `${E2E}/permissions_test.ts`,
    test: "safety.always_confirm_external_services prevents a deployment by an agent",
  },
  "agent.name": {
    behavior: "which agent a run starts",
    file: `${E2E}/config_test.ts`,
    test: "agent.name names the agent, and an unknown one is refused",
  },
  "agent.command": {
    behavior: "the program that is started, or the script that mock plays",
    file: `${E2E}/agents_test.ts`,
    test: "agent.command names the script that mock plays",
  },
  "agent.turn_timeout_minutes": {
    behavior: "when a turn or a check is ended",
    file: `${E2E}/config_test.ts`,
    test: "agent.turn_timeout_minutes ends a turn and a check that take longer",
  },
  "agent.stall_minutes": {
    behavior: "when an agent that says nothing is ended",
    file: `${E2E}/agents_test.ts`,
    test: "agent.stall_minutes ends an agent without output",
  },
  "agent.retries": {
    behavior: "how often a task is begun anew after the agent itself failed",
    file: `${E2E}/agents_test.ts`,
    test: "agent.retries restarts a crashed agent's task",
  },
  "agent.sandbox": {
    behavior: "whether tasks and checks run in a sandbox, and a run without one is refused",
    file: `${E2E}/sandbox_test.ts`,
    test: "agent.sandbox decides whether tasks and checks run in a sandbox",
  },
  "agent.sandbox_network": {
    behavior: "whether a check in the sandbox reaches services of the machine",
    file: `${E2E}/sandbox_test.ts`,
    test: "agent.sandbox_network lets checks reach the services of the machine",
  },
  "agent.sandbox_writable": {
    behavior: "what tasks in the sandbox write outside of the project",
    file: `${E2E}/sandbox_test.ts`,
    test: "agent.sandbox_writable opens a folder outside of the project",
  },
  "agent.keep_variables": {
    behavior: "the agent gets secrets of the environment that are not its login",
    file: `${E2E}/agent_settings_test.ts`,
    test: "an agent gets its own login and agent.keep_variables, and no other secret",
  },
  "agent.fallbacks": {
    behavior: "which agent takes over when one is unavailable",
    file: `${E2E}/role_agents_test.ts`,
    test: "another agent judges the truths, and a fallback takes over when one has reached its limit",
  },
  ...Object.fromEntries(["A", "B", "C"].map((tier) => [`agent.models.${tier}`, {
    behavior: "the model of the tier's roles",
    file: `${E2E}/agents_test.ts`,
    test: "config explain model_profile shows the model that each role gets",
  }])),
  ...Object.fromEntries(
    ["research", "planning", "plan_check", "execution", "verification"].map((
      role,
    ) => [`agent.roles.${role}`, {
      behavior: "the agent and the model of the role",
      file: "tests/plan/agents/role_agents_test.ts",
      test: "each role has its own agent, then the fallbacks in order, none twice and none without a model",
    }]),
  ),
  ...Object.fromEntries(
    ["run", "phase", "day"].flatMap((scope) =>
      ["cost", "tokens"].map((unit) => `agent.budget.${scope}_${unit}`)
    )
      .map((key) => [key, {
        behavior: "what agents may use before the user is asked",
        file: "tests/plan/usage/budget_test.ts",
        test: "each budget is compared with what its scope used",
      }]),
  ),
  "worktree.setup": {
    behavior: "which commands run in a worktree before its plan begins",
    file: `${E2E}/worktrees_test.ts`,
    test: "worktree.setup runs once in each worktree before its plan begins",
  },
  "worktree.setup_timeout_minutes": {
    behavior: "when a setup command that does not end is stopped",
    file: `${E2E}/time_limits_test.ts`,
    test: "worktree.setup_timeout_minutes ends a setup command, and its plan",
  },
  "worktree.copy": {
    behavior: "which ignored files a worktree gets",
    file: `${E2E}/worktrees_test.ts`,
    test: "worktree.copy brings ignored files and links folders",
  },
  "log.keep_runs": {
    behavior: "how many logs are kept",
    file: `${E2E}/log_test.ts`,
    test: "log.keep_runs limits how many runs are kept",
  },
  "executor.name": {
    behavior: "whether plans run on this machine or on workers",
    file: "tests/plan/execution/concurrency_test.ts",
    test: "on other machines even a plan alone in its wave has a worktree",
  },
  "executor.server": {
    behavior: "which server workers get plans from",
    file: `${E2E}/trust_test.ts`,
    test: "executor.server and executor.remote decide where plans and commits go, and need trust",
  },
  "executor.remote": {
    behavior: "which remote wf and workers push to",
    file: `${E2E}/trust_test.ts`,
    test: "executor.server and executor.remote decide where plans and commits go, and need trust",
  },
  "executor.submit": {
    behavior: "what starts the job of a plan",
    file: "tests/apply/executor/batch_engine_test.ts",
    test: "a lane has one job as long as the batch system lists it, and the job knows the remote",
  },
  "executor.list": {
    behavior: "when a job counts as gone, and another is submitted",
    file: "tests/apply/executor/batch_engine_test.ts",
    test: "a job that vanishes is replaced at the second look, as the first may only be early",
  },
  "executor.cancel": {
    behavior: "what ends the job of a plan",
    file: "tests/apply/executor/batch_engine_test.ts",
    test: "cancelling a lane ends its jobs, and no others",
  },
};

Deno.test("every configuration key has a row that names what it changes, or the work it waits for", () => {
  assert.deepEqual(Object.keys(EFFECTS), configKeys.map(({ key }) => key));
});

Deno.test("every test that a row names is there", async () => {
  for (const [key, row] of Object.entries(EFFECTS)) {
    if ("open" in row) continue;
    const text = await Deno.readTextFile(new URL(`../../${row.file}`, import.meta.url));
    assert.ok(text.includes(`Deno.test("${row.test}"`), `${key}: ${row.test}`);
  }
});
