/**
 * Property-based tests. A failure prints its seed and the smallest case.
 * @module
 */
import fc from "npm:fast-check@4.10.2";

export { fc };

/**
 * The same cases every time, so that a change is judged by itself. `WF_SEED=random` looks for new
 * ones, and `WF_SEED=<number>` repeats those of a seed that was printed.
 */
const named = Deno.permissions.querySync({ name: "env", variable: "WF_SEED" }).state === "granted"
  ? Deno.env.get("WF_SEED")
  : undefined;
if (named !== "random") fc.configureGlobal({ seed: Number(named ?? 20) });
