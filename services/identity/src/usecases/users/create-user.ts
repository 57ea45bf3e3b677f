import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import type { UserWithProfile } from '../../db/user-repository.ts';
import { readRole, readStatus, USER_ROLES } from '../../domain/account.ts';
import { mustBeUsablePassword } from '../../domain/password.ts';
import { welcomeEmail } from '../../domain/password-emails.ts';
import { invalidField } from '../../domain/rejections.ts';
import { addUser } from './change-user.ts';
import { offerPassword } from '../sessions/set-password.ts';

export type CreateUser = {
  email: string;
  name: string;
  password?: string | undefined;
  roles: readonly string[];
  status: string;
};

/** An account opened by an admin; without a password its owner receives an e-mail to choose one. */
export async function createUser(context: Context, input: CreateUser): Promise<TransactionBody<UserWithProfile>> {
  mustReachAll(context.caller);
  const { email, name, password } = input;
  const requested = input.roles.map((role) => readRole(role, 'roles'));
  if (requested.length === 0) throw invalidField('roles', 'too_small', 'needs at least one role');
  const roles = USER_ROLES.filter((role) => requested.includes(role));
  const status = readStatus(input.status);
  if (password !== undefined) mustBeUsablePassword(password, { email, name });
  const passwordHash = password === undefined ? null : await context.passwords.hash(password, context.call.signal);

  return async (tx) => {
    const user = await addUser(tx, { email, name, roles, status, passwordHash }, 'user_created', context.now());
    if (passwordHash === null) offerPassword(context, tx, user, welcomeEmail);
    return { user, sellerProfileId: null };
  };
}
