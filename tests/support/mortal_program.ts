/**
 * The program on a machine on which it dies: just before the effect with the number `WF_DIE_AT`, it is killed as by
 * a loss of power.
 * @module
 */
import { main } from "../../lib/cli/main.ts";
import { DenoHost } from "../../lib/host/deno.ts";
import { countedHost } from "./counted_host.ts";

const at = Number(Deno.env.get("WF_DIE_AT") ?? 0);
let effects = 0;

const host = countedHost(new DenoHost(), () => {
  if (++effects === at) Deno.kill(Deno.pid, "SIGKILL");
});
Deno.exit(await main(Deno.args, host));
