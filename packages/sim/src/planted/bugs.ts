import type { SourcePatch } from '../environment/hooks.ts';
import type { Part } from '../history/history.ts';

const RELAY = 'kit/src/events/outbox-relay.ts';
const APPLY_EVENTS = 'kit/src/events/apply-events.ts';
const CONSUMERS = 'kit/src/events/consumers.ts';
const ORDERS = 'orders-payments/src/db/order-repository.ts';
const REFUNDS = 'orders-payments/src/db/refund-repository.ts';
const REFUND_ORDER = 'orders-payments/src/usecases/refunds/refund-order.ts';
const PERFORM_REFUND = 'orders-payments/src/usecases/refunds/perform-refund.ts';
const REFUND_SCHEDULE = 'orders-payments/src/domain/refund-schedule.ts';
const CANCEL_ORDER = 'orders-payments/src/usecases/refunds/cancel-order.ts';
const APPLY_PAYMENT = 'orders-payments/src/domain/apply-payment.ts';
const TAKE_SNAPSHOT = 'orders-payments/src/domain/take-snapshot.ts';
const ORDER_CHANGED = 'orders-payments/src/usecases/orders/order-changed.ts';
const STANDING = 'payouts/src/domain/standing.ts';
const DERIVE_ITEMS = 'payouts/src/usecases/derive-items.ts';
const MOVE_PAYOUT = 'payouts/src/usecases/move-payout.ts';
const ORDER_TRANSFERS = 'payouts/src/domain/order-transfers.ts';
const LOCK_SELLERS = 'payouts/src/db/lock-sellers.ts';
const PAYOUTS_CONSUMERS = 'payouts/src/consumers/consumers.ts';
const RESERVATIONS = 'media-render/src/db/artwork-reservation-repository.ts';
const USE_COUPONS = 'orders-payments/src/db/migrations/0029-use-coupons.ts';
const INVOICE = 'orders-payments/src/domain/invoice.ts';
const ADVANCE_INVOICE = 'orders-payments/src/usecases/invoices/advance-invoice.ts';
const FEE_OVERRIDES = 'catalog/src/db/fee-override-repository.ts';
const RENDER_LEASE = 'media-render/src/usecases/renders/render-lease.ts';

/** Bugs that somebody could write, each of which the histories must find: what shows that they look closely enough. */
export const PLANTED: Readonly<Record<string, readonly SourcePatch[]>> = {
  'outbox-marked-before-send': [
    {
      file: RELAY,
      find: 'if (!(await sent(client, producer, rows, options))) return;',
      replace: 'await markSent(client, rows);\n        if (!(await sent(client, producer, rows, options))) return;',
    },
  ],
  'offset-advanced-before-effect': [
    {
      file: CONSUMERS,
      find: '    await applyInOrder(this.#options',
      replace: '    goOnAt(end);\n    await applyInOrder(this.#options',
    },
  ],
  'inbox-mark-outside-of-transaction': [
    {
      file: APPLY_EVENTS,
      find: 'const marking = mark(tx, ids);',
      replace: 'const marking = mark(applying.orm.em.fork(), ids);',
    },
  ],
  'order-not-locked': [
    { file: ORDERS, find: 'where id = ${orderId} for update`', replace: 'where id = ${orderId}`' },
    { file: ORDERS, find: 'order by attempt for update)', replace: 'order by attempt)' },
    { file: ORDERS, find: 'order by id for update)', replace: 'order by id)' },
  ],
  'sellers-not-locked': [
    { file: LOCK_SELLERS, find: 'await LOCK.all(tx, [JSON.stringify(ids)]);', replace: 'await Promise.resolve(LOCK);' },
  ],
  'refund-key-not-bound': [
    { file: REFUND_ORDER, find: 'if (await paymentRequests.find(tx, context.call)) return null;', replace: '' },
    {
      file: REFUND_ORDER,
      find: 'if (!(await paymentRequests.insert(tx, context.call, payment.id, refund.id))) return null;',
      replace: 'await paymentRequests.insert(tx, context.call, payment.id, refund.id);',
    },
  ],
  'refund-claim-not-compared': [
    {
      file: REFUNDS,
      find: `     and (r.claimed_until is null or r.claimed_until <= $2)`,
      replace: '     and ($2::timestamptz is not null)',
    },
  ],
  'refund-repeated-without-response': [
    { file: PERFORM_REFUND, find: `error.failure === 'ambiguous' && `, replace: `error.failure === 'auth' && ` },
  ],
  'refund-quarantine-too-short': [
    { file: REFUND_SCHEDULE, find: 'QUARANTINE_MS = 5 * MINUTE_MS', replace: 'QUARANTINE_MS = 10_000' },
  ],
  'charges-of-ended-order-stay-open': [
    {
      file: CANCEL_ORDER,
      find: 'for (const payment of payments) requestCancel(payment, now);',
      replace: 'void requestCancel;',
    },
    // Without this one the next check of the charge cancels it all the same.
    {
      file: APPLY_PAYMENT,
      find: `followUp: { kind: 'cancel_this' }, outcome: 'cancel_requested'`,
      replace: `outcome: 'cancel_requested'`,
    },
  ],
  'late-money-stays': [
    {
      file: TAKE_SNAPSHOT,
      find: `if (next?.kind === 'give_back') ledger`,
      replace: `if (next?.kind === 'give_back' && next.reason !== 'late') ledger`,
    },
  ],
  'older-snapshot-taken': [
    { file: TAKE_SNAPSHOT, find: 'if (known && isStale(known, snapshot)) return STALE;', replace: 'void isStale;' },
  ],
  'unnamed-change-not-published': [
    {
      file: ORDER_CHANGED,
      find: 'const isNews = order.paidAt !== null',
      replace: 'const isNews = order.paidAt === null',
    },
  ],
  'disputed-money-paid-out': [
    { file: STANDING, find: 'isDisputed || isRefundUnderWay;', replace: 'isRefundUnderWay && isDisputed;' },
  ],
  'delivery-changes-no-entry': [
    {
      file: PAYOUTS_CONSUMERS,
      find: 'conclude: deriveItems,\n};\n\nconst identity',
      replace: '};\n\nconst identity',
    },
  ],
  'checkout-key-not-bound': [
    {
      file: ORDERS,
      find: 'on conflict (scope, key_digest) do nothing returning 1',
      replace: 'on conflict (scope, key_digest) do update set payment_id = payment_request.payment_id returning 1',
    },
  ],
  // Not with a refund of nothing in its place: the table rejects that, which any history shows.
  'surplus-stays': [
    { file: TAKE_SNAPSHOT, find: 'if (surplusCents > 0) ledger', replace: 'if (surplusCents < 0) ledger' },
  ],
  'version-not-raised': [
    {
      file: ORDER_CHANGED,
      find: 'order.version += 1;',
      replace: `order.version += Number(event !== 'order_refund_changed');`,
    },
  ],
  'reduced-batch-not-saved': [
    {
      file: DERIVE_ITEMS,
      find: 'const batch = effect.leavesBatch && batches.find(',
      replace: 'const batch = !effect && batches.find(',
    },
  ],
  // The check of the ledger, which posts anew what orders come to, agrees with it.
  'refund-not-posted': [
    { file: ORDER_TRANSFERS, find: 'refundedCents - ofArtists, { orderId }', replace: '0 * ofArtists, { orderId }' },
  ],
  'failed-batch-keeps-items': [{ file: MOVE_PAYOUT, find: 'payoutId: null, version', replace: 'version' }],
  'coupon-not-locked': [
    {
      file: USE_COUPONS,
      find: 'and (ends_at is null or ends_at > placed.created_at) for update;',
      replace: 'and (ends_at is null or ends_at > placed.created_at);',
    },
  ],
  'coupon-not-given-back': [
    {
      file: USE_COUPONS,
      find: `new.payment_status = 'cancelled' and old.payment_status <> 'cancelled'`,
      replace: `new.payment_status = 'refunded' and old.payment_status <> 'refunded'`,
    },
  ],
  'invoice-requested-before-it-is-stored': [
    {
      file: ADVANCE_INVOICE,
      find: '  await steps.save(requested);\n  try {\n    return adopted',
      replace: '  try {\n    return adopted',
    },
  ],
  'invoice-of-refunded-stands': [
    {
      file: INVOICE,
      find: `return targetCents === valueCents ? 'rest' : 'cancel';`,
      replace: `return targetCents > 0 ? 'rest' : 'cancel';`,
    },
  ],
  'ended-fee-stays': [{ file: FEE_OVERRIDES, find: 'and (f.ends_at is null or f.ends_at > now())', replace: '' }],
  'reserved-artwork-not-locked': [
    { file: RESERVATIONS, find: 'from artwork where id = $1 for share', replace: 'from artwork where id = $1' },
  ],
  'older-sale-ends-reservation': [
    {
      file: RESERVATIONS,
      find: 'delete from artwork_hold where seller_product_id = $1 and product_version < $2',
      replace: 'delete from artwork_hold where seller_product_id = $1 and $2::int is not null',
    },
  ],
  'picture-stored-before-it-is-listed': [
    {
      file: RENDER_LEASE,
      find: 'discardedObjects.insert(tx, [input.key], new Date(now().getTime() + MAKING_MS));',
      replace: 'void MAKING_MS;',
    },
  ],
  'overtaken-render-stays': [
    { file: RENDER_LEASE, find: 'outdatedRenders.queueOfPair(tx, image, now());', replace: 'void outdatedRenders;' },
  ],
};

/** The part of histories that alone runs what it changes: no other history can find it. */
export function partOf(name: string): Part | null {
  const isOf = (part: Part) => PLANTED[name]!.every(({ file }) => FILES[part].test(file));
  return (['coupons', 'invoices'] as const).find(isOf) ?? null;
}
const FILES: Readonly<Record<Part, RegExp>> = { coupons: /-coupons\.ts$/, invoices: /[/-]invoice\.ts$/ };

/** Whether only the second part of histories runs what it changes. */
export const isOfShop = (name: string): boolean => PLANTED[name]!.every(({ file }) => SECOND_PARTS.test(file));
const SECOND_PARTS = /^(?:media-render|catalog)\//;
