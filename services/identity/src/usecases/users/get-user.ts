import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustBeUser } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { users, type UserWithProfile } from '../../db/user-repository.ts';

export async function getUser({ em, caller }: Context, id: string): Promise<UserWithProfile> {
  mustBeUser(caller, id);
  const found = isUuid(id) ? await users.find(em, id) : null;
  if (!found) throw notFound('user', id);
  return found;
}
