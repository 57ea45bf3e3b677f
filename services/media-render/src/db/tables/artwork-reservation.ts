import { integer, key, type RowOf, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** An artwork of a product that is about to go on sale. */
export const artworkReservation = table('artwork_hold', {
  sellerProductId: key(uuid),
  artworkId: uuid,
  productVersion: integer,
  until: timestamp,
});

export type ArtworkReservationRow = RowOf<typeof artworkReservation.columns>;
