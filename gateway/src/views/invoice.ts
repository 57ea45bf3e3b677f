import type { Invoice } from '@estampa/contracts/orders/v1/invoice';
import { z } from 'zod';
import { id, iso, shownCents, timestamp, url } from '../routes/schemas.ts';
import type { View } from './view.ts';

export const InvoiceStatus = z
  .enum(['waiting', 'scheduled', 'issued', 'rejected', 'cancelling', 'cancelled', 'cancellation_denied'])
  .meta({
    id: 'InvoiceStatus',
    description:
      'waiting: the issuer does not have it yet; scheduled: it does, and waits for the city hall; rejected: a person has to correct what `rejection` says; cancelling: money went back; cancellation_denied: it stands although money went back',
  });

const SHOWN = {
  id,
  status: InvoiceStatus,
  valueCents: shownCents.describe('What was sold and is not refunded'),
  number: z.string().nullable().describe('That the city hall gave it; null until then'),
  verificationCode: z.string().nullable().describe('By which the city hall shows it; null until then'),
  url: url.nullable().describe('Where it can be read; null until it is issued'),
  rejection: z.string().nullable().describe('Why it was rejected, or is not cancelled; null where nothing is wrong'),
};

/** With its order. */
export const OrderInvoiceJson = z.object(SHOWN).meta({ id: 'OrderInvoice' });

export const InvoiceJson = z
  .object({
    ...SHOWN,
    orderId: id.describe('The order that it is of'),
    orderNumber: z.int().describe('What people call the order'),
    createdAt: timestamp.describe('When it was to be issued'),
    ageSeconds: z.int().describe('How long ago that is'),
  })
  .meta({ id: 'Invoice' });

export const orderInvoiceView = (
  invoice: Invoice,
): View<Invoice, typeof OrderInvoiceJson, 'orderId' | 'orderNumber' | 'createdAt'> => ({
  id: invoice.id,
  status: invoice.status as z.input<typeof InvoiceStatus>,
  valueCents: invoice.valueCents,
  number: invoice.number ?? null,
  verificationCode: invoice.verificationCode ?? null,
  url: invoice.url ?? null,
  rejection: invoice.rejection ?? null,
});

export const invoiceView = (invoice: Invoice, now: number): View<Invoice, typeof InvoiceJson> => ({
  ...orderInvoiceView(invoice),
  orderId: invoice.orderId,
  orderNumber: invoice.orderNumber,
  createdAt: iso(invoice.createdAt!),
  ageSeconds: Math.max(0, Math.floor((now - invoice.createdAt!.getTime()) / 1_000)),
});
