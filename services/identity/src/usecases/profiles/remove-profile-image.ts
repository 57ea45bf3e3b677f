import { mustBeUser } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { readImageType } from '../../domain/profile-image.ts';
import { lockProfileOf, setProfileImage } from './change-seller-profile.ts';

export type RemoveProfileImage = { userId: string; type: string };

export function removeProfileImage(
  context: Context,
  { userId, type: word }: RemoveProfileImage,
): TransactionBody<void> {
  mustBeUser(context.caller, userId);
  const type = readImageType(word);
  return async (tx) => setProfileImage(tx, await lockProfileOf(tx, userId), type, null, context.now());
}
