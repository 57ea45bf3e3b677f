import { isDeepStrictEqual } from 'node:util';
import { newId } from '@estampa/kernel/ids';
import {
  createdCharge,
  newCharge,
  type ProviderCharge,
  shown,
} from '@estampa/orders-payments/domain/money-model-provider';
import { newAttempt } from '@estampa/orders-payments/domain/new-attempt';
import type { OrderItem } from '@estampa/orders-payments/domain/order';
import type { PaymentSnapshot } from '@estampa/orders-payments/domain/payment';
import type { PublishedState } from '@estampa/orders-payments/domain/published-state';
import type { RefundLine } from '@estampa/orders-payments/domain/refund';
import { takeCharge } from '@estampa/orders-payments/domain/take-charge';
import type { Ledger } from '@estampa/orders-payments/domain/take-snapshot';
import type { ItemStatus } from '@estampa/payouts/domain/standing';
import type { Observed } from './oracle.ts';
import type { Rules } from './rules.ts';
import { checkoutOf, type Sale } from './sale.ts';

/** What an order says of itself, with what was observed of it by then. */
export type OrderEvent = {
  version: number;
  state: PublishedState;
  observed: Omit<Observed, 'isReturned'>;
  isDisputed: boolean;
};

/** An order as orders-payments has it, and its charge as the provider has. */
export type BoughtOrder = {
  readonly id: string;
  readonly sale: Sale;
  readonly ledger: Ledger;
  readonly items: readonly OrderItem[];
  readonly charge: ProviderCharge;
  feeCents: number | null;
  /** Somebody wanted to cancel it. */
  isCancelWanted: boolean;
  /** What each refund is for; without lines: for all of the order. */
  readonly linesOf: Map<string, readonly RefundLine[]>;
  /** What the newest reading of the charge showed, and when it was read. */
  seen: { readAt: number; returns: Set<string>; isDisputed: boolean; feeCents: number | null };
  version: number;
  published: PublishedState | null;
  /** Where its items are, and how often that changed. */
  statuses: { status: ItemStatus; version: number }[];
};

const PROVIDER = { provider: 'asaas', attemptTimeoutMs: 1_000, recoverAfterMs: 1_000 };

export function buy(rules: Rules, sale: Sale, { id, now }: { id: string; now: Date }): BoughtOrder {
  const paymentId = newId();
  const { order, items } = rules.freezeOrder(checkoutOf(sale), {
    orderId: id,
    paymentId,
    newItemId: newId,
    providerFeeBearer: sale.bearer,
  });
  const payment = newAttempt({ ...PROVIDER, now }, order, { id: paymentId, attempt: 1 });
  const ledger: Ledger = { order, payments: [payment], refunds: [] };
  const charge = newCharge(newId(), payment.reference);
  takeCharge({ order, payment, payments: ledger.payments, now }, createdCharge(charge.id, charge.id));
  return {
    id,
    sale,
    ledger,
    items,
    charge,
    feeCents: null,
    isCancelWanted: false,
    linesOf: new Map(),
    seen: { readAt: -1, returns: new Set(), isDisputed: false, feeCents: null },
    version: 0,
    published: null,
    statuses: items.map(() => ({ status: 'pending', version: 0 })),
  };
}

/** What the provider shows of the charge now. */
export type Reading = { snapshot: PaymentSnapshot; readAt: number };

export const read = ({ charge, feeCents }: BoughtOrder, now: Date): Reading => ({
  snapshot: { ...shown(charge, now), ...(feeCents !== null && { feeCents }) },
  readAt: now.getTime(),
});

export const given = (now: Date) => ({ provider: PROVIDER.provider, now, newId });
/** Applies a reading, which may be an old one. */
export function take(rules: Rules, order: BoughtOrder, { snapshot, readAt }: Reading, now: Date): void {
  const { seen, charge } = order;
  rules.takeSnapshot(order.ledger, snapshot, given(now));
  if (readAt < seen.readAt) return;
  // What is listed is only ever added to.
  const done = snapshot.refunds.flatMap(({ state }, place) => (state === 'done' ? charge.returns[place]!.id : []));
  order.seen = {
    readAt,
    returns: new Set([...seen.returns, ...done]),
    isDisputed: snapshot.state === 'disputed',
    feeCents: snapshot.feeCents ?? seen.feeCents,
  };
}

/** What has gone back, as the newest reading showed it, by what each refund is for. */
function observedOf({ charge, seen, linesOf, items, ledger }: BoughtOrder): OrderEvent['observed'] {
  const ofItemCents = items.map(() => 0);
  let [otherCents, ofAllCents] = [0, 0];
  for (const { id, refundId, amountCents } of charge.returns) {
    if (!seen.returns.has(id)) continue;
    const lines = refundId === null ? [] : (linesOf.get(refundId) ?? []);
    if (lines.length === 0) ofAllCents += amountCents;
    for (const line of lines) {
      if (line.type === 'item')
        ofItemCents[items.findIndex((item) => item.id === line.orderItemId)]! += line.amountCents;
      else otherCents += line.amountCents;
    }
  }
  const isOver = ledger.order.paymentStatus === 'refunded';
  return { ofItemCents, otherCents, ofAllCents, feeCents: seen.feeCents ?? 0, isOver };
}

/** The event that others have to have of a paid order; null where nothing of it changed that they know. */
export function newsOf(rules: Rules, order: BoughtOrder): OrderEvent | null {
  const { ledger, items, published, seen } = order;
  if (ledger.order.paidAt === null) return null;
  const state = rules.publishedState({ ...ledger, items });
  if (published !== null && isDeepStrictEqual(state, published)) return null;
  order.published = state;
  order.version += 1;
  return { version: order.version, state, observed: observedOf(order), isDisputed: seen.isDisputed };
}
