import { integer, key, nullable, oneOf, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import { FORMATS } from '../../domain/image.ts';

/** One version of an artwork's file, for as long as anybody may name it. */
export const artworkFile = table('artwork_file', {
  artworkId: key(uuid),
  fileVersion: key(integer),
  sellerProfileId: uuid,
  format: oneOf(FORMATS),
  widthPx: integer,
  heightPx: integer,
  sizeBytes: integer,
  contentHash: text,
  createdAt: timestamp,
  /** Where it was taken in, until it has its place. */
  takenKey: nullable(text),
  placeAfter: nullable(timestamp),
});

export type ArtworkFileRow = RowOf<typeof artworkFile.columns>;
