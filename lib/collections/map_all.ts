/** The maximum number of concurrent calls. */
const MAX_CONCURRENT = 32;

/**
 * Maps items with an asynchronous function. At most 32 calls run concurrently; the results keep the order.
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
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT, items.length) }, worker));
  return results;
}
