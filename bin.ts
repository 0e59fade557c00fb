#!/usr/bin/env node
/**
 * The program `wf` on `node:` built-ins: for the standalone program and the npm package.
 * @module
 */
import process from "node:process";
import { main } from "./lib/cli/main.ts";
import { NodeHost } from "./lib/host/node.ts";

process.exit(await main(process.argv.slice(2), new NodeHost()));
