import assert from "node:assert/strict";
import { headingsOf } from "../deps/marked.ts";
import { modulesIn } from "../house/source_files.ts";
import { readDocument } from "./documents.ts";

/** The placeholder for names and numbers. */
const VARYING = "…";

Deno.test("the documents explain only messages of the program", async () => {
  const code = (await Promise.all((await modulesIn("lib/")).map(readDocument))).map(joined);
  const quoted = messagesOf(await readDocument("docs/troubleshooting.md"));
  assert.ok(quoted.length > 30, `only ${quoted.length} messages`);
  for (const message of quoted) {
    const pattern = patternOf(message);
    assert.ok(code.some((text) => pattern.test(text)), `No module has the message: ${message}`);
  }
});

Deno.test("patternOf() accepts values for names only", () => {
  const pattern = patternOf('Cannot use "…": … is gone');
  assert.match('Cannot use "${name}": ${at(a, { b })} is gone', pattern);
  assert.doesNotMatch('Cannot use "it": ${at} is gone', pattern);
});

/** Returns the messages among the headings: those in backticks. */
function messagesOf(markdown: string): readonly string[] {
  return headingsOf(markdown).flatMap((heading) => /^`(.+)`$/.exec(heading)?.[1] ?? []);
}

/** Returns a module with strings that are concatenated, or interrupted by values, joined on one line. */
function joined(text: string): string {
  return text.replace(/["`]\s*\+\s*["`]/g, "").replace(/\s*\n\s*/g, " ");
}

/** Finds a message in code, where values take the place of what varies. */
function patternOf(message: string): RegExp {
  const parts = message.split(VARYING).map((part) => RegExp.escape(part));
  const [first = "", ...rest] = parts;
  const value = String.raw`\$\{[^\n]{1,120}?\}`;
  return new RegExp([first, ...rest.map((part) => part === "" ? "" : `${value}${part}`)].join(""));
}
