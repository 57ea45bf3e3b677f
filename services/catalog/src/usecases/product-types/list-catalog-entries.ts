import type { Context } from '../../context.ts';
import { catalogEntries } from '../../db/catalog-entry-repository.ts';
import { mustSell } from '../seller-products/must-sell.ts';

/** The active types, newest first, each with the revision of what a seller sees of it, and the fee that was agreed with the caller. */
export function listCatalogEntries({ em, caller }: Context) {
  mustSell(caller);
  return catalogEntries.findRevisions(em, caller?.sellerProfileId ?? null);
}
