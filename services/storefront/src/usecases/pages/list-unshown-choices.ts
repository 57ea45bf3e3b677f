import { isUuid } from '@estampa/kernel/ids';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { loadFacts } from '../../db/product-facts.ts';
import { type UnshownChoice, unshownChoices } from '../../domain/unshown-choices.ts';

/** What can be chosen of a product and no mockup shows; nothing while the product, its type or artwork is not known. */
export async function listUnshownChoices(
  { em, caller }: Pick<Context, 'em' | 'caller'>,
  sellerProductId: string,
): Promise<UnshownChoice[]> {
  const [facts] = isUuid(sellerProductId) ? await loadFacts(em, [sellerProductId]) : [];
  if (!facts) return [];
  mustBeSeller(caller, facts.product.sellerProfileId);
  return facts.type ? unshownChoices(facts) : [];
}
