import { isUuid } from '@estampa/kernel/ids';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { productStates } from '../../db/product-state-repository.ts';
import { type UnshownChoice, unshownChoices } from '../../domain/unshown-choices.ts';

/** Choices of a product that no mockup shows; none while the product, its type or artwork is not known. */
export async function listUnshownChoices(
  { em, caller }: Pick<Context, 'em' | 'caller'>,
  sellerProductId: string,
): Promise<UnshownChoice[]> {
  const [state] = isUuid(sellerProductId) ? await productStates.find(em, [sellerProductId]) : [];
  if (!state) return [];
  mustBeSeller(caller, state.product.sellerProfileId);
  return state.type ? unshownChoices(state) : [];
}
