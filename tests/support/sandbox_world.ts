/**
 * A user's home folder with secrets and a repository in it, for programs in a sandbox.
 * @module
 */
import { findSandbox } from "../../lib/apply/sandbox/find_sandbox.ts";
import { Sandbox, type SandboxOptions } from "../../lib/apply/sandbox/sandbox.ts";
import { sandboxedHost } from "../../lib/apply/sandbox/sandboxed_host.ts";
import { openRepository } from "../../lib/apply/git/repository.ts";
import { extendedHost } from "../../lib/host/extended_host.ts";
import type { CommandResult, Host } from "../../lib/host/host.ts";
import { joinPath } from "../../lib/path/paths.ts";
import type { SandboxAccess } from "../../schemas/sandbox.ts";
import { Folder, host } from "./repository.ts";

const found = await findSandbox(host);

/** Why tests of the sandbox are skipped, to end their names with; empty where it works. */
export const WHY_SKIPPED = found.kind === "bubblewrap"
  ? ""
  : ` (skipped: ${found.kind === "none" ? found.reason : "only for bubblewrap"})`;

/** The secret in the files that are hidden. */
export const SECRET = "TOP-SECRET-KEY";

/** A check or a shell task. */
export const COMMAND: SandboxAccess = { network: false };

/** The folders of caches and of temporary files, which are writable. */
const WRITABLE: readonly string[] = [".npm", ".cache", "sandboxes"];

export class SandboxWorld {
  private constructor(
    readonly home: Folder,
    readonly app: Folder,
    /** The machine with this home folder, and without a sandbox. */
    readonly plain: Host,
    readonly sandbox: Sandbox,
    /** The machine with a sandbox. */
    readonly host: Host,
  ) {}

  /** A new world. */
  static async make(options: Partial<SandboxOptions> = {}): Promise<SandboxWorld> {
    const home = Folder.at(await host.realPath((await Folder.make(HOME, "wf-home-")).path));
    await Folder.at(joinPath(home.path, "app")).init();
    return await SandboxWorld.at(home, {}, options);
  }

  /** The sandbox of another run in a world. */
  static async at(
    home: Folder,
    env: Readonly<Record<string, string>>,
    options: Partial<SandboxOptions> = {},
  ): Promise<SandboxWorld> {
    const app = Folder.at(joinPath(home.path, "app"));
    const plain = extendedHost(host, { home: () => home.path, env: (name) => env[name] });
    const sandbox = new Sandbox({
      host: plain,
      program: found as SandboxOptions["program"],
      root: app.path,
      repository: await openRepository(plain, app.path),
      writable: [],
      network: false,
      ...options,
    });
    return new SandboxWorld(home, app, plain, sandbox, sandboxedHost(plain, sandbox));
  }

  /** Runs a script in the sandbox, in the working tree or another folder. */
  async sh(script: string, access = COMMAND, cwd = this.app.path): Promise<CommandResult> {
    const env = { HOME: this.home.path };
    return await this.host.run({ argv: ["bash", "-c", script], cwd, env, sandbox: access });
  }

  /** The content of all files of the home folder, by path, but those of the working tree, of the cache and of runs. */
  async outside(): Promise<ReadonlyMap<string, string>> {
    const files = new Map<string, string>();
    const read = async (folder: string) => {
      for (const { name, kind } of await host.readDirectory(folder)) {
        const path = joinPath(folder, name);
        const isReserved = name === ".git" || name === ".planning";
        if (WRITABLE.includes(name) || (folder === this.app.path && !isReserved)) continue;
        if (kind === "directory") await read(path);
        else files.set(path, kind === "file" ? await Deno.readTextFile(path) : kind);
      }
    };
    await read(this.home.path);
    return files;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.sandbox.close();
    await this.home[Symbol.asyncDispose]();
  }
}

const HOME: Readonly<Record<string, string>> = {
  ".ssh/id_rsa": `${SECRET}\n`,
  ".aws/credentials": `${SECRET}\n`,
  ".netrc": `${SECRET}\n`,
  ".npmrc": `${SECRET}\n`,
  ".claude/settings.json": "{}\n",
  ".claude/.credentials.json": "login\n",
  ".claude.json": "{}\n",
  ".codex/auth.json": `${SECRET}\n`,
  ".bashrc": "# mine\n",
  ".npm/cached": "x\n",
  "other/README.md": "# Another project\n",
  "app/README.md": "# App\n",
  "app/package.json": "{}\n",
  "app/src/index.ts": "export {};\n",
  "app/.planning/config.json": "{}\n",
  "app/.planning/ROADMAP.md": "# Roadmap\n",
  "app/.planning/phases/01-base/01-01-PLAN.md": "plan\n",
};
