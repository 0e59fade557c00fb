/** The properties of an object that are not undefined. */
export type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/**
 * Returns an object without its undefined properties, in the same order: for optional properties, which are
 * absent rather than undefined.
 */
export function defined<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
}
