import { bytes, integer, key, nullable, timestamp } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** Tokens are encrypted. */
export const carrierToken = table('carrier_token', {
  id: key(bytes),
  accessToken: nullable(bytes),
  refreshToken: bytes,
  expiresAt: nullable(timestamp),
  renewAt: nullable(timestamp),
  refusedAt: nullable(timestamp),
  claimedUntil: nullable(timestamp),
  updatedAt: timestamp,
  version: integer,
});
