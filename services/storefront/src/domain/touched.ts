/**
 * The products that one event touches; those of a template are only the ones whose artwork was rendered on it, those of a render
 * the ones of its template's type, those of catalog variants the ones that name one of them.
 */
export type Touched =
  | { id: string }
  | { artworkId: string; renderedOn?: string | undefined }
  | { productTypeId: string; renderedOn?: string | undefined }
  | { productTypeId: string; variantIds: readonly string[] }
  | { sellerProfileId: string }
  | 'all';

/** What artworks and their renders touch: by far the most. */
export type OfArtwork = Extract<Touched, { artworkId: string }>;

export const isOfArtwork = (one: Touched): one is OfArtwork => one !== 'all' && 'artworkId' in one;
