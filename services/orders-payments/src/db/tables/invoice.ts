import {
  boolean,
  integer,
  key,
  nullable,
  oneOf,
  type RowOf,
  text,
  timestamp,
  uuid,
} from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import { type Invoice, INVOICE_STATUSES } from '../../domain/invoice.ts';

/** What advancing an invoice changes. */
export const INVOICE_PROGRESS = {
  status: oneOf(INVOICE_STATUSES),
  valueCents: integer,
  issuerId: nullable(text),
  number: nullable(text),
  verificationCode: nullable(text),
  url: nullable(text),
  nfeKey: nullable(text),
  rejection: nullable(text),
  requestedAt: nullable(timestamp),
  requests: integer,
  cancelRequestedAt: nullable(timestamp),
  isRetried: boolean,
};

export const invoice = table('invoice', {
  id: key(uuid),
  orderId: uuid,
  place: integer,
  reference: text,
  ...INVOICE_PROGRESS,
  createdAt: timestamp,
  /** When it is advanced next, or until when it is leased; null: not before something happens. */
  dueAt: nullable(timestamp),
  failures: integer,
});

export type InvoiceRow = RowOf<typeof invoice.columns>;

null as unknown as InvoiceRow satisfies Invoice;
