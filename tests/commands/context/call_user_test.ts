import assert from "node:assert/strict";
import { callingAtEnd, callUntilAnswer } from "../../../lib/commands/context/call_user.ts";
import {
  type CommandContext,
  type Outcome,
  UsageError,
} from "../../../lib/commands/context/command_context.ts";

const timers = () => new Promise((resolve) => setTimeout(resolve, 5));

Deno.test("the user is called to a question again if they were there and do not answer, and only then", async () => {
  for (const [away, answers, calls] of [[true, false, 1], [false, false, 2], [false, true, 1]] as const) {
    let called = 0;
    const answered = callUntilAnswer(() => Promise.resolve(++called > 1 || away), 0);
    if (answers) answered();
    await timers();
    answered();
    assert.equal(called, calls, `away ${away}, answers ${answers}`);
  }
});

Deno.test("the user is called at the end of a command that holds no lock", async () => {
  const called: string[] = [];
  const call = ({ kind, text }: { readonly kind: string; readonly text: string }) => {
    called.push(`${kind}: ${text}`);
    return Promise.resolve(true);
  };
  const context = { attention: { call, seen: () => {} } } as unknown as CommandContext;
  const ends = (work: () => Promise<Outcome>) => callingAtEnd("new-project", context, work);
  for (const exitCode of [0, 3, 130] as const) await ends(() => Promise.resolve({ exitCode }));
  await assert.rejects(ends(() => Promise.reject(new UsageError("No disk", ""))));
  assert.deepEqual(called, ["finished: new-project", "waiting: new-project", "failed: new-project: No disk"]);
});
