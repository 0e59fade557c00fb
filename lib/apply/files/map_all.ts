/** Files looked at or read at the same time. */
const AT_ONCE = 32;

/**
 * The results of a function for all items, in order; at most 32 run at the same time.
 *
 * @param items What is mapped.
 * @param map Gives the result of an item.
 */
export async function mapAll<T, R>(
  items: readonly T[],
  map: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await map(items[index]!, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  return results;
}
