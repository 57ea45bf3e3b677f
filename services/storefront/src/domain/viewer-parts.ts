/** What a page leaves to its viewer: whether they like a product, or follow a store. */
export type ViewerQuery = { productId: string } | { storeId: string };

/** Where in the bytes of a page a `null` stands for the response. */
export type Hole = ViewerQuery & { at: number };

/**
 * Finds the place of each response, in order. No other `null` can stand behind such a member: dictionaries, whose keys people
 * choose, hold no null.
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
