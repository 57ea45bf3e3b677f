import { notFound } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { someone } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { counts } from '../../db/count-repository.ts';
import { pageChanges } from '../../db/page-change-repository.ts';
import { likes } from '../../db/reaction-repository.ts';
import { canBeName } from '../../domain/names.ts';
import { namesOfProduct, namesOfStore } from '../../domain/page-names.ts';
import { type Toggle, toggled } from '../../domain/toggle.ts';

type Input = { store: string; product: string };

export function toggleLike({ caller, now }: Context, { store, product }: Input): TransactionBody<Toggle> {
  const { userId } = someone(caller);
  if (!canBeName(store) || !canBeName(product)) throw notFound('product', product);
  return async (tx) => {
    const found = await likes.lock(tx, userId, store, product);
    if (!found) throw notFound('product', product);
    const { storeId, productId, slug } = found;
    const { change, ...after } = toggled({ isOn: found.isLiked, count: found.likesCount });

    const row = { id: newId(), userId, sellerProductId: productId, createdAt: now() };
    (after.isOn ? likes.insert : likes.delete)(tx, row);
    counts.addLike(tx, { storeId, productId, change });
    pageChanges.insert(tx, [
      ...namesOfProduct(storeId, slug === null ? [productId] : [productId, slug]),
      ...namesOfStore({ id: storeId, slug: found.storeSlug }),
    ]);
    return after;
  };
}
