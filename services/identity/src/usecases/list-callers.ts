import { isUuid } from '@estampa/kernel/ids';
import { list, nullable, oneOf, type RowOf, statement, text } from '@estampa/kit/statement';
import type { Context } from '../context.ts';
import { USER_ROLES } from '../domain/account.ts';

/** The edge asks of no more at once. */
const ASKED_MAX = 100;

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
  const asked = sessionIds.slice(0, ASKED_MAX).filter(isUuid);
  return CALLERS.all(em, [now(), JSON.stringify(asked)]);
}

// As JSON and one by one (`offset 0`): planned once, and by the index however few there are.
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
