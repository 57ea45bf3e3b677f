import { integer, key, nullable, oneOf, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import { FORMATS } from '../../domain/image.ts';

/** Of which record a file is to become part: an artwork, a template, or the profile of a seller. */
export const upload = table('upload', {
  key: key(text),
  format: oneOf(FORMATS),
  sizeBytes: integer,
  expiresAt: timestamp,
  createdAt: timestamp,
  completedAt: nullable(timestamp),
  artworkId: nullable(uuid),
  sellerProfileId: nullable(uuid),
  fileVersion: nullable(integer),
  templateId: nullable(text),
  imageKind: nullable(text),
});

export type UploadRow = RowOf<typeof upload.columns>;
