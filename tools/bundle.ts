/**
 * Makes `dist/wf.js`: the whole program in one file, for `deno run` from a URL or a disk.
 *
 * Libraries that only a terminal needs stay outside and are fetched when a person is asked.
 * @module
 */
const output = Deno.args[0] ?? "dist/wf.js";
const { code, stderr } = await new Deno.Command(Deno.execPath(), {
  args: [
    "bundle",
    "--quiet",
    "--minify",
    "--external",
    "npm:@clack/prompts@1.9.0",
    "--external",
    "node:process",
    "-o",
    output,
    "cli.ts",
  ],
  cwd: new URL("..", import.meta.url),
}).output();
if (code !== 0) await Deno.stderr.write(stderr);
Deno.exit(code);
