import type { PaymentSnapshot } from '../domain/payment.ts';
import type { PaymentGateway, PaymentPage } from './payment-gateway.ts';

/** Adds to each snapshot when its request began: of two that overlap, the one requested later wins. */
export function readTimed(gateway: PaymentGateway, now: () => Date = () => new Date()): PaymentGateway {
  const reading =
    <I extends unknown[], T>(read: (...input: I) => Promise<T>, stamp: (said: T, readAt: Date) => T) =>
    async (...input: I): Promise<T> => {
      const readAt = now();
      return stamp(await read(...input), readAt);
    };
  return {
    ...gateway,
    getPayment: reading(gateway.getPayment, (said, readAt) => said && { ...said, readAt }),
    findByReference: reading(gateway.findByReference, stampAll),
    listPayments: reading(gateway.listPayments, stampPage),
    listNews: reading(gateway.listNews, stampPage),
    listReturned: reading(gateway.listReturned, stampPage),
    cancel: reading(gateway.cancel, stampAll),
  };
}

const stampAll = (said: PaymentSnapshot[], readAt: Date): PaymentSnapshot[] =>
  said.map((payment) => ({ ...payment, readAt }));

const stampPage = (page: PaymentPage, readAt: Date): PaymentPage => ({
  ...page,
  payments: stampAll(page.payments, readAt),
});
