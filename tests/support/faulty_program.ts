/**
 * The program with a bug, which `WF_FAULT` names: `command` throws in a command, `background` rejects a promise
 * that no code awaits, and `start` throws before a command starts.
 * @module
 */
import { main } from "../../lib/cli/main.ts";
import { DenoHost } from "../../lib/host/deno.ts";

const fault = Deno.env.get("WF_FAULT");

function fail(): never {
  const cause = new Error("a value is missing at https://user:word@host.example/");
  throw new TypeError("undefined is no function", { cause });
}

class FaultyHost extends DenoHost {
  override cwd(): string {
    if (fault === "command") fail();
    if (fault === "background") Promise.resolve().then(fail);
    return super.cwd();
  }

  override isTerminal(stream: "stdin" | "stdout" | "stderr"): boolean {
    if (fault === "start" && stream === "stdin") fail();
    return super.isTerminal(stream);
  }
}

Deno.exit(await main(Deno.args, new FaultyHost()));
