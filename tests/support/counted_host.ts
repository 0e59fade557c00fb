import type { Host } from "../../lib/host/host.ts";

/** The effects: programs started, files written and removed, folders moved. */
export const EFFECTS: ReadonlySet<PropertyKey> = new Set<keyof Host>([
  "run",
  "writeText",
  "createText",
  "move",
  "removeFile",
]);

/** Returns a machine that reports each effect just before it happens. */
export function countedHost(host: Host, onEffect: () => void): Host {
  return new Proxy(host, {
    get(target, key) {
      const value = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (EFFECTS.has(key)) onEffect();
        return value.apply(target, args);
      };
    },
  });
}
