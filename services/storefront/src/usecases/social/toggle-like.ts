import { notFound } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { someone } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { countLike } from '../../db/count-changes.ts';
import { markChanged } from '../../db/page-changes.ts';
import { addLike, dropLike, lockLike } from '../../db/social.ts';
import { canBeName } from '../../domain/names.ts';
import { namesOfProduct, namesOfStore } from '../../domain/page-names.ts';
import { type Toggle, toggled } from '../../domain/toggle.ts';

type Input = { store: string; product: string };

export function toggleLike({ caller, now }: Context, { store, product }: Input): TransactionBody<Toggle> {
  const { userId } = someone(caller);
  if (!canBeName(store) || !canBeName(product)) throw notFound('product', product);
  return async (tx) => {
    const found = await lockLike(tx, userId, store, product);
    if (!found) throw notFound('product', product);
    const { storeId, productId, slug } = found;
    const { change, ...after } = toggled({ isOn: found.isLiked, count: found.likesCount });

    (after.isOn ? addLike : dropLike)(tx, { id: newId(), userId, of: productId, now: now() });
    countLike(tx, { storeId, productId, change });
    markChanged(tx, [
      ...namesOfProduct(storeId, slug === null ? [productId] : [productId, slug]),
      ...namesOfStore({ id: storeId, slug: found.storeSlug }),
    ]);
    return after;
  };
}
