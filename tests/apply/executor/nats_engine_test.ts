import assert from "node:assert/strict";
import { ProgramError } from "../../../lib/errors/program_error.ts";
import { NatsEngine, type NatsEngineOptions } from "../../../lib/apply/executor/nats_engine.ts";
import type { LaneMessage } from "../../../lib/apply/executor/port.ts";
import type { Delivery } from "../../../lib/apply/executor/queue.ts";
import { fromRoot } from "../../support/root.ts";
import { HAS_NATS, named, NatsServer, until } from "../../support/nats_server.ts";
import { Folder } from "../../support/repository.ts";

const JOB = { run: "01-ab", lane: "01-01", base: "0".repeat(40) };

/** A server, and the engines that were opened on it. */
class Queue implements AsyncDisposable {
  readonly #engines: NatsEngine[] = [];

  private constructor(readonly server: NatsServer) {}

  static async start(settings?: string): Promise<Queue> {
    return new Queue(await NatsServer.start(settings));
  }

  async open(options: Partial<NatsEngineOptions> = {}): Promise<NatsEngine> {
    const engine = new NatsEngine({ url: `nats://${this.server.address}`, project: "p", ...options });
    this.#engines.push(engine);
    await engine.open();
    return engine;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const engine of this.#engines) await engine.close();
    await this.server[Symbol.asyncDispose]();
  }
}

function queueTest(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: named(name), ignore: !HAS_NATS, fn });
}

/** Waits for a lane. */
async function take(engine: NatsEngine): Promise<Delivery> {
  const delivery = await engine.take(new AbortController().signal);
  assert.ok(delivery);
  return delivery;
}

Deno.test("a run that waits names the machines whose workers can reach its server", () => {
  const [url, project] = ["nats://127.0.0.1:4222", "p"];
  assert.equal(
    new NatsEngine({ url, project }).whileWaiting,
    `In a clone on any machine: wf worker --queue ${url}`,
  );
  assert.equal(
    new NatsEngine({ url, project, file: "/shop/.git/wf/queue/url" }).whileWaiting,
    "In another clone on this machine: wf worker --queue /shop/.git/wf/queue/url",
  );
  assert.equal(
    new NatsEngine({ url, project, remote: "hub" }).whileWaiting,
    `In a clone on any machine: wf worker --queue ${url} --set executor.remote=hub`,
  );
});

queueTest("a lane that is submitted twice is there once, and again after its end", async () => {
  await using queue = await Queue.start();
  const [coordinator, worker] = [await queue.open(), await queue.open({ lease: 60_000 })];
  await coordinator.submit(JOB);
  await coordinator.submit(JOB);
  const delivery = await take(worker);
  assert.deepEqual(delivery.job, JOB);
  await coordinator.submit(JOB);
  await coordinator.submit({ ...JOB, lane: "01-02" });
  const other = await take(worker);
  assert.equal(other.job.lane, "01-02");
  await delivery.end("released");
  const again = await take(worker);
  assert.equal(again.job.lane, "01-01");
  await again.end("finished");
  await other.end("finished");
  await until("the lane can be submitted again", async () => {
    await coordinator.submit(JOB);
    const stop = new AbortController();
    const taken = worker.take(stop.signal);
    const late = setTimeout(() => stop.abort(), 2000);
    const found = await taken;
    clearTimeout(late);
    await found?.end("finished");
    return found !== undefined;
  });
});

queueTest(
  "the lane of a silent worker goes to another, and one that gives signs of life keeps it",
  async () => {
    await using queue = await Queue.start();
    // Long enough for a busy machine to give signs of life in time.
    const lease = 2000;
    const [coordinator, silent] = [await queue.open(), await queue.open({ lease })];
    const got: LaneMessage[] = [];
    await coordinator.events(JOB.run, (message) => got.push(message));
    await coordinator.submit(JOB);
    const lost = await take(silent);
    await lost.end("lost");
    const taken = await take(await queue.open({ lease }));
    assert.deepEqual(taken.job, JOB);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 2 * lease);
    assert.equal(await (await queue.open({ lease })).take(stop.signal), undefined);
    await until("the coordinator hears that it works", () => Promise.resolve(got.length > 0));
    assert.equal(got[0]!.event, "working");
    await taken.end("finished");
  },
);

queueTest("the coordinator gets the events of its run, and can take a lane away", async () => {
  await using queue = await Queue.start();
  const [coordinator, worker] = [await queue.open(), await queue.open({ lease: 60_000 })];
  const got: LaneMessage[] = [];
  await coordinator.events(JOB.run, (message) => got.push(message));
  await coordinator.submit(JOB);
  const delivery = await take(worker);
  const event = { kind: "notice", message: "hi" } as const;
  await until("the events arrive", () => {
    delivery.tell();
    delivery.tell(event);
    return Promise.resolve(got.length > 1);
  });
  assert.deepEqual(got[0], { run: JOB.run, lane: JOB.lane, event: undefined });
  assert.deepEqual(got[1], { run: JOB.run, lane: JOB.lane, event });
  await until("the worker stops", async () => {
    await coordinator.cancel(JOB);
    return delivery.cancelled.aborted;
  });
  await delivery.end("finished");
});

queueTest("a worker takes only the plans of its own project", async () => {
  await using queue = await Queue.start();
  const worker = await queue.open({ lease: 60_000, project: "other" });
  await (await queue.open()).submit(JOB);
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 500);
  assert.equal(await worker.take(stop.signal), undefined);
});

/** Users of the example in docs/machines.md; the keys are made for this test. */
const USERS = {
  coordinator: {
    key: "UB7F4MLCU6ZBYAIB4FTN457KHHRRGIUWXAFPWCWT4V4BUX7D3KNOURER",
    seed: "SUAOUKG2GU4RI6TBZVMYH3DMTB6V4TYQA4OQAUMES6RPIESB2JG4T4LX64",
  },
  worker: {
    key: "UAXYWSTAKHA3ZCRNTJHGWI73SDBHI5LNL3DT5W23H7MQW4MVYBZYDKIN",
    seed: "SUAJ4WAVQORAJ4ET6X44SSHZ6EMZ44FU2AKLJBSPW2ROICN2KSXAUBX2IQ",
  },
};

queueTest("with TLS and nkeys as documented, a worker can work and not submit", async () => {
  await using certificates = await Folder.make();
  const { path } = certificates;
  const { success } = await new Deno.Command("openssl", {
    args: [
      ...[
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
      ],
      ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
      ...["-keyout", `${path}/server-key.pem`, "-out", `${path}/server.pem`],
    ],
    stdout: "null",
    stderr: "null",
  }).output();
  assert.ok(success);
  const page = await Deno.readTextFile(fromRoot("docs/machines.md"));
  const [, example = ""] = /# nats\.conf[^\n]*\n([^]*?)```/.exec(page) ?? [];
  const settings = example.replace(/^jetstream .*\n/m, "")
    .replaceAll("server.pem", `${path}/server.pem`).replaceAll("server-key.pem", `${path}/server-key.pem`)
    .replace("UA…coordinator", USERS.coordinator.key).replace("UB…worker", USERS.worker.key);
  await using queue = await Queue.start(settings);
  const url = `tls://${queue.server.address.replace("127.0.0.1", "localhost")}`;
  const authority = await certificates.read("server.pem");
  const { coordinator: { seed }, worker } = USERS;
  const refused = async (options: object, hint: RegExp) => {
    await assert.rejects(queue.open({ url, ...options }), (error) => {
      assert.ok(error instanceof ProgramError);
      assert.match(error.message, /Cannot use the queue/);
      assert.match(error.hint, hint);
      return true;
    });
  };
  await refused({ seed }, /WF_QUEUE_CA/);
  await refused({ authority }, /WF_QUEUE_NKEY, or write the token/);
  await refused({ authority, seed: "SU" }, /nothing but the seed/);
  const coordinator = await queue.open({ url, authority, seed });
  const taking = await queue.open({ url, authority, seed: worker.seed, lease: 60_000 });
  const got: LaneMessage[] = [];
  await coordinator.events(JOB.run, (message) => got.push(message));
  await taking.submit({ ...JOB, lane: "01-09" });
  await coordinator.submit(JOB);
  const delivery = await take(taking);
  assert.equal(delivery.job.lane, "01-01");
  await until("the events arrive", () => {
    delivery.tell();
    return Promise.resolve(got.length > 0);
  });
  await until("the worker stops", async () => {
    await coordinator.cancel(JOB);
    return delivery.cancelled.aborted;
  });
  await delivery.end("finished");
});
