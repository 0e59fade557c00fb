/** Returns a function that computes a value when it is first called, and returns the same value from then on. */
export function lazily<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => (known ??= { value: compute() }).value;
}
