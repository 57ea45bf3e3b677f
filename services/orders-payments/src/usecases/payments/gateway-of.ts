import { DomainError } from '@estampa/kernel/errors';
import type { PaymentGateway } from '../../adapters/payment-gateway.ts';
import type { Context } from '../../context.ts';

/** The provider that a payment was created at, whichever creates new ones. */
export function gatewayOf({ gateways }: Pick<Context, 'gateways'>, provider: string): PaymentGateway {
  const gateway = gateways.named(provider);
  if (gateway) return gateway;
  throw new DomainError('unavailable', 'payment_gateway_unavailable', `The payment provider ${provider} is not set up`);
}
