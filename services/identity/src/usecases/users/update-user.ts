import { mustBeUser } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { users, type UserWithProfile } from '../../db/user-repository.ts';
import { changeDocument, type DocumentChange } from '../../domain/document.ts';
import { invalidField } from '../../domain/rejections.ts';
import { changeUser, lockKnownUser } from './change-user.ts';

/** A member that is absent was not sent; null clears it. */
export type UpdateUser = DocumentChange & { id: string; name?: string | null; whatsapp?: string | null };

export function updateUser(
  context: Context,
  { id, name, whatsapp, ...document }: UpdateUser,
): TransactionBody<UserWithProfile> {
  mustBeUser(context.caller, id);
  if (name === null) throw invalidField('name', 'required', 'cannot be cleared');
  return async (tx) => {
    const user = await lockKnownUser(tx, id);
    const change = {
      ...changeDocument(user, document, context.settings),
      name: name ?? user.name,
      whatsapp: whatsapp === undefined ? user.whatsapp : whatsapp,
    };
    changeUser(tx, user, change, 'user_updated', context.now());
    return users.findChanged(tx, user.id);
  };
}
