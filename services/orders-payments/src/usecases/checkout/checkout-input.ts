import { DomainError } from '@estampa/kernel/errors';
import { isServiceError } from '@estampa/kit/rpc/errors';
import type { Context, Peers } from '../../context.ts';
import type { Checkout } from '../../domain/checkout-rules.ts';
import { type Buyer, type CheckoutInput, mustHaveDocument } from '../../domain/freeze-order.ts';
import type { Address } from '../../domain/order.ts';
import { findCoupon } from './find-coupon.ts';

export const INPUT_DEADLINE_MS = 1_500;

/** Requests buyer, prices, descriptions and the coupon concurrently; an error about the buyer comes first. */
export async function checkoutInput(
  context: Pick<Context, 'peers' | 'em' | 'now'>,
  checkout: Checkout & { shipping: Address },
): Promise<CheckoutInput> {
  const { peers } = context;
  const within = { deadlineMs: INPUT_DEADLINE_MS };
  const items = checkout.items.map(({ variantId, ...line }) => ({ ...line, sellerProductVariantId: variantId }));
  const sellerProductIds = [...new Set(items.map(({ sellerProductId }) => sellerProductId))];
  const [buyer, quote, description, coupon] = await Promise.allSettled([
    fetchBuyer(peers, checkout.userId),
    peers.sellerProducts.quoteItems({ items }, within),
    peers.storefront.describeProducts({ sellerProductIds, lines: items }, within),
    findCoupon(context, checkout),
  ]);
  const known = responded(buyer);
  mustHaveDocument(known);
  const { products, prints } = responded(description);
  return {
    checkout,
    buyer: known,
    quoted: responded(quote).items,
    described: products,
    prints,
    coupon: settled(coupon),
  };
}

export async function fetchBuyer({ users }: Peers, userId: string): Promise<Buyer> {
  const { buyer } = await users.getBuyer({ userId }, { deadlineMs: INPUT_DEADLINE_MS });
  return buyer!;
}

/** What it came to, or its error. */
export function settled<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'fulfilled') return result.value;
  throw result.reason;
}

/** The other service's response, or its error. */
export function responded<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'fulfilled') return result.value;
  if (!isServiceError(result.reason)) throw result.reason;
  const message = 'A part of the service cannot be reached; try again';
  throw new DomainError('unavailable', 'service_unavailable', message, {}, { cause: result.reason });
}
