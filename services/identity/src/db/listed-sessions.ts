import { nullable, type RowOf, text, timestamp } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

/** The newest; whoever logs in by a script for months has more. */
export const EXPORTED_SESSIONS_MAX = 1_000;

const SESSION = { id: text, createdAt: timestamp, expiresAt: timestamp, revokedAt: nullable(timestamp) };
export type KeptSession = RowOf<typeof SESSION>;

const SESSIONS = statement(
  `select id, created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt"
   from session where user_id = $1 order by created_at desc, id desc limit ${EXPORTED_SESSIONS_MAX}`,
  SESSION,
);

/** All sessions of a user that are still kept, newest first, those that ended too. */
export const findListedSessions = (em: EntityManager, userId: string): Promise<KeptSession[]> =>
  SESSIONS.all(em, [userId]);
