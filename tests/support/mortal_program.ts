/**
 * The program on a machine on which it dies: just before the effect with the number `WF_DIE_AT`, counted
 * over programs started, files written and folders moved, it is killed as by a loss of power. Writes how many there
 * were to the file `WF_EFFECTS` when it comes to its end.
 * @module
 */
import { main } from "../../lib/cli/main.ts";
import { DenoHost } from "../../lib/host/deno.ts";
import type { Command, CommandResult } from "../../lib/host/host.ts";

const at = Number(Deno.env.get("WF_DIE_AT") ?? 0);
let effects = 0;

function count(): void {
  if (++effects === at) Deno.kill(Deno.pid, "SIGKILL");
}

class MortalHost extends DenoHost {
  override run(command: Command): Promise<CommandResult> {
    count();
    return super.run(command);
  }

  override writeText(path: string, text: string, options?: { readonly executable?: boolean }): Promise<void> {
    count();
    return super.writeText(path, text, options);
  }

  override createText(path: string, text: string): Promise<boolean> {
    count();
    return super.createText(path, text);
  }

  override move(from: string, to: string): Promise<void> {
    count();
    return super.move(from, to);
  }

  override removeFile(path: string): Promise<void> {
    count();
    return super.removeFile(path);
  }
}

const code = await main(Deno.args, new MortalHost());
const file = Deno.env.get("WF_EFFECTS");
if (file !== undefined) await Deno.writeTextFile(file, String(effects));
Deno.exit(code);
