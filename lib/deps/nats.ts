/**
 * A queue on a NATS server with JetStream: work that waits until a worker takes it, and messages that are lost unless
 * a process listens.
 *
 * The client is loaded when a connection is opened.
 * @module
 */

/** The address of a server and what it needs to know. */
export interface NatsOptions {
  /** `nats://host:4222`, or `tls://` for an encrypted connection; may contain a token or a user and a password. */
  readonly url: string;
  /** The seed of an nkey. */
  readonly seed?: string;
  /** The certificate authority to trust, in PEM. */
  readonly authority?: string;
}

/** Work that the server has handed to this connection. */
export interface NatsWork {
  readonly subject: string;
  readonly text: string;
  /** Tells the server that the work continues. */
  working(): void;
  /** Removes the work from the queue. */
  done(): void;
  /** Hands the work to the next who asks. */
  release(): void;
}

/** The queue that work waits in. */
export interface QueueOptions {
  readonly name: string;
  /** The subjects of its work, such as `jobs.>`. */
  readonly subjects: string;
  /** The time after which silent work is handed to another connection, in milliseconds; absent for one that takes none. */
  readonly lease?: number;
}

/** A connection, which is made again whenever it breaks. */
export interface NatsConnection {
  /** Creates a queue if it does not exist. */
  prepare(queue: QueueOptions): Promise<void>;
  /** Adds work to a queue. Work for the same subject is there only once. Returns false if the server does not answer. */
  add(subject: string, text: string): Promise<boolean>;
  /** Removes work that waits. */
  remove(queue: string, subject: string): Promise<void>;
  /** Waits a few seconds for work, until the signal fires: then the server hands it to others. */
  take(queue: string, signal: AbortSignal): Promise<NatsWork | undefined>;
  /** Sends a message to those who listen now. */
  send(subject: string, text: string): void;
  /** Calls a listener for each message. */
  listen(subject: string, listener: (subject: string, text: string) => void): void;
  close(): Promise<void>;
}

const DEFAULT_PORT = 4222;
/** Nanoseconds in a millisecond. */
const NANOSECONDS = 1e6;
/** The time in which the server has to answer, in milliseconds. */
const TIMEOUT = 5000;
/** The time between two signs of life, in milliseconds. Without an answer to two of them, the connection is made again. */
const PING = 5000;
/** How long one request for work waits, in milliseconds. */
const EXPIRES = 5000;
const CONSUMER = "workers";
/** The error code of a server whose queue has work for a subject already. */
const IS_THERE = /maximum messages per subject/;

/** Connects to a server. */
export async function connectNats({ url, seed, authority }: NatsOptions): Promise<NatsConnection> {
  const [core, jetstream] = await Promise.all([
    import("npm:@nats-io/transport-node@3.4.0"),
    import("npm:@nats-io/jetstream@3.4.0"),
  ]);
  const { host, port, username, password } = new URL(url);
  const isEncrypted = url.startsWith("tls:") || authority !== undefined;
  const user = decodeURIComponent(username);
  const connection = await core.connect({
    servers: port === "" ? `${host}:${DEFAULT_PORT}` : host,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    reconnectJitter: 100,
    timeout: TIMEOUT,
    pingInterval: PING,
    ...isEncrypted ? { tls: authority === undefined ? {} : { ca: authority } } : {},
    ...seed !== undefined
      ? { authenticator: core.nkeyAuthenticator(new TextEncoder().encode(seed)) }
      : password !== ""
      ? { user, pass: decodeURIComponent(password) }
      : user !== ""
      ? { token: user }
      : {},
  });
  const manager = await jetstream.jetstreamManager(connection, { timeout: TIMEOUT, checkAPI: false });
  const stream = jetstream.jetstream(connection, { timeout: TIMEOUT });
  return {
    prepare: async ({ name, subjects, lease }) => {
      await manager.streams.info(name).catch(() =>
        manager.streams.add({
          name,
          subjects: [subjects],
          retention: jetstream.RetentionPolicy.Workqueue,
          discard: jetstream.DiscardPolicy.New,
          discard_new_per_subject: true,
          max_msgs_per_subject: 1,
        })
      );
      if (lease === undefined) return;
      await manager.consumers.add(name, {
        durable_name: CONSUMER,
        ack_policy: jetstream.AckPolicy.Explicit,
        ack_wait: lease * NANOSECONDS,
        max_deliver: -1,
      });
    },
    add: async (subject, text) => {
      try {
        await stream.publish(subject, text);
        return true;
      } catch (error) {
        return IS_THERE.test(String(error));
      }
    },
    remove: async (queue, subject) => {
      await manager.streams.purge(queue, { filter: subject }).catch(() => {});
    },
    take: async (queue, signal) => {
      const consumer = await stream.consumers.get(queue, CONSUMER);
      if (signal.aborted) return undefined;
      const messages = await consumer.fetch({ max_messages: 1, expires: EXPIRES });
      const stop = () => messages.stop();
      signal.addEventListener("abort", stop);
      try {
        for await (const message of messages) {
          return {
            subject: message.subject,
            text: message.string(),
            working: () => message.working(),
            done: () => message.ack(),
            release: () => message.nak(),
          };
        }
        return undefined;
      } finally {
        signal.removeEventListener("abort", stop);
      }
    },
    send: (subject, text) => {
      if (!connection.isClosed()) connection.publish(subject, text);
    },
    listen: (subject, listener) => {
      connection.subscribe(subject, {
        callback: (error, message) => {
          if (error === null) listener(message.subject, message.string());
        },
      });
    },
    close: async () => {
      await connection.flush().catch(() => {});
      await connection.close();
    },
  };
}
