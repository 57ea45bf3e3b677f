import type { EntityManager } from '@mikro-orm/postgresql';
import { type Payer, type PaymentGateway, ProviderError } from '../../adapters/payment-gateway.ts';
import { gatewayCustomers, type KnownCustomer, type RememberedCustomer } from '../../db/gateway-customer-repository.ts';

/**
 * Asks the gateway for something in the name of a buyer: by the record that is remembered, else by one that is found or made
 * there. A remembered one may be gone; when the gateway rejects it, it is looked for once more.
 */
export async function asCustomer<T>(
  em: EntityManager,
  gateway: PaymentGateway,
  payer: Payer,
  known: KnownCustomer | undefined,
  signal: AbortSignal,
  request: (customerId: string) => Promise<T>,
): Promise<T> {
  const key = { provider: gateway.name, userId: payer.userId, mark: gateway.markOf(payer) };
  const remembered = known ? rememberedIn(known) : await gatewayCustomers.find(em, key);
  const first = remembered ? await responseOrRejection(() => request(remembered.customerId)) : null;
  if (remembered && first && 'response' in first) {
    await reportChanges(em, gateway, { payer, key, remembered }, signal);
    return first.response;
  }

  const isNew = known?.isNewBuyer ?? false;
  const customerId = await gateway.ensureCustomer(payer, { isNew }, signal);
  // The buyer is not what was rejected.
  if (first && 'rejection' in first && customerId === remembered?.customerId) throw first.rejection;
  // One that was found there may have been told something else.
  await gatewayCustomers.save(em, { ...key, customerId, told: isNew ? gateway.detailsOf(payer) : null });
  return request(customerId);
}

const rememberedIn = ({ customerId, told }: KnownCustomer): RememberedCustomer | null =>
  customerId === null ? null : { customerId, told };

type SentCustomer = { payer: Payer; key: Parameters<typeof gatewayCustomers.find>[1]; remembered: RememberedCustomer };

/** What the gateway knows of the buyer is made right after the charge; when that fails, after the next one. */
async function reportChanges(
  em: EntityManager,
  gateway: PaymentGateway,
  { payer, key, remembered: { customerId, told } }: SentCustomer,
  signal: AbortSignal,
): Promise<void> {
  const details = gateway.detailsOf(payer);
  if (told === details) return;
  try {
    await gateway.updateCustomer(customerId, payer, signal);
  } catch (error) {
    if (error instanceof ProviderError) return;
    throw error;
  }
  await gatewayCustomers.save(em, { ...key, customerId, told: details });
}

async function responseOrRejection<T>(
  request: () => Promise<T>,
): Promise<{ response: T } | { rejection: ProviderError }> {
  try {
    return { response: await request() };
  } catch (error) {
    if (error instanceof ProviderError && error.failure === 'rejected') return { rejection: error };
    throw error;
  }
}
