import { selected } from '@estampa/kit/postgres/rows';
import { list, moment, nullable, oneOf, type RowOf, statement, text } from '@estampa/kit/postgres/statement';
import type { Context } from '../../context.ts';
import { USER_ROLES, USER_STATUSES } from '../../domain/account.ts';
import { askedAtOnce } from '../sessions/asked-at-once.ts';

const CURRENT_USER = {
  id: text,
  email: text,
  name: text,
  status: oneOf(USER_STATUSES),
  roles: list(oneOf(USER_ROLES)),
  createdAt: moment,
  emailVerifiedAt: nullable(moment),
};

export type CurrentUserNow = RowOf<typeof CURRENT_USER>;

/** What callers are told of themselves, in one query for the callers of many requests. */
export async function listCurrentUsers(
  { em }: Pick<Context, 'em'>,
  userIds: readonly string[],
): Promise<CurrentUserNow[]> {
  return CURRENT_USERS.all(em, [askedAtOnce(userIds)]);
}

const CURRENT_USERS = statement(
  `select ${selected(CURRENT_USER, 'u')}
   from jsonb_array_elements_text($1::jsonb) as asked (id) join user_account u on u.id = asked.id::uuid`,
  CURRENT_USER,
);
