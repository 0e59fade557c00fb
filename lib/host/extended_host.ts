import type { Host } from "./host.ts";

/** Returns a machine with some properties replaced, and otherwise the given one. */
export function extendedHost(host: Host, own: Partial<Host>): Host {
  return new Proxy(host, {
    get(target, key) {
      if (Object.hasOwn(own, key)) return Reflect.get(own, key);
      const value = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
