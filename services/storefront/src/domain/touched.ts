/**
 * The products that one event touches. A template touches those whose artwork was rendered on it, a render those of its
 * template's type, catalog variants those that name one of them.
 */
export type Touched =
  | { id: string }
  | { artworkId: string; renderedOn?: string | undefined }
  | { productTypeId: string; renderedOn?: string | undefined }
  | { productTypeId: string; variantIds: readonly string[] }
  | { sellerProfileId: string }
  | 'all';

/** Products touched by artworks and their renders, which are most events. */
export type OfArtwork = Extract<Touched, { artworkId: string }>;

export const isOfArtwork = (one: Touched): one is OfArtwork => one !== 'all' && 'artworkId' in one;
