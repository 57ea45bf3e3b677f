import type { Page } from '@estampa/kernel/page';
import { integer, type RowOf, text, timestamp } from '@estampa/kit/postgres/columns';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

const OWN_SESSION = { id: text, createdAt: timestamp, lastUsedAt: timestamp, expiresAt: timestamp };

export type OwnSession = RowOf<typeof OWN_SESSION>;

const OPEN = 's.user_id = $1 and s.revoked_at is null and s.expires_at > $2';

const PAGE = statement(
  `select s.id, s.created_at as "createdAt", s.expires_at as "expiresAt",
     (select max(t.created_at) from refresh_token t where t.session_id = s.id) as "lastUsedAt"
   from session s where ${OPEN} order by s.created_at desc, s.id desc limit $3 offset $4`,
  OWN_SESSION,
);
const TOTAL = statement(`select count(*) as total from session s where ${OPEN}`, { total: integer });

/** The sessions of a user that go on, newest first, and how many there are. */
export async function findOwnSessions(
  em: EntityManager,
  userId: string,
  now: Date,
  { skip, limit }: Page,
): Promise<{ sessions: OwnSession[]; total: number }> {
  const [sessions, [counted]] = await pipeline(em, PAGE.with(userId, now, limit, skip), TOTAL.with(userId, now));
  return { sessions, total: counted!.total };
}
