#!/usr/bin/env -S deno run --allow-read --allow-write --allow-env --allow-run --allow-sys=hostname --allow-net=127.0.0.1
/**
 * The program `wf` on Deno.
 *
 * @example Check the plans of a project
 * ```sh
 * deno run --allow-read cli.ts validate
 * ```
 *
 * @module
 */
import { main } from "./lib/cli/main.ts";
import { DenoHost } from "./lib/host/deno.ts";

if (import.meta.main) {
  const code = await main(Deno.args, new DenoHost());
  // Deno stores compiled code when its event loop runs, which a program that does not wait for anything never does.
  const empty = "data:text/javascript,";
  await import(empty);
  Deno.exit(code);
}
