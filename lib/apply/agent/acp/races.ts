/** Rejects with a reason when a signal fires. */
export function rejectOn(signal: AbortSignal, reason: symbol): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(reason), { once: true }));
}

/** Resolves to undefined when a signal fires. */
export function voided(signal: AbortSignal): Promise<undefined> {
  return new Promise((done) => signal.addEventListener("abort", () => done(undefined), { once: true }));
}
