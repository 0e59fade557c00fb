/**
 * Items by key, each group and its items in the order given. As `groupBy()`, which Node 20 lacks.
 *
 * @param items What is grouped.
 * @param keyOf The key of an item.
 */
export function groupBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Map<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
