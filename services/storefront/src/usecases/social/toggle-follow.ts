import { DomainError, notFound } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { someone } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { countFollower } from '../../db/count-changes.ts';
import { markChanged } from '../../db/page-changes.ts';
import { addFollow, dropFollow, lockFollow } from '../../db/social.ts';
import { canBeName } from '../../domain/names.ts';
import { namesOfStore } from '../../domain/page-names.ts';
import { type Toggle, toggled } from '../../domain/toggle.ts';

export function toggleFollow({ caller, now }: Context, { store }: { store: string }): TransactionBody<Toggle> {
  const { userId } = someone(caller);
  if (!canBeName(store)) throw notFound('store', store);
  return async (tx) => {
    const found = await lockFollow(tx, userId, store);
    if (!found) throw notFound('store', store);
    if (found.ownerId === userId) throw new DomainError('invalid', 'own_store', 'You cannot follow your own store');
    const { storeId, storeSlug, ownStoreId, ownStoreSlug } = found;
    const { change, ...after } = toggled({ isOn: found.isFollowing, count: found.followersCount });

    (after.isOn ? addFollow : dropFollow)(tx, { id: newId(), userId, of: storeId, now: now() });
    countFollower(tx, { storeId, change });
    markChanged(tx, [
      ...namesOfStore({ id: storeId, slug: storeSlug }),
      ...(ownStoreId && ownStoreSlug ? namesOfStore({ id: ownStoreId, slug: ownStoreSlug }) : []),
    ]);
    return after;
  };
}
