import { listPageOf, type PageRequest } from '@estampa/kernel/page';
import type { Listed } from '@estampa/kit/postgres/paged-list';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { users, type UserWithProfile } from '../../db/user-repository.ts';
import { readRole, readStatus } from '../../domain/account.ts';
import { containing } from '../../domain/search.ts';

export type ListUsers = {
  role?: string | undefined;
  status?: string | undefined;
  /** Any part of the e-mail or the name, ignoring case. */
  search?: string | undefined;
  page?: PageRequest;
};

/** Newest first. */
export async function listUsers(
  { em, caller }: Context,
  { role, status, search, page }: ListUsers,
): Promise<Listed<UserWithProfile>> {
  mustReachAll(caller);
  const conditions = {
    role: role === undefined ? undefined : readRole(role),
    status: status === undefined ? undefined : readStatus(status),
    searchPattern: search ? containing(search) : undefined,
  };
  return users.findPage(em, conditions, listPageOf(page, 'users', conditions));
}
