/** The state that a page leaves open for its viewer: whether they like a product, or follow a store. */
export type ViewerQuery = { productId: string } | { storeId: string };

/** The byte offset of a `null` on the page that the viewer state replaces. */
export type Hole = ViewerQuery & { at: number };

/**
 * Finds the offsets of all viewer states, in order. A member of this name is never null otherwise: dictionaries, whose keys users
 * choose, contain no nulls.
 */
export function holesIn(json: Buffer, viewerQueries: readonly ViewerQuery[]): Hole[] {
  let from = 0;
  const holes = viewerQueries.map((request) => {
    const member = 'storeId' in request ? FOLLOWING : LIKED;
    from = json.indexOf(member, from) + member.byteLength;
    if (from < member.byteLength) throw new Error('a page has fewer places for its viewer than it was said to have');
    return { ...request, at: from - NULL_BYTES };
  });
  if (json.includes(LIKED, from) || json.includes(FOLLOWING, from))
    throw new Error('a page has more places for its viewer than it was said to have');
  return holes;
}

const LIKED = Buffer.from('"isLiked":null');
const FOLLOWING = Buffer.from('"isFollowing":null');
const NULL_BYTES = 4;
