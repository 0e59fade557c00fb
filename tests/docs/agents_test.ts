import assert from "node:assert/strict";
import { agentPresets } from "../../lib/plan/agents/presets.ts";
import { schemaProblems } from "../deps/ajv.ts";
import { blocksOf } from "../deps/marked.ts";
import { readDocument } from "./documents.ts";

const text = await readDocument("docs/agents.md");

Deno.test("the page about agents names each of them", () => {
  for (const { name } of agentPresets) assert.match(text, new RegExp(`^\\|[^|]*\`${name}\``, "m"), name);
});

Deno.test("the script on the page about agents works with the mock agent", async () => {
  const scripts = blocksOf(text).filter(({ language }) => language === "json");
  assert.equal(scripts.length, 1);
  for (const { text } of scripts) assert.equal(await schemaProblems("mock", JSON.parse(text)), "");
});
