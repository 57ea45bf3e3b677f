import type { LockedOrder } from '@estampa/orders-payments/db/order-parts';
import { invoicedCents } from '@estampa/orders-payments/domain/invoice';
import type { ChargeBook } from '../provider/charge-book.ts';

/** At rest one invoice of each paid order stands at the issuer, of what was not refunded, and none of any other. */
export const wrongsOfInvoices = ({ invoices }: ChargeBook, orders: readonly LockedOrder[]): string[] =>
  orders.flatMap(({ order }) => {
    const cents = invoicedCents(order);
    const standing = invoices.filter(
      ({ reference, status }) => reference.startsWith(`${order.id}:`) && status !== 'cancelled',
    );
    const [first, ...others] = standing;
    const isRight = cents === 0 ? !first : first?.status === 'issued' && first.valueCents === cents;
    if (isRight && others.length === 0) return [];
    const found = standing.map(({ issuerId, status, valueCents }) => `${issuerId} of ${valueCents} is ${status}`);
    return `order ${order.id}: an invoice of ${cents} is to stand, and ${found.join(', ') || 'none'}`;
  });
