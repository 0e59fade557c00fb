/**
 * A real Slurm of one node in a temporary folder, without root.
 * @module
 */
import { until } from "./nats_server.ts";
import { Folder } from "./repository.ts";

/** The daemons that it needs. */
const DAEMONS = ["munged", "slurmctld", "slurmd"] as const;

/** Whether Slurm is installed. */
export const HAS_SLURM: boolean = (await Promise.all(DAEMONS.map(isInstalled))).every(Boolean);

async function isInstalled(daemon: string): Promise<boolean> {
  const version = new Deno.Command(daemon, { args: ["-V"], stdout: "null", stderr: "null" });
  try {
    return (await version.output()).success;
  } catch {
    return false;
  }
}

/** A node that runs up to four jobs at a time. */
export class Slurm {
  readonly #daemons: Deno.ChildProcess[] = [];

  private constructor(readonly folder: Folder, readonly env: Readonly<Record<string, string>>) {}

  /** Starts the daemons, and waits until the node takes jobs. */
  static async start(): Promise<Slurm> {
    const folder = await Folder.make();
    const slurm = new Slurm(folder, { SLURM_CONF: `${folder.path}/slurm.conf` });
    try {
      await slurm.#start();
    } catch (error) {
      await slurm[Symbol.asyncDispose]();
      throw error;
    }
    return slurm;
  }

  /** Returns the names of the jobs that wait or run. */
  async jobs(): Promise<readonly string[]> {
    return (await this.#ask("squeue", "--noheader", "--format=%j")).split("\n").filter((job) => job !== "");
  }

  async #start(): Promise<void> {
    const { path } = this.folder;
    await Deno.chmod(path, 0o755);
    await Deno.writeFile(`${path}/key`, crypto.getRandomValues(new Uint8Array(128)), { mode: 0o600 });
    await this.folder.write({ "slurm.conf": await configuration(path), "state/x": "", "spool/x": "" });
    const socket = `${path}/socket`;
    const files = ["key", "pid", "seed"].map((name) => `--${name}-file=${path}/${name}`);
    this.#run("munged", "--foreground", "--force", `--socket=${socket}`, ...files);
    await until("munged listens", () => Deno.stat(socket).then(() => true, () => false));
    this.#run("slurmctld", "-D");
    this.#run("slurmd", "-D");
    await until(
      "the node takes jobs",
      async () => /^(?:idle|mixed)/.test(await this.#ask("sinfo", "-h", "-o", "%T")),
    );
  }

  #run(daemon: typeof DAEMONS[number], ...args: readonly string[]): void {
    const env = { ...this.env };
    const command = new Deno.Command(daemon, { args: [...args], env, stdout: "null", stderr: "null" });
    this.#daemons.push(command.spawn());
  }

  async #ask(program: string, ...args: readonly string[]): Promise<string> {
    const command = new Deno.Command(program, { args: [...args], env: { ...this.env }, stderr: "null" });
    return new TextDecoder().decode((await command.output()).stdout);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const daemon of this.#daemons.reverse()) {
      daemon.kill("SIGTERM");
      await daemon.status;
    }
    await this.folder[Symbol.asyncDispose]();
  }
}

async function configuration(path: string): Promise<string> {
  const [node] = Deno.hostname().split(".");
  const { stdout } = await new Deno.Command("id", { args: ["-un"] }).output();
  const user = new TextDecoder().decode(stdout).trim();
  const [controller, daemon] = [freePort(), freePort()];
  return `ClusterName=test
SlurmctldHost=${node}(127.0.0.1)
SlurmctldPort=${controller}
SlurmdPort=${daemon}
AuthType=auth/munge
AuthInfo=socket=${path}/socket
CredType=cred/munge
SlurmUser=${user}
SlurmdUser=${user}
StateSaveLocation=${path}/state
SlurmdSpoolDir=${path}/spool
SlurmctldPidFile=${path}/slurmctld.pid
SlurmdPidFile=${path}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
SwitchType=switch/none
KillWait=5
NodeName=${node} NodeAddr=127.0.0.1 CPUs=1 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES OverSubscribe=FORCE:4 State=UP
`;
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
