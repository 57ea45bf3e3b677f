import { integer, json, key, nullable, oneOf, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import { ARTWORK_STATUSES } from '../../domain/artwork.ts';
import { FORMATS } from '../../domain/image.ts';

export const artwork = table('artwork', {
  id: key(uuid),
  sellerProfileId: uuid,
  title: text,
  slug: text,
  description: nullable(text),
  tags: json<string[]>(),
  status: oneOf(ARTWORK_STATUSES),
  /** Of the original file: 1, 2, ... */
  fileVersion: integer,
  widthPx: integer,
  heightPx: integer,
  format: oneOf(FORMATS),
  sizeBytes: integer,
  contentHash: text,
  /** What storage calls this very content; a file changed later has another. */
  originalEtag: text,
  workingWidthPx: integer,
  workingHeightPx: integer,
  dominantColor: text,
  /** Another artwork of the seller whose file is the same, byte for byte. */
  duplicateOf: nullable(uuid),
  version: integer,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type ArtworkRow = RowOf<typeof artwork.columns>;
