import type { EntityManager } from '@mikro-orm/postgresql';
import { ProviderError } from '@estampa/kit/provider/provider-error';
import type { Payer, PaymentGateway } from '../../adapters/payment-gateway.ts';
import { gatewayCustomers, type KnownCustomer, type RememberedCustomer } from '../../db/gateway-customer-repository.ts';

/**
 * Sends a request with the buyer's customer id: the stored one, else one that is found or created at the provider. If the
 * provider rejects the stored one, which may have been deleted, it is searched once more.
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
  // The same customer was found, so it is not the reason for the rejection.
  if (first && 'rejection' in first && customerId === remembered?.customerId) throw first.rejection;
  // The details of a customer that was found are not known.
  await gatewayCustomers.save(em, { ...key, customerId, told: isNew ? gateway.detailsOf(payer) : null });
  return request(customerId);
}

const rememberedIn = ({ customerId, told }: KnownCustomer): RememberedCustomer | null =>
  customerId === null ? null : { customerId, told };

type SentCustomer = { payer: Payer; key: Parameters<typeof gatewayCustomers.find>[1]; remembered: RememberedCustomer };

/** Updates the provider's details of the buyer after the charge; if that fails, after the next one. */
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
