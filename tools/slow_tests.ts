/**
 * What `deno task ok` leaves to `deno task test`: the tests that build the program or start it a hundred times,
 * that type at terminals or kill runs, those of the maintainers' tools, and those that repeat with whole runs what
 * tests of lower floors show.
 * Starts of paths.
 */
export const SLOW_TESTS: readonly string[] = [
  "tests/apply/sandbox/hostile_test.ts",
  "tests/distribution/",
  "tests/docs/documents_test.ts",
  "tests/e2e/agent_settings_test.ts",
  "tests/e2e/agents_test.ts",
  "tests/e2e/checks_again_test.ts",
  "tests/e2e/complete_milestone_test.ts",
  "tests/e2e/clones_test.ts",
  "tests/e2e/completions_test.ts",
  "tests/e2e/full_disk_test.ts",
  "tests/e2e/hazards_test.ts",
  "tests/e2e/hosted_test.ts",
  "tests/e2e/interruption_test.ts",
  "tests/e2e/kill_test.ts",
  "tests/e2e/killed_git_test.ts",
  "tests/e2e/lanes_test.ts",
  "tests/e2e/long_output_test.ts",
  "tests/e2e/monorepo_test.ts",
  "tests/e2e/parallel_test.ts",
  "tests/e2e/scripted_agents_test.ts",
  "tests/e2e/sealed_",
  "tests/e2e/team_test.ts",
  "tests/e2e/terminal_",
  "tests/e2e/tests_first_test.ts",
  "tests/e2e/time_limits_test.ts",
  "tests/e2e/trust_test.ts",
  "tests/e2e/undo_test.ts",
  "tests/e2e/verify_in_run_test.ts",
  "tests/e2e/view_page_test.ts",
  "tests/e2e/worktrees_test.ts",
  "tests/host/node_test.ts",
  "tests/mutate/",
  "tests/tools/scaffold_test.ts",
  // `deno task generate --check` is a step of its own.
  "tests/generated/stale_test.ts",
  "tests/plan/checks/check_script_shell_test.ts",
];
