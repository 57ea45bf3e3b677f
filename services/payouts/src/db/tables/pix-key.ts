import { PIX_KEY_KINDS } from '@estampa/kernel/pix-key';
import { key, nullable, oneOf, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** All keys that sellers ever had, of which each has at most one that has not ended. Triggers let nothing else change. */
export const pixKey = table('pix_key', {
  id: key(uuid),
  sellerProfileId: uuid,
  kind: oneOf(PIX_KEY_KINDS),
  key: nullable(text),
  setBy: uuid,
  setAt: timestamp,
  usableFrom: timestamp,
  endedAt: nullable(timestamp),
});

export type PixKeyRow = RowOf<typeof pixKey.columns>;
