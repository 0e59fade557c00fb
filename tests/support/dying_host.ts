/**
 * Runs that are killed at a certain moment, within the tests' own process.
 * @module
 */
import type { Host } from "../../lib/host/host.ts";
import { EFFECTS } from "./counted_host.ts";

/** A machine for one run, and the end of its life. */
export interface DyingHost {
  readonly host: Host;
  /** Ends the run: it starts nothing more, and learns nothing of what is in progress. */
  readonly die: () => void;
}

/** Methods that return no promise. A run that is dead may still call them. */
const IMMEDIATE: ReadonlySet<PropertyKey> = new Set<keyof Host>([
  "cwd",
  "env",
  "environment",
  "home",
  "program",
  "self",
  "installation",
  "hostname",
  "isAlive",
  "now",
  "markPrograms",
  "input",
  "write",
  "isTerminal",
  "columns",
  "onInterrupt",
]);

/** Returns a machine on which a run can be killed. */
export function dyingHost(host: Host, onEffect: () => void = () => {}): DyingHost {
  let dead = false;
  const never = new Promise<never>(() => {});
  const dying = new Proxy(host, {
    get(target, key) {
      const value = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      // What a dead run throws is nobody's concern.
      if (key === "onUncaught") return () => () => {};
      return (...args: unknown[]) => {
        if (EFFECTS.has(key) && !dead) onEffect();
        if (dead && !IMMEDIATE.has(key)) return never;
        const result = value.apply(target, args);
        return result instanceof Promise ? result.finally(() => dead ? never : undefined) : result;
      };
    },
  });
  return { host: dying, die: () => dead = true };
}
