import { list, nullable, oneOf, type RowOf, statement, text } from '@estampa/kit/postgres/statement';
import type { Context } from '../../context.ts';
import { USER_ROLES } from '../../domain/account.ts';
import { askedAtOnce } from './asked-at-once.ts';

const CALLER = {
  sessionId: text,
  userId: text,
  roles: list(oneOf(USER_ROLES)),
  sellerProfileId: nullable(text),
};

export type CallerNow = RowOf<typeof CALLER>;

/** Who is behind sessions at this moment, in one query for many requests; nobody is behind one that has ended. */
export async function listCallers(
  { em, now }: Pick<Context, 'em' | 'now'>,
  sessionIds: readonly string[],
): Promise<CallerNow[]> {
  return CALLERS.all(em, [now(), askedAtOnce(sessionIds)]);
}

// One by one (`offset 0`): by the index, however few there are.
const CALLERS = statement(
  `select found.* from jsonb_array_elements_text($2::jsonb) as asked (id)
   cross join lateral (
     select s.id as "sessionId", u.id as "userId", u.roles, p.id as "sellerProfileId"
     from session s
     join user_account u on u.id = s.user_id and u.status = 'active'
     left join seller_profile p on p.user_id = u.id and p.active
     where s.id = asked.id::uuid and s.revoked_at is null and s.expires_at > $1 offset 0) as found`,
  CALLER,
);
