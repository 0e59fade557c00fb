/**
 * A small batch system: a script whose jobs are processes of this machine.
 * @module
 */
import { Folder } from "./repository.ts";

/** Each job is a file as long as its process runs, or without a command until it is removed. Calls are noted. */
const SCRIPT = `#!/bin/sh
cd "$(dirname "$0")" || exit 1
echo "$1 $2 $WF_CLONE" >> calls
if test -e "broken-$1"; then echo "the $1 is broken" >&2; exit 7; fi
case $1 in
submit)
  job=$2 log=$3
  shift 3
  echo "id-$job" > "jobs/$job"
  test $# = 0 || ("$@" > "$log" 2>&1 < /dev/null & echo $! > "jobs/$job"; wait $!; rm -f "jobs/$job") > /dev/null 2>&1 &
  ;;
list) for job in $(ls jobs); do echo "$job $(cat "jobs/$job")"; done ;;
cancel) case $2 in id-*) rm "jobs/\${2#id-}" ;; *) kill "$2" ;; esac ;;
esac
`;

/** A batch system in a folder of its own. */
export class SmallBatchSystem {
  private constructor(readonly folder: Folder) {}

  /** Makes one. */
  static async make(): Promise<SmallBatchSystem> {
    const folder = await Folder.make();
    await folder.write({ "batch": SCRIPT, "calls": "" });
    await Deno.mkdir(`${folder.path}/jobs`);
    return new SmallBatchSystem(folder);
  }

  /** The programs that use it; a job runs a command. */
  programs(...command: readonly string[]): { readonly [key in "submit" | "list" | "cancel"]: string[] } {
    const batch = ["sh", `${this.folder.path}/batch`];
    return {
      submit: [...batch, "submit", "{job}", "{log}", ...command],
      list: [...batch, "list"],
      cancel: [...batch, "cancel", "{id}"],
    };
  }

  /** The jobs that run. */
  async jobs(): Promise<readonly string[]> {
    const names = await Array.fromAsync(Deno.readDir(`${this.folder.path}/jobs`), ({ name }) => name);
    return names.sort();
  }

  /** Makes a job vanish that is only a file. */
  async lose(job: string): Promise<void> {
    await Deno.remove(`${this.folder.path}/jobs/${job}`);
  }

  /** The calls of a program: its first argument, and the repository that it was told. */
  async calls(verb: string): Promise<readonly string[]> {
    return (await this.folder.read("calls")).split("\n").filter((line) => line.startsWith(verb));
  }

  /** Makes calls fail from now on, or again work. */
  async break(verb: string, isBroken = true): Promise<void> {
    const path = `${this.folder.path}/broken-${verb}`;
    await (isBroken ? Deno.writeTextFile(path, "") : Deno.remove(path));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.folder[Symbol.asyncDispose]();
  }
}
