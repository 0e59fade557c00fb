/**
 * Several machines: a hub, clones of it, and a queue of a real NATS server.
 * @module
 */
import assert from "node:assert/strict";
import { RUNS_FOLDER } from "../../lib/apply/log/run_log.ts";
import { parseLogLines } from "../../lib/plan/log/log_entries.ts";
import { COMMANDS_FILE, EVENTS_FILE } from "../../lib/plan/log/run_files.ts";
import type { SteeringCommand } from "../../schemas/steering.ts";
import { defined } from "../../lib/collections/defined.ts";
import { HAS_NATS, named, NatsServer, until } from "./nats_server.ts";
import { homeAt, start, wf } from "./program.ts";
import type { PlanText, TaskText } from "./plans.ts";
import { Folder } from "./repository.ts";
import { Proxy } from "./proxy.ts";
import { difference, history } from "./run_result.ts";
import { projectWith } from "./wide.ts";

/** The seconds after which a silent worker counts as gone. */
const LEASE = "2";

/** The time after which a program that has not ended counts as hanging, in milliseconds. */
const MAX_WAIT = 300_000;

/** A started program whose output is collected. */
export class Program {
  readonly #process: Deno.ChildProcess;
  readonly output: Promise<{ readonly code: number; readonly text: string }>;
  readonly name: string;
  #text = "";

  constructor(
    args: readonly string[],
    { ahead, ...options }: {
      readonly cwd: string;
      readonly env: Record<string, string>;
      readonly ahead: number;
    },
  ) {
    this.name = args.join(" ");
    this.#process = start(args, { ...options, detached: true, ...ahead === 0 ? {} : { ahead } });
    const read = async (stream: ReadableStream<Uint8Array>) => {
      for await (const text of stream.pipeThrough(new TextDecoderStream())) this.#text += text;
    };
    const reading = Promise.all([read(this.#process.stdout), read(this.#process.stderr)]);
    this.output = this.#process.status.then(async ({ code }) => {
      await reading;
      return { code, text: this.#text };
    });
  }

  /** Waits for its end; fails with its output if it does not end. */
  async end(): Promise<{ readonly code: number; readonly text: string }> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, fail) => {
      timer = setTimeout(() => fail(new Error(`It has not ended: wf ${this.name}\n${this.#text}`)), MAX_WAIT);
    });
    return await Promise.race([this.output, late]).finally(() => clearTimeout(timer));
  }

  /** What it has printed so far. */
  get text(): string {
    return this.#text;
  }

  /** Sends a signal to the program alone. */
  kill(signal: Deno.Signal): void {
    Deno.kill(this.#process.pid, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const pid of [-this.#process.pid, this.#process.pid]) {
      try {
        Deno.kill(pid, "SIGKILL");
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound) && !(error instanceof TypeError)) throw error;
      }
    }
    await this.output;
  }
}

/** A hub, clones of it, a folder that all tasks can write to, and a queue. */
export class Machines {
  readonly #programs: Program[] = [];
  /** The time by which the clocks of programs that start are ahead, in milliseconds. */
  ahead = 0;
  /** The network between all programs and the queue. */
  readonly network: Proxy = new Proxy(() => this.server.address);

  private constructor(
    readonly all: Folder,
    readonly home: Folder,
    readonly server: NatsServer,
    readonly project: Project,
  ) {}

  /** Makes a project with plans; they get the path of the shared folder. */
  static async make(
    plans: Project["plans"],
    config: object = {},
    files: Readonly<Record<string, string>> = {},
  ): Promise<Machines> {
    const project = { plans, config, files };
    const { all, home } = await makeProject(project);
    const hub = Folder.at(`${all.path}/hub.git`);
    await Deno.mkdir(hub.path);
    await hub.git("init", "--quiet", "--bare", "--initial-branch=main");
    for (const denied of ["NonFastForwards", "Deletes"]) {
      await hub.git("config", `receive.deny${denied}`, "true");
    }
    await home.git("remote", "add", "origin", hub.path);
    await home.git("push", "--quiet", "origin", "main");
    return new Machines(all, home, await NatsServer.start(), project);
  }

  /**
   * Fails unless the run has the history of one on a single machine that nothing disturbs, each commit with its changes,
   * and nothing is left.
   */
  async assertComplete(): Promise<void> {
    const { plans, config, files } = this.project;
    const key = JSON.stringify([
      plans("").map((plan) => ({ ...plan, tasks: plan.tasks.map(nameOf) })),
      config,
      files,
    ]);
    const expected = await (LOCAL.get(key) ?? LOCAL.set(key, localHistory(this.project)).get(key)!);
    const found = await history(this.home);
    if (found !== expected) assert.fail(difference(expected, found));
    assert.equal(await this.home.git("status", "--porcelain"), "");
    assert.equal(await this.home.git("for-each-ref", "refs/heads/wf"), "");
    assert.equal(await this.hub.git("for-each-ref", "refs/wf"), "");
  }

  get hub(): Folder {
    return Folder.at(`${this.all.path}/hub.git`);
  }

  get url(): string {
    return `nats://${this.network.address}`;
  }

  /** Returns another clone of the project. */
  async clone(name: string): Promise<Folder> {
    if (await this.all.has(name)) return Folder.at(`${this.all.path}/${name}`);
    await this.all.git("clone", "--quiet", "hub.git", name);
    const clone = Folder.at(`${this.all.path}/${name}`);
    await clone.git("config", "user.name", "Test");
    await clone.git("config", "user.email", "test@example.invalid");
    return clone;
  }

  /** Starts a worker in a clone of its own, and waits until it can take plans. */
  async worker(name: string, ...more: readonly string[]): Promise<Program> {
    return await this.workerAt(this.url, name, ...more);
  }

  /** Starts a worker of another queue. */
  async workerAt(url: string, name: string, ...more: readonly string[]): Promise<Program> {
    const { path } = await this.clone(name);
    const args = ["worker", "--queue", url, "--name", name, ...more];
    if (!more.includes("--lease")) args.push("--lease", LEASE);
    const program = this.#start(args, path);
    await until(`worker ${name} starts`, () => Promise.resolve(/carries out plans/.test(program.text)));
    return program;
  }

  /** Starts a worker in a clone of its own, with further variables, and waits for nothing. */
  async startWorker(name: string, env: Readonly<Record<string, string>>): Promise<Program> {
    const { path } = await this.clone(name);
    return this.#start(["worker", "--queue", this.url, "--name", name, "--lease", LEASE], path, env);
  }

  /** Starts a coordinator without a configured server. */
  alone(): Program {
    return this.#start(["execute-phase", "1", "--executor", "nats"], this.home.path);
  }

  /** Starts a coordinator, with further variables. */
  coordinator(
    args: readonly string[] = [],
    folder: Folder = this.home,
    env: Readonly<Record<string, string>> = {},
  ): Program {
    const where = ["--executor", "nats", "--set", `executor.server=${this.url}`];
    return this.#start(["execute-phase", "1", ...where, ...args], folder.path, env);
  }

  /** Calls another command where the coordinator runs. */
  async call(...args: readonly string[]): Promise<string> {
    const { path } = this.home;
    const { code, stdout, stderr } = await wf(args, {
      cwd: path,
      env: { ...homeAt(`${path}/.git/home`), ...PLAIN },
    });
    assert.equal(code, 0, stderr + stdout);
    return stdout;
  }

  #start(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Program {
    const program = new Program(args, {
      cwd,
      ahead: this.ahead,
      env: { ...homeAt(`${cwd}/.git/home`), ...PLAIN, SHARED: `${this.all.path}/shared`, ...env },
    });
    this.#programs.push(program);
    return program;
  }

  /** Reports whether a task has left a mark in the shared folder. */
  has(mark: string): Promise<boolean> {
    return this.all.has(`shared/${mark}`);
  }

  /** Waits until the coordinator knows that a task's turn has begun: an agent's own mark may be there before. */
  async knows(plan: string, task: number): Promise<void> {
    await until(`the coordinator knows that task ${plan}/${task} has begun`, async () => {
      const events = parseLogLines(await this.home.read(`${await this.#runFolder()}/${EVENTS_FILE}`));
      return events.some((event) =>
        event.kind === "turn-started" && event.plan === plan && event.task === task
      );
    });
  }

  /** Gives the coordinator a command as `wf tell` does, also one that comes too late. */
  async send(command: Omit<SteeringCommand, "formatVersion" | "at">): Promise<void> {
    const line = { formatVersion: 1, at: new Date().toISOString(), ...command };
    const path = `${this.home.path}/${await this.#runFolder()}/${COMMANDS_FILE}`;
    await Deno.writeTextFile(path, `${JSON.stringify(line)}\n`, { append: true });
  }

  /** Returns the folder of the newest run of the coordinator. */
  async #runFolder(): Promise<string> {
    const runs = await Array.fromAsync(Deno.readDir(`${this.home.path}/.git/${RUNS_FOLDER}`));
    return `.git/${RUNS_FOLDER}/${runs.map(({ name }) => name).sort().at(-1)}`;
  }

  async leave(mark: string): Promise<void> {
    await this.all.write({ [`shared/${mark}`]: "" });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const program of this.#programs) await program[Symbol.asyncDispose]();
    this.network[Symbol.dispose]();
    await this.server[Symbol.asyncDispose]();
    await this.all[Symbol.asyncDispose]();
  }
}

/** A project with one phase. */
interface Project {
  /** Returns the plans. Their scripts may wait for a mark `go` in a folder that all tasks can write to. */
  readonly plans: (shared: string) => readonly PlanText[];
  readonly config: object;
  readonly files: Readonly<Record<string, string>>;
}

/** The histories of local runs, by what determines them. */
const LOCAL = new Map<string, Promise<string>>();

async function makeProject({ plans, config, files }: Project): Promise<{ all: Folder; home: Folder }> {
  const all = Folder.at(Deno.realPathSync((await Folder.make()).path));
  await Deno.mkdir(`${all.path}/shared`);
  const home = Folder.at(`${all.path}/home`);
  await home.write(
    projectWith(plans(`${all.path}/shared`), { workflow: { verifier: false }, ...config }, files),
  );
  await home.init();
  return { all, home };
}

async function localHistory(project: Project): Promise<string> {
  const { all, home } = await makeProject(project);
  await using _ = all;
  await all.write({ "shared/go": "" });
  const env = { ...homeAt(`${home.path}/.git/home`), ...PLAIN };
  const { code, stdout, stderr } = await wf(["execute-phase", "1"], { cwd: home.path, env });
  assert.equal(code, 0, stderr + stdout);
  return await history(home);
}

function nameOf(task: TaskText): string {
  return typeof task === "string" ? task : `${task.name} ${task.files}`;
}

/** A plan with two tasks, each of which notes in the shared folder that it has run. */
export function twoTasks(
  number: string,
  shared: string,
  more: { readonly begin?: string; readonly first?: string; readonly check?: string } = {},
): PlanText {
  const { begin, first = "", check } = more;
  const task = (name: string, path: string, script = "") => ({
    ...defined({ check: name.startsWith("Second") ? check : undefined }),
    name,
    files: path,
    script: `${script}\necho ${path} >> "${shared}/ran"\necho ${path} > ${path}`,
  });
  return {
    plan: number,
    files: [`${number}a.txt`, `${number}b.txt`],
    tasks: [
      task(`First ${number}`, `${number}a.txt`, begin),
      task(`Second ${number}`, `${number}b.txt`, first),
    ],
  };
}

/** A script that leaves a mark and waits for another, but only where nobody has waited before. */
export function waitsOnce(shared: string, mark: string): string {
  return `if mkdir "${shared}/${mark}" 2>/dev/null; then while test -d "${shared}" && ! test -e "${shared}/go"; do sleep 0.05; done; fi`;
}

/** Waits for the end of a program, and returns what it has printed. */
export async function ended(program: Program, code = 0): Promise<string> {
  const output = await program.end();
  assert.equal(output.code, code, output.text);
  return output.text;
}

/** A test that needs a real server. */
export function machinesTest(name: string, body: () => Promise<void>): void {
  Deno.test({ name: named(name), ignore: !HAS_NATS, fn: body });
}

const PLAIN = { WF_TRUST: "1", WF_SANDBOX: "off" };
