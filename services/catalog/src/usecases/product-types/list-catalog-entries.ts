import type { Context } from '../../context.ts';
import { LIST_ENTRIES } from '../../db/catalog-entries.ts';
import { mustSell } from '../seller-products/must-sell.ts';

/** The active types, newest first, each with the revision of what a seller sees of it. */
export function listCatalogEntries({ em, caller }: Context) {
  mustSell(caller);
  return LIST_ENTRIES.all(em, []);
}
