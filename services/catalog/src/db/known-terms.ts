import type { EntityManager } from '@mikro-orm/postgresql';
import { loadAssets, loadOptions, optionRules } from './product-type-parts.ts';

/** The active assets and options of a type: what its templates may speak of. */
export async function knownTerms(em: EntityManager, productTypeId: string) {
  const assets = await loadAssets(em, [productTypeId], { onlyActive: true });
  const options = optionRules(await loadOptions(em, [productTypeId], { onlyActive: true }));
  return { assets, options };
}
