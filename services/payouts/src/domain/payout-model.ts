import { DomainError } from '@estampa/kernel/errors';
import type { PayoutItem } from './payout-item.ts';
import { PLACES, SELLERS, SHIPPING_CENTS } from './payout-model-items.ts';
import {
  borneIn,
  entriesOf,
  givenBackIn,
  type OrderState,
  refundedCents,
  saleStateOf,
  type World,
} from './payout-model-world.ts';
import { assemble, changeStatus, fail, pay, type Payout, type PayoutStatus, without } from './payout.ts';
import { settleEntries } from './settle-entries.ts';
import type { BatchState, ItemStatus } from './standing.ts';

/** A tenth of the largest order: some items earn less than their parts, others more. */
const FEE_MAX_CENTS = 2_000;
const NOON = new Date('2026-11-20T12:00:00.000Z');
const STATUSES: readonly ItemStatus[] = ['pending', 'in_production', 'shipped', 'delivered', 'delivered', 'returned'];

type Step = (world: World, pick: number) => void;
const at = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(all.length, 1)];
const some = (most: number, pick: number): number =>
  pick % 5 === 0 ? most : Math.min(most, 1 + ((pick * 97) % 2_000));

/** Only a paid order changes; every change is published. */
function changeOrder(world: World, change: Partial<OrderState>): void {
  if (world.order.paymentStatus !== 'approved') return;
  report(world, change);
}

function report(world: World, change: Partial<OrderState>): void {
  world.order = { ...world.order, ...change, version: world.order.version + 1 };
  world.reported.push(world.order);
}

const leftOf = ({ order, sale }: World): number => sale.totalCents - refundedCents(order);

/** A partial refund never makes up the full amount, which ends the order. */
function giveBack(world: World, upToCents: number, pick: number, change: (cents: number) => Partial<OrderState>): void {
  const cents = some(Math.min(upToCents, leftOf(world) - 1), pick);
  if (cents > 0 && !world.order.isRefundUnderWay) changeOrder(world, change(cents));
}

/** Everything that can happen to a paid order and to what it earns, consumed late, in any order, or twice. */
export const STEPS: Readonly<Record<string, Step>> = {
  orderIsPaid(world) {
    if (world.order.paymentStatus === 'pending') report(world, { paymentStatus: 'approved', wasApproved: true });
  },
  feeIsKnown(world, pick) {
    if (world.order.wasApproved) report(world, { feeCents: some(FEE_MAX_CENTS, pick) });
  },
  itemIsGivenBack(world, pick) {
    const place = pick % PLACES.length;
    const { lineCents } = world.order;
    giveBack(world, world.sale.items[place]!.costCents - lineCents[place]!, pick, (cents) => ({
      lineCents: lineCents.with(place, lineCents[place]! + cents),
    }));
  },
  shippingIsGivenBack(world, pick) {
    const { shippingBackCents } = world.order;
    giveBack(world, SHIPPING_CENTS - shippingBackCents, pick, (cents) => ({
      shippingBackCents: shippingBackCents + cents,
    }));
  },
  partIsGivenBack(world, pick) {
    const { spreadCents } = world.order;
    giveBack(world, world.sale.totalCents, pick, (cents) => ({ spreadCents: spreadCents + cents }));
  },
  allIsRequested: (world) => changeOrder(world, { isRefundUnderWay: true }),
  allIsDenied: (world) => changeOrder(world, { isRefundUnderWay: false }),
  allIsBack(world) {
    if (!world.order.isRefundUnderWay) return;
    const spreadCents = world.order.spreadCents + leftOf(world);
    changeOrder(world, { paymentStatus: 'refunded', isRefundUnderWay: false, isDisputed: false, spreadCents });
  },
  orderEndsInPart: (world) => changeOrder(world, { paymentStatus: 'refunded', isRefundUnderWay: false }),
  moreIsBackAfterwards(world, pick) {
    const { paymentStatus, spreadCents } = world.order;
    if (paymentStatus === 'refunded') report(world, { spreadCents: spreadCents + some(leftOf(world), pick) });
  },
  buyerDisputes: (world) => changeOrder(world, { isDisputed: true }),
  disputeIsWon: (world) => changeOrder(world, { isDisputed: false }),
  orderIsReceived(world, pick) {
    const reported = at(world.reported, pick);
    if (reported) subscribe(world, reported);
  },
  itemMoves(world, pick) {
    world.itemStatuses = world.itemStatuses.with(pick % PLACES.length, at(STATUSES, Math.floor(pick / 7))!);
  },
  itemIsReceived(world, pick) {
    const place = pick % PLACES.length;
    world.receivedStatuses[place] = world.itemStatuses[place]!;
    settle(world, place);
  },
  batchIsMade(world, pick) {
    const sellerProfileId = at(SELLERS, pick)!;
    const isPayable = (one: PayoutItem) =>
      one.sellerProfileId === sellerProfileId && one.status === 'releasable' && !one.payoutId;
    const candidates = world.entries.filter(isPayable);
    const requested = { sellerProfileId, wantedIds: null, candidates, createdBy: 'admin' };
    const payout = orRejected(() => assemble(requested, NOON));
    if (!payout) return;
    world.batches.push(payout);
    changeEntries(world, payout.itemIds, { payoutId: payout.id });
  },
  batchIsPaid(world, pick) {
    const batch = pending(world, pick);
    const change = batch && orRejected(() => pay(batch, null, NOON));
    if (!change) return;
    Object.assign(batch, change);
    changeEntries(world, batch.itemIds, { status: 'paid', paidAt: NOON });
  },
  batchFails(world, pick) {
    const batch = pending(world, pick);
    if (!batch) return;
    Object.assign(batch, fail(batch, 'rejected', NOON));
    changeEntries(world, batch.itemIds, { payoutId: null });
  },
};

/** Of batches that are sent by transfers. */
export const TRANSFER_STEPS: Readonly<Record<string, Step>> = {
  batchIsSent: ending('pending', 'sending', {}),
  transferIsUnfunded: ending('sending', 'pending', {}),
  transferIsDone: ending('sending', 'paid', { status: 'paid', paidAt: NOON }),
  transferFails: ending('sending', 'failed', { payoutId: null }),
  moneyComesBack: ending('paid', 'failed', { status: 'releasable', paidAt: null, payoutId: null }),
};

const inStatus = ({ batches }: World, wanted: PayoutStatus, pick: number): Payout | undefined => {
  const found = batches.filter(({ status }) => status === wanted);
  return at(found, pick);
};
const pending = (world: World, pick: number) => inStatus(world, 'pending', pick);
/** What happened to its orders while a batch could not be changed reaches its entries then. */
function ending(from: PayoutStatus, status: PayoutStatus, change: Partial<PayoutItem>): Step {
  return (world, pick) => {
    const batch = inStatus(world, from, pick);
    if (!batch) return;
    Object.assign(batch, changeStatus(batch, { status }, NOON));
    changeEntries(world, batch.itemIds, change);
    for (const place of PLACES) settle(world, place);
  };
}

const changeEntries = (world: World, ids: readonly string[], change: Partial<PayoutItem>): void =>
  void (world.entries = world.entries.map((one) => (ids.includes(one.id) ? { ...one, ...change } : one)));

function subscribe(world: World, reported: OrderState): void {
  if (world.received && reported.version <= world.received.version) return;
  world.received = reported;
  for (const place of PLACES) settle(world, place);
}

function settle(world: World, place: number): void {
  const saleState = saleStateOf(world, place);
  if (!saleState) return;
  const { id: orderItemId, sellerProfileId, quantity, artistEarningsCents, breakdown } = world.sale.items[place]!;
  const of = { orderId: 'order', orderNumber: 1, orderItemId, sellerProfileId, title: 'Demo mug', quantity };
  const sale = { ...of, artistEarningsCents, breakdown };
  const givenBackCents = givenBackIn(world.sale, world.received!)[place]!;
  const borneFeeCents = borneIn(world.sale, world.received!)[place]!;
  const sold = { saleState, sale, givenBackCents, borneFeeCents };
  const batchOf = ({ payoutId }: PayoutItem) => world.batches.find(({ id }) => id === payoutId);
  const stateOf = (entry: PayoutItem): BatchState => {
    const status = batchOf(entry)?.status;
    return status === undefined || status === 'failed' ? 'none' : status;
  };

  for (const effect of settleEntries(sold, entriesOf(world, place), stateOf, NOON)) {
    const { entry } = effect;
    if (effect.kind === 'added') {
      world.entries.push(entry);
      continue;
    }
    const batch = effect.leavesBatch && batchOf(entry);
    if (batch) Object.assign(batch, without(batch, entry, NOON));
    changeEntries(world, [entry.id], effect.change);
  }
}

/** In the end everything is consumed, and what is on hold is decided. */
export function settleAll(world: World): void {
  changeOrder(world, { isDisputed: false, isRefundUnderWay: false });
  world.receivedStatuses = [...world.itemStatuses];
  subscribe(world, world.order);
  for (const place of PLACES) settle(world, place);
}

function orRejected<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
