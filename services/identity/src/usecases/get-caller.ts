import { isUuid } from '@estampa/kernel/ids';
import { boolean, list, nullable, oneOf, statement, text } from '@estampa/kit/statement';
import type { Context } from '../context.ts';
import { type CallerNow, USER_ROLES, USER_STATUSES } from '../domain/account.ts';

/** Who is behind a session at this moment, in one query; null for a session that does not exist. */
export async function getCaller({ em, now }: Context, sessionId: string): Promise<CallerNow | null> {
  if (!isUuid(sessionId)) return null;
  return (await CALLER_OF_SESSION.first(em, [now(), sessionId])) ?? null;
}

const CALLER_OF_SESSION = statement(
  `
  select u.id as "userId", u.status, u.roles, p.id as "sellerProfileId",
         s.revoked_at is null and s.expires_at > $1 as "sessionActive"
  from session s
  join user_account u on u.id = s.user_id
  left join seller_profile p on p.user_id = u.id and p.active
  where s.id = $2`,
  {
    userId: text,
    status: oneOf(USER_STATUSES),
    roles: list(oneOf(USER_ROLES)),
    sellerProfileId: nullable(text),
    sessionActive: boolean,
  },
);
