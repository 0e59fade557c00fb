import assert from "node:assert/strict";
import { configKeys } from "../../generated/metadata.ts";
import { commands } from "../../generated/commands.ts";
import { topicHelp, topics } from "../../lib/cli/topics.ts";
import { agentPresets } from "../../lib/plan/agents/presets.ts";
import { makeStyle } from "../../lib/report/terminal/style.ts";
import { checkProject } from "../../lib/check/rule.ts";
import { rules } from "../../lib/check/rules/all_rules.ts";
import { projectOf } from "../support/project.ts";

const textOf = (name: string) => topics.find((topic) => topic.name === name)!.text;

Deno.test("a topic fits into 80 columns and names only commands that exist", () => {
  const names = new Set(commands.map(({ name }) => name));
  for (const topic of topics) {
    const text = topicHelp(topic, makeStyle(false));
    for (const line of text.split("\n")) assert.ok(line.length <= 80, line);
    for (const [, name] of text.matchAll(/\bwf ([a-z][a-z-]*)/g)) assert.ok(names.has(name!), name);
  }
});

Deno.test("the topic config names only keys that exist", () => {
  const keys = new Set(configKeys.map(({ key }) => key));
  const named = [...textOf("config").matchAll(/^ {2}([a-z_.]+) {2}/gm)].map(([, key]) => key!);
  assert.equal(named.length, 6);
  assert.deepEqual(named.filter((key) => !keys.has(key)), []);
});

Deno.test("the topic agents names every agent", () => {
  for (const { name } of agentPresets) assert.match(textOf("agents"), new RegExp(`\\b${name}\\b`));
});

Deno.test("the plan in the topic plan-file has no findings", () => {
  const plan = /^ {2}---$[^]*<\/output>$/m.exec(textOf("plan-file"))![0].replaceAll(/^ {2}/gm, "");
  const project = projectOf({ "phases/01-greeting/01-01-PLAN.md": `${plan}\n` });
  assert.deepEqual(checkProject(project, rules).map(({ message }) => message), []);
});

Deno.test("the topic plan-file names what the agent shell runs", () => {
  assert.match(textOf("plan-file"), /The agent shell runs the ```sh blocks in <action>/);
});
