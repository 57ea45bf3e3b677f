import type { SellerProductChanged } from '@estampa/contracts/catalog/v1/events';
import type { Heard } from '@estampa/kit/consumers';
import type { Context } from '../context.ts';
import { leftIn } from './left-to-derive.ts';

/** They are kept at the end of the transaction, with all other products that it derives, in one order. */
export async function leaveSellerProducts(
  { em }: Pick<Context, 'em'>,
  heard: readonly Heard<SellerProductChanged>[],
): Promise<void> {
  leftIn(em).products.push(...heard);
}
