import { key, nullable, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** What a client's key began: a payment, or the refund of one. */
export const paymentRequest = table('payment_request', {
  scope: key(text),
  keyDigest: key(text),
  bodyDigest: text,
  paymentId: uuid,
  createdAt: timestamp,
  refundId: nullable(uuid),
});
