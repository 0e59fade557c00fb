/**
 * Real git in a folder of its own, with an empty global and system configuration.
 * @module
 */
import { AGENT_SESSION_MARKS } from "../../lib/apply/agent/agent_session.ts";
import { joinPath, parentPath } from "../../lib/path/paths.ts";
import { DenoHost } from "../../lib/host/deno.ts";
import type { Host } from "../../lib/host/host.ts";
import { fromRoot } from "./root.ts";
import { copyTemplate } from "./template.ts";

/** The environment in which tests run git: nothing of the user's own configuration. */
export const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_CONFIG_GLOBAL: fromRoot("tests/support/gitconfig"),
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
};
for (const [name, value] of Object.entries(GIT_ENVIRONMENT)) Deno.env.set(name, value);

// What the tests' own projects name may run.
Deno.env.set("WF_TRUST", "1");
// Their tasks and checks act on the machine; tests of the sandbox switch it on.
Deno.env.set("WF_SANDBOX", "off");
// The tests speak for a user, also where an agent runs them.
for (const name of AGENT_SESSION_MARKS) Deno.env.delete(name);

// A hook or a bisection that runs the tests names its own repository, which no test may touch.
for (const name of ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR"]) Deno.env.delete(name);

/** The machine of the tests. */
export const host = new DenoHost();

/** The machine with some methods replaced. */
export function hostThat(own: Partial<Host>): Host {
  return new Proxy<Host>(host, {
    get(target, key) {
      const value = Reflect.get(key in own ? own : target, key);
      return typeof value === "function" && !(key in own) ? value.bind(target) : value;
    },
  });
}

/** A folder with files in it, gone when it is disposed. */
export class Folder {
  private constructor(readonly path: string) {}

  /** A new folder with files, by path. */
  static async make(files: Readonly<Record<string, string>> = {}, prefix = "wf-test-"): Promise<Folder> {
    const folder = new Folder(await host.makeTemporaryDirectory(prefix));
    await folder.write(files);
    return folder;
  }

  /** A folder that is there already; gone when it is disposed. */
  static at(path: string): Folder {
    return new Folder(path);
  }

  /** Writes files, by path. */
  async write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(parentPath(joinPath(this.path, path)), { recursive: true });
      await Deno.writeTextFile(joinPath(this.path, path), text);
    }
  }

  /** Writes a hook of git. */
  async hook(name: string, script: string): Promise<void> {
    await this.write({ [`.git/hooks/${name}`]: `#!/bin/sh\n${script}\n` });
    await Deno.chmod(joinPath(this.path, `.git/hooks/${name}`), 0o755);
  }

  /** Reads a file. */
  read(path: string): Promise<string> {
    return Deno.readTextFile(joinPath(this.path, path));
  }

  /** Whether a file is there. */
  async has(path: string): Promise<boolean> {
    return await host.stat(joinPath(this.path, path)) !== undefined;
  }

  /** Runs git in the folder and gives what it printed; fails when git does. */
  async git(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await host.run({ argv: ["git", ...args], cwd: this.path });
    if (code !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}${stdout}`);
    return stdout.trimEnd();
  }

  /** Makes the folder a repository on the branch main, with all files committed. */
  async init(): Promise<this> {
    await this.git("init", "--quiet", "--initial-branch=main");
    await this.git("config", "user.name", "Test");
    await this.git("config", "user.email", "test@example.invalid");
    await this.git("add", "--all");
    await this.git("commit", "--quiet", "--allow-empty", "--message=start");
    return this;
  }

  /** Subjects of the commits on a branch, oldest first. */
  async subjects(branch = "HEAD"): Promise<string[]> {
    return (await this.git("log", "--reverse", "--topo-order", "--format=%s", branch, "--")).split("\n");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.path, { recursive: true }).catch(() => {});
  }
}

/** Returns a folder that is a repository with these files committed. */
export async function repository(files: Readonly<Record<string, string>> = {}): Promise<Folder> {
  const folder = await Folder.make();
  await copyTemplate(JSON.stringify(files), () => makeTemplate(files), folder.path);
  // The index knows its files by when and where they were written.
  await folder.git("update-index", "-q", "--refresh");
  return folder;
}

async function makeTemplate(files: Readonly<Record<string, string>>): Promise<string> {
  const { path } = await (await Folder.make(files)).init();
  for (const { name } of Deno.readDirSync(`${path}/.git/hooks`)) {
    Deno.removeSync(`${path}/.git/hooks/${name}`);
  }
  return path;
}
