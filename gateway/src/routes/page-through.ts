type Window = { skip: number; limit: number };

/** The first items of a list that is given in pages, at most so many, and how many there are. */
export async function upTo<T>(
  max: number,
  limit: number,
  pageOf: (window: Window) => Promise<{ items: T[]; total: number }>,
): Promise<{ found: T[]; total: number }> {
  const found: T[] = [];
  for (;;) {
    const wanted = Math.min(limit, max - found.length);
    const { items, total } = await pageOf({ skip: found.length, limit: wanted });
    found.push(...items);
    if (items.length < wanted || found.length >= Math.min(max, total)) return { found, total };
  }
}
