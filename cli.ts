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

if (import.meta.main) Deno.exit(await main(Deno.args, new DenoHost()));
