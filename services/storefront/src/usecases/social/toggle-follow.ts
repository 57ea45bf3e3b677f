import { DomainError, notFound } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { someone } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { counts } from '../../db/count-repository.ts';
import { pageChanges } from '../../db/page-change-repository.ts';
import { follows } from '../../db/reaction-repository.ts';
import { canBeName } from '../../domain/names.ts';
import { namesOfStore } from '../../domain/page-names.ts';
import { type Toggle, toggled } from '../../domain/toggle.ts';

export function toggleFollow({ caller, now }: Context, { store }: { store: string }): TransactionBody<Toggle> {
  const { userId } = someone(caller);
  if (!canBeName(store)) throw notFound('store', store);
  return async (tx) => {
    const found = await follows.lock(tx, userId, store);
    if (!found) throw notFound('store', store);
    if (found.ownerId === userId) throw new DomainError('invalid', 'own_store', 'You cannot follow your own store');
    const { storeId, storeSlug, ownStoreId, ownStoreSlug } = found;
    const { change, ...after } = toggled({ isOn: found.isFollowing, count: found.followersCount });

    const row = { id: newId(), userId, sellerProfileId: storeId, createdAt: now() };
    (after.isOn ? follows.insert : follows.delete)(tx, row);
    counts.addFollower(tx, { storeId, change });
    pageChanges.insert(tx, [
      ...namesOfStore({ id: storeId, slug: storeSlug }),
      ...(ownStoreId && ownStoreSlug ? namesOfStore({ id: ownStoreId, slug: ownStoreSlug }) : []),
    ]);
    return after;
  };
}
