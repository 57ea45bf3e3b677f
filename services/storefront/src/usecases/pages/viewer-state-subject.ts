import type { Context } from '../../context.ts';
import { storeProducts } from '../../db/store-product-repository.ts';
import { stores } from '../../db/store-repository.ts';
import { canBeName } from '../../domain/names.ts';

/** What a follow refers to, whether the store is given by slug or id. */
export async function followSubject({ em }: Context, { store }: { store: string }): Promise<string | null> {
  const id = canBeName(store) ? await stores.findId(em, store) : null;
  return id && `follow ${id}`;
}

type Named = { store: string; product: string };

/** What a like refers to, whether store and product are given by slugs or ids. */
export async function likeSubject({ em }: Context, { store, product }: Named): Promise<string | null> {
  const ids = canBeName(store) && canBeName(product) ? await storeProducts.findIds(em, store, product) : null;
  return ids && `like ${ids}`;
}
