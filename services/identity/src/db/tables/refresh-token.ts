import { key, nullable, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import type { RefreshToken } from '../../domain/session.ts';

export const refreshToken = table('refresh_token', {
  tokenHash: key(text),
  sessionId: uuid,
  createdAt: timestamp,
  expiresAt: timestamp,
  usedAt: nullable(timestamp),
  /** What was given for it, sealed under it. */
  successor: nullable(text),
});

export type RefreshTokenRow = RowOf<typeof refreshToken.columns>;

null as unknown as RefreshTokenRow satisfies RefreshToken;
