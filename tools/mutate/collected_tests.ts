/** A test as `Deno.test()` was given it. */
export interface CollectedTest {
  readonly name: string;
  readonly run: (context: unknown) => unknown;
}

/** Replaces `Deno.test()` by a function that collects the tests instead of running them. */
export function collectTests(): readonly CollectedTest[] {
  const tests: CollectedTest[] = [];
  const collect = (...args: readonly unknown[]) => {
    const options = args.find((arg): arg is object => typeof arg === "object" && arg !== null) ?? {};
    const run = args.findLast((arg) => typeof arg === "function") ?? Reflect.get(options, "fn");
    const name = args.find((arg) => typeof arg === "string") ?? Reflect.get(options, "name") ?? run.name;
    if (Reflect.get(options, "ignore") !== true) tests.push({ name, run });
  };
  Object.assign(Deno, { test: Object.assign(collect, Deno.test, { ignore: () => {}, only: collect }) });
  return tests;
}

/** Values of snapshots by name, for comparison within the following runs. */
export type Snapshots = Record<string, string>;

/**
 * Returns what a test function is given: steps, and snapshots. A snapshot is compared with the value of the run
 * without mutants; whether that is right is for the tests themselves.
 */
export function testContext(name: string, snapshots: Snapshots, record: boolean): unknown {
  let count = 0;
  const context = {
    name,
    origin: "",
    step: async (step: unknown, given?: unknown) => {
      const fn = typeof step === "function" ? step : given ?? Reflect.get(step as object, "fn");
      await (fn as (context: unknown) => unknown)(context);
      return true;
    },
    assertSnapshot: (value: unknown) => {
      const key = `${name} ${++count}`;
      const options = { depth: Infinity, iterableLimit: Infinity, strAbbreviateSize: Infinity };
      const text = Deno.inspect(value, options);
      if (record) snapshots[key] = text;
      else if (snapshots[key] !== text) throw new Error(`The snapshot ${key} differs`);
      return Promise.resolve();
    },
  };
  return context;
}
