import { key, nullable, type RowOf, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import type { Session } from '../../domain/session.ts';

export const session = table('session', {
  id: key(uuid),
  userId: uuid,
  createdAt: timestamp,
  /** When its newest refresh token expires. */
  expiresAt: timestamp,
  revokedAt: nullable(timestamp),
});

export type SessionRow = RowOf<typeof session.columns>;

null as unknown as SessionRow satisfies Session;
