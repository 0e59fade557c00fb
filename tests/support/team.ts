/**
 * People with clones and homes of their own, and the repository that they push to.
 * @module
 */
import assert from "node:assert/strict";
import { homeAt, type ProgramCalled, wf } from "./program.ts";
import { Folder, repository } from "./repository.ts";

/** A person with a clone. */
export class Person {
  constructor(readonly name: string, readonly clone: Folder, readonly home: string) {}

  /** Runs the program in the clone, or in a folder of it. */
  async wf(...args: readonly string[]): Promise<ProgramCalled> {
    return await wf(args, { cwd: this.clone.path, env: homeAt(this.home) });
  }

  /** Runs the program, and fails unless it succeeds. */
  async succeeds(...args: readonly string[]): Promise<ProgramCalled> {
    const called = await this.wf(...args);
    assert.equal(called.code, 0, `${args.join(" ")}: ${called.stderr}${called.stdout}`);
    return called;
  }

  /** The commands that the program suggests now. */
  async next(): Promise<readonly string[]> {
    return JSON.parse((await this.succeeds("status", "--json")).stdout).next;
  }

  git(...args: readonly string[]): Promise<string> {
    return this.clone.git(...args);
  }
}

/** A team, gone when it is disposed. */
export interface Team {
  /** The bare repository. */
  readonly server: Folder;
  /** Clones the repository for a person. */
  readonly person: (name: string) => Promise<Person>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** A team whose repository has these files on the branch main. */
export async function teamWith(files: Readonly<Record<string, string>>): Promise<Team> {
  const folder = await Folder.make();
  await using first = await repository(files);
  await folder.git("clone", "--quiet", "--bare", first.path, "server.git");
  const server = Folder.at(`${folder.path}/server.git`);
  return {
    server,
    person: async (name) => {
      const home = `${folder.path}/home-${name}`;
      await Deno.mkdir(home);
      await folder.git("clone", "--quiet", server.path, name);
      const clone = Folder.at(`${folder.path}/${name}`);
      await clone.git("config", "user.name", name);
      await clone.git("config", "user.email", `${name}@example.invalid`);
      return new Person(name, clone, home);
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
