import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustBeUser } from '@estampa/kit/caller';
import type { Context } from '../context.ts';
import { type UserWithProfile, withProfile } from '../db/find-user.ts';
import { UserRow } from '../db/user.entity.ts';

export async function getUser({ em, caller }: Context, id: string): Promise<UserWithProfile> {
  mustBeUser(caller, id);
  const user = isUuid(id) ? await em.findOne(UserRow, id) : null;
  if (!user) throw notFound('user', id);
  return withProfile(em, user);
}
