import { isUuid } from '@estampa/kernel/ids';
import type { Context } from '../context.ts';
import type { CallerNow } from '../domain/account.ts';

/** Who is behind a session at this moment, in one query; null for a session that does not exist. */
export async function getCaller({ em, now }: Context, sessionId: string): Promise<CallerNow | null> {
  if (!isUuid(sessionId)) return null;
  const [caller] = await em.execute<CallerNow[]>(CALLER_OF_SESSION, [now(), sessionId]);
  return caller ?? null;
}

const CALLER_OF_SESSION = `
  select u.id as "userId", u.status, u.roles, p.id as "sellerProfileId",
         s.revoked_at is null and s.expires_at > ? as "sessionActive"
  from sessions s
  join users u on u.id = s.user_id
  left join seller_profiles p on p.user_id = u.id and p.active
  where s.id = ?`;
