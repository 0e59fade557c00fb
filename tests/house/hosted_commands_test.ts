import assert from "node:assert/strict";
import { commands } from "../../generated/commands.ts";
import { HOSTED_COMMANDS } from "../../lib/plan/integrations/hosted_commands.ts";
import { MCP_PROMPTS } from "../../lib/prompts/mcp_prompts.ts";
import { SLASH_COMMANDS } from "../../lib/prompts/slash_commands.ts";
import { fromRoot } from "../support/root.ts";
import { allImports } from "./import_graph.ts";
import { modulesIn } from "./source_files.ts";

/** A call that gets an agent, and the modules that only define such a call. */
const GETS_AGENT = /(?<!function )\b(?:usableAgent|consult|findAgent)\(/;
const DEFINING = ["lib/commands/context/usable_agent.ts", "lib/commands/context/consult.ts"];

/** The commands that reach an agent and are not hosted, with what shows that none takes a turn by surprise. */
const OTHERS: Readonly<Record<string, RegExp>> = {
  agents: /^List the agents/,
  demo: /with the shell agent/,
  worker: /A coding agent cannot start a worker/,
};

Deno.test("every command that talks to an agent can be hosted, or there is a reason why not", async () => {
  const edges = (await allImports()).filter(({ typesOnly }) => !typesOnly);
  const source = await Deno.readTextFile(fromRoot("lib/cli/loaders.ts"));
  const modules = new Map(
    [...source.matchAll(/^ {2}"([a-z-]+)":.*?import\("\.\.\/(.*?)"\)/gms)].map(([, name, path]) => {
      return [name!, `lib/${path}`] as const;
    }),
  );
  assert.deepEqual([...modules.keys()].sort(), commands.map(({ name }) => name).sort());
  const getting = new Set<string>();
  for (const path of await modulesIn("lib/commands/")) {
    if (DEFINING.includes(path)) continue;
    if (GETS_AGENT.test(await Deno.readTextFile(fromRoot(path)))) getting.add(path);
  }
  const reaches = (start: string) => {
    const known = new Set([start]);
    for (const path of known) {
      for (const { from, to } of edges) if (from === path) known.add(to);
    }
    return known.intersection(getting).size > 0;
  };
  const talking = [...modules].filter(([, path]) => reaches(path)).map(([name]) => name);
  assert.deepEqual(talking.sort(), [...HOSTED_COMMANDS, ...Object.keys(OTHERS)].sort());
  for (const [name, reason] of Object.entries(OTHERS)) {
    const { description, flags } = commands.find((command) => command.name === name)!;
    assert.match([description, ...flags.map((flag) => flag.description)].join("\n"), new RegExp(reason, "m"));
  }
});

Deno.test("a hosted command is a slash command and a prompt, which call wf next", () => {
  assert.deepEqual(MCP_PROMPTS.map(({ name }) => name), HOSTED_COMMANDS);
  const hosted = SLASH_COMMANDS.filter(({ runs }) => runs.startsWith("wf next "));
  assert.deepEqual(hosted.map(({ name }) => name).sort(), HOSTED_COMMANDS.toSorted());
});
