import { type Names, namesOf } from "./names.ts";
import { before, OPEN, type Scaffold } from "./scaffold.ts";

/** Names that the command line takes itself. */
const OWN = ["help", "version"];

/**
 * Returns the files of a new command.
 *
 * @param name Its name, in kebab-case.
 * @param taken The names of all commands.
 * @throws {RangeError} When the name has another form or is taken.
 */
export function commandScaffold(name: string, taken: readonly string[]): Scaffold {
  const { snake, camel, pascal } = namesOf(name);
  if ([...taken, ...OWN].includes(name)) {
    throw new RangeError(`Cannot use "${name}": a command has this name`);
  }
  const key = name === camel ? name : `"${name}"`;
  const command = `lib/commands/${snake}.ts`;
  const result = `schemas/results/${snake}.ts`;
  return {
    created: {
      [command]: commandText({ snake, camel, pascal }),
      [result]: resultText(name, pascal),
      [`tests/e2e/${snake}_test.ts`]: testText(name, command),
    },
    inserted: [
      {
        path: "schemas/commands/integrate.ts",
        text: `\n/** ${OPEN}: what it does, beginning with a verb: the command's help. */
export interface ${pascal}Options extends GlobalOptions {
  // No options of its own.
}
`,
        at: (content) => content.length,
      },
      {
        path: "tools/generate/json_schemas.ts",
        text: `  "${name}": { type: "${pascal}Result", title: "Result of ${name}" },\n`,
        at: before(/^ {2}"error": \{/m),
      },
      {
        path: "lib/cli/loaders.ts",
        text:
          `  "${name}": async () => typed<Options.${pascal}Options>((await import("../commands/${snake}.ts")).${camel}),\n`,
        at: before(/^ {2}"demo": /m),
      },
      { path: "deno.json", text: `    "${name}": { "read": true },\n`, at: before(/^ {4}"demo": \{/m) },
      {
        path: "tests/distribution/permissions_test.ts",
        text: `  "${name}": [{ args: [], output: /^${OPEN}/ }],\n`,
        at: before(/^ {2}"demo": \[/m),
      },
      {
        path: "tests/e2e/terminal_control_test.ts",
        text: `  ${key}: [[]],\n`,
        at: before(/^ {2}demo: \[/m),
      },
    ],
    next: [
      `schemas/commands/integrate.ts and ${result}: move it to its group, describe the options and the result; then deno task generate`,
      `${command}: carry it out; move the text of the result to lib/report/`,
      `deno.json: its least permissions; tests/distribution/permissions_test.ts: calls that need all of them`,
      `tests/e2e/${snake}_test.ts: test what a user sees; tests/e2e/terminal_control_test.ts: add calls with arguments`,
      "lib/cli/examples.ts: values of new placeholders",
      "CHANGELOG.md, and README.md if it is one of the most used commands",
      "lib/permissions/programs/table.ts: whether an agent may call it; the user is asked until then",
      "deno task update, deno task ok",
    ],
  };
}

function commandText({ snake, camel, pascal }: Omit<Names, "kebab">): string {
  return `import type { ${pascal}Options } from "../../schemas/commands.ts";
import type { ${pascal}Result } from "../../schemas/results/${snake}.ts";
import type { CommandContext, Outcome } from "./context/command_context.ts";

/** ${OPEN}: what it does, beginning with a verb. */
export function ${camel}(_options: ${pascal}Options, _context: CommandContext): Promise<Outcome> {
  const result: ${pascal}Result = { formatVersion: 1 };
  return Promise.resolve({ exitCode: 0, result, text: "${OPEN}\\n" });
}
`;
}

function resultText(name: string, pascal: string): string {
  return `/** Result of \`${name}\`. */
export interface ${pascal}Result {
  /** Version of this format. */
  readonly formatVersion: 1;
}
`;
}

function testText(name: string, command: string): string {
  return `import assert from "node:assert/strict";
import { schemaProblems } from "../deps/ajv.ts";
import { smallProject } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { repository } from "../support/repository.ts";

Deno.test("${name} --json prints a result of its schema", async () => {
  await using folder = await repository(smallProject());
  const { code, stdout, stderr } = await wf(["${name}", "--json"], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  assert.equal(await schemaProblems("${name}", JSON.parse(stdout)), "");
});

Deno.test("${name} is filled in", async () => {
  await using folder = await repository(smallProject());
  const { stdout } = await wf(["${name}"], { cwd: folder.path });
  assert.doesNotMatch(stdout, /${OPEN}|^$/, "${OPEN}: fill in ${command}, then test here what a user sees");
});
`;
}
