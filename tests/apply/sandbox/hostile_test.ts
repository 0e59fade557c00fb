/**
 * The hostile requests of the permission policy, all of them run in the sandbox as if every one had been
 * allowed.
 */
import assert from "node:assert/strict";
import { quoteShell } from "../../../lib/text/quote_shell.ts";
import { BYPASSES } from "../../permissions/judge_request_bypasses.ts";
import { COMMANDS } from "../../permissions/judge_request_table.ts";
import { fromRoot } from "../../support/root.ts";
import { SandboxWorld, WHY_SKIPPED } from "../../support/sandbox_world.ts";

/** Commands that run in one start of the sandbox. */
const BATCH = 40;
/** A fork bomb ends with the sandbox, but takes all of the machine until then. */
const BOMB = ":(){";

/** Returns the commands, in the folders of the world. */
function commandsIn({ app, home }: SandboxWorld): readonly string[] {
  const requests = ["first", "second", "third"].flatMap((name) => {
    const text = Deno.readTextFileSync(fromRoot(`tests/permissions/requests/${name}_hostile.txt`));
    return text.trimEnd().split("\n").flatMap((line) => {
      const [, command] = /^\w+ run (.*?)(?: ## .*)?$/.exec(line) ?? [];
      return command?.replaceAll("⏎", "\n") ?? [];
    });
  });
  const commands = [...requests, ...[...BYPASSES, ...COMMANDS].map(([command]) => command)];
  return [...new Set(commands)].filter((command) => !command.includes(BOMB)).map((command) =>
    command.replaceAll("/srv/dev/app", app.path).replaceAll("/srv/dev", home.path)
      .replaceAll(/(?<![\w.~/-])\/w(?![\w.-])/g, app.path).replaceAll(
        /(?<![\w.~/-])\/u(?![\w.-])/g,
        home.path,
      )
  );
}

/** Files of the machine itself. */
const MACHINE: readonly string[] = [
  "/etc/hosts",
  "/etc/passwd",
  "/etc/shadow",
  "/proc/sys/kernel/core_pattern",
];

async function machine(): Promise<readonly string[]> {
  const entries = ["/", "/etc", "/usr/bin", "/usr/local/bin", "/var/tmp"].flatMap((folder) =>
    [...Deno.readDirSync(folder)].map(({ name }) => `${folder}/${name}`).sort()
  );
  const texts = await Promise.all(MACHINE.map((path) => Deno.readTextFile(path).catch(() => "unreadable")));
  return [...entries, ...texts];
}

Deno.test({
  name:
    `no hostile command writes outside of the sandbox, changes git's folder or the documents${WHY_SKIPPED}`,
  ignore: WHY_SKIPPED !== "",
  fn: async () => {
    await using world = await SandboxWorld.make();
    const commands = commandsIn(world);
    assert.ok(commands.length > 1_000, String(commands.length));
    const [before, outer] = [await world.outside(), await machine()];
    for (let from = 0; from < commands.length; from += BATCH) {
      const batch = commands.slice(from, from + BATCH);
      const script = [
        "chmod -R u+rwX . 2> /dev/null; mkdir -p src build && echo x > src/index.ts && echo {} > package.json && echo x > README.md",
        ...batch.map((command) => {
          return `timeout -k 1 1 bash -c ${quoteShell(command)} < /dev/null > /dev/null 2>&1 &`;
        }),
        "wait; echo done",
      ].join("\n");
      const { stdout } = await world.sh(script);
      // A command may kill the shell of its batch.
      for (const command of stdout === "done\n" ? [] : batch) {
        await world.sh(`timeout -k 1 1 bash -c ${quoteShell(command)}`);
      }
      await Deno.chmod(world.app.path, 0o755);
      const now = await world.outside();
      if (now.size !== before.size || [...now].some(([path, text]) => before.get(path) !== text)) {
        const changed = [...now].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
        const gone = [...before.keys()].filter((path) => !now.has(path));
        assert.fail(`${JSON.stringify({ changed, gone })} by one of:\n${batch.join("\n")}`);
      }
    }
    assert.deepEqual(await machine(), outer);
    await world.app.git("fsck", "--strict");
    assert.equal(await world.app.git("log", "--all", "--format=%s"), "start");
  },
});
