import type { EntityManager } from '@mikro-orm/postgresql';
import { type Payer, type PaymentGateway, ProviderError } from '../adapters/payment-gateway.ts';
import { findCustomer, rememberCustomer } from '../db/gateway-customers.ts';
import type { KnownCustomer } from '../db/save-order.ts';

/**
 * Asks the gateway for something in the name of a buyer: by the record that is remembered, else by one that is found or made
 * there. A remembered one may be gone; when the gateway refuses it, it is looked for once more.
 */
export async function asCustomer<T>(
  em: EntityManager,
  gateway: PaymentGateway,
  payer: Payer,
  known: KnownCustomer | undefined,
  signal: AbortSignal,
  ask: (customerId: string) => Promise<T>,
): Promise<T> {
  const key = { provider: gateway.name, userId: payer.userId, mark: gateway.markOf(payer) };
  const remembered = known ? known.customerId : await findCustomer(em, key);
  const first = remembered ? await answerOrRefusal(() => ask(remembered)) : null;
  if (first && 'answer' in first) return first.answer;

  const customerId = await gateway.ensureCustomer(payer, { isNew: known?.isNewBuyer ?? false }, signal);
  // The buyer is not what was refused.
  if (first && customerId === remembered) throw first.refusal;
  await rememberCustomer(em, { ...key, customerId });
  return ask(customerId);
}

async function answerOrRefusal<T>(ask: () => Promise<T>): Promise<{ answer: T } | { refusal: ProviderError }> {
  try {
    return { answer: await ask() };
  } catch (error) {
    if (error instanceof ProviderError && error.failure === 'rejected') return { refusal: error };
    throw error;
  }
}
