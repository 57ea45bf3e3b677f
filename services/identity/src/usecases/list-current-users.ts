import { isUuid } from '@estampa/kernel/ids';
import { selected } from '@estampa/kit/rows';
import { list, moment, oneOf, type RowOf, statement, text } from '@estampa/kit/statement';
import type { Context } from '../context.ts';
import { USER_ROLES, USER_STATUSES } from '../domain/account.ts';

/** The edge asks of no more at once. */
const ASKED_MAX = 100;

const CURRENT_USER = {
  id: text,
  email: text,
  name: text,
  status: oneOf(USER_STATUSES),
  roles: list(oneOf(USER_ROLES)),
  createdAt: moment,
};

/** What callers are told of themselves, in one query for the callers of many requests. */
export async function listCurrentUsers(
  { em }: Pick<Context, 'em'>,
  userIds: readonly string[],
): Promise<RowOf<typeof CURRENT_USER>[]> {
  const asked = userIds.slice(0, ASKED_MAX).filter(isUuid);
  return CURRENT_USERS.all(em, [JSON.stringify(asked)]);
}

// As JSON, since PostgreSQL would plan anew for each length of an array.
const CURRENT_USERS = statement(
  `select ${selected(CURRENT_USER, 'u')}
   from jsonb_array_elements_text($1::jsonb) as asked (id) join user_account u on u.id = asked.id::uuid`,
  CURRENT_USER,
);
