import assert from "node:assert/strict";
import { isPlainCode } from "../../../lib/permissions/effects/plain_code.ts";

const PLAIN = [
  "console.log(1)",
  'require("./package.json").version',
  "console.log(JSON.stringify(require('./package.json').scripts, null, 2))",
  'import json,sys; print(json.load(open("a.json"))["name"])',
  'print(open("./a.json"))',
  'import yaml; yaml.safe_load(open("docker-compose.yml"))',
  'new Intl.DateTimeFormat("de-DE").format(new Date(2024, 0, 31))',
  'console.log(fs.readFileSync("a.txt", "utf8").length)',
  'x = 1; print(x == 1, "eval(os)")',
];

const OTHER = [
  "import os",
  "import own",
  "import json, own",
  "print(1); run()",
  "run(); print(1)",
  'open("../a.json", "w")',
  "from os import path",
  'open("a", "w")',
  "open(name)",
  "[open].pop()",
  'require("child_process")',
  "require(name)",
  'fs.readFileSync("a", options)',
  'fs.writeFileSync("a", "b")',
  "run()",
  'x["a"]()',
  "(a)(b)",
  "print = run",
  "process.env",
  "map(eval)",
  "`ls`",
  "__import__",
  "a.b = c",
  'json.loads("1", object_hook=f)',
  "(() => 1)",
  "@decorator",
];

Deno.test("isPlainCode() accepts code that computes, prints and reads files that it names", () => {
  assert.deepEqual(PLAIN.filter((code) => !isPlainCode(code)), []);
});

Deno.test("isPlainCode() rejects other code", () => {
  assert.deepEqual(OTHER.filter(isPlainCode), []);
});
