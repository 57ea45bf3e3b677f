import { randomNumbers } from '@estampa/testing/random-numbers';
import { expect, it } from 'vitest';
import { balanceOf, worthOf } from './worth.ts';
import type { PayoutItem } from './payout-item.ts';
import { type ModelSale, PLACES, SALES } from './payout-model-items.ts';
import { entriesOf, newWorld, saleStateOf, type World } from './payout-model-world.ts';
import { settleAll, STEPS, TRANSFER_STEPS } from './payout-model.ts';
import { isEarned, type PayoutItemStatus } from './standing.ts';

const SEQUENCES = 1_000;
const STEPS_MAX = 80;
const SEED = 20_261_123;
/** A line is rounded by itself, what is spread by largest remainder, as is the fee. */
const ROUNDING_CENTS = 1.5 + 1e-6;
const FEE_ROUNDING_CENTS = 1;

type Move = { name: string; pick: number };
const ALL = { ...STEPS, ...TRANSFER_STEPS };
const NAMES = Object.keys(ALL);

function worldAfter(sale: ModelSale, moves: readonly Move[]): World {
  const world = newWorld(sale);
  for (const { name, pick } of moves) ALL[name]!(world, pick);
  return world;
}

/** Goes through a sequence; returns what is wrong with where it leads, or null. */
function wrongOf(sale: ModelSale, moves: readonly Move[]): string | null {
  const world = newWorld(sale);
  const amounts = new Map<string, number>();
  for (const { name, pick } of moves) {
    ALL[name]!(world, pick);
    const wrong = wrongAlways(world, amounts);
    if (wrong) return `after ${name}: ${wrong}`;
  }
  settleAll(world);
  return wrongAlways(world, amounts) ?? wrongAtRest(world);
}

/** True at every step. */
function wrongAlways(world: World, amounts: Map<string, number>): string | null {
  for (const { id, amountCents } of world.entries) {
    if ((amounts.get(id) ?? amountCents) !== amountCents) return `the amount of ${id} was changed`;
    amounts.set(id, amountCents);
  }
  for (const { id, status, totalCents, itemIds, sellerProfileId } of world.batches) {
    if (status === 'failed') continue;
    const batched = world.entries.filter(({ payoutId }) => payoutId === id);
    const sum = batched.reduce((total, { amountCents }) => total + amountCents, 0);
    if (sum !== totalCents || batched.length !== itemIds.length) return `a batch of ${totalCents} holds ${sum}`;
    if (batched.some((one) => one.sellerProfileId !== sellerProfileId)) return 'a batch of two sellers';
  }
  for (const place of PLACES) {
    const wrong = wrongWith(world, place);
    if (wrong) return `${world.sale.items[place]!.id}: ${wrong}`;
  }
  return null;
}

/** Of one item: what it lost is its own, and nothing is paid out while it is undecided whose money it is. */
function wrongWith(world: World, place: number): string | null {
  const saleState = saleStateOf(world, place);
  const entries = entriesOf(world, place);
  if (!saleState?.wasApproved) return entries.length > 0 ? 'earns something before it is paid' : null;
  const isOnHold = saleState.isDisputed || saleState.isRefundUnderWay;
  const isSending = ({ payoutId }: PayoutItem) =>
    world.batches.some(({ id, status }) => id === payoutId && status === 'sending');
  const mayBePaid = entries.filter((one) => !one.paidAt && one.status === 'releasable' && !isSending(one));
  if (isOnHold && mayBePaid.some(({ amountCents }) => amountCents > 0)) return 'is paid out while the order is on hold';
  if (entries.some(({ payoutId, paidAt, status }) => payoutId && !paidAt && status !== 'releasable'))
    return 'is in a batch and cannot be paid';

  const { items, totalCents, isFeeBorneByArtist } = world.sale;
  const { earningCents, costCents } = items[place]!;
  const balance = balanceOf(entries);
  if (!isEarned(saleState)) return balance === 0 ? null : `comes to ${balance} though nothing is earned`;
  const lost = earningCents - balance;
  const { lineCents, spreadCents, feeCents } = world.received!;
  const share = lineCents[place]! / Math.max(costCents, 1) + spreadCents / totalCents;
  const feePart = isFeeBorneByArtist ? ((feeCents ?? 0) * costCents) / totalCents : 0;
  const due = Math.min(earningCents * share + feePart, earningCents);
  if (share === 0 && feePart === 0 && lost !== 0) return `lost ${lost} though nothing of it went back`;
  if (Math.abs(lost - due) > ROUNDING_CENTS + (feePart > 0 ? FEE_ROUNDING_CENTS : 0))
    return `lost ${lost} where ${due} is due`;
  const worth = worthOf(saleState, { amountCents: earningCents, givenBackCents: lost, borneFeeCents: 0 });
  return worth < 0 ? `is worth ${worth}` : null;
}

/** True once everything is consumed and decided. */
function wrongAtRest(world: World): string | null {
  for (const place of PLACES) {
    const saleState = saleStateOf(world, place);
    if (!saleState?.wasApproved || saleState.itemStatus !== 'delivered' || saleState.paymentStatus !== 'approved')
      continue;
    if (entriesOf(world, place).some(({ status }) => status === 'held')) return 'something stays held';
  }
  return null;
}

/** The same failure by as few moves as leaving out single ones leads to. */
function shortest(sale: ModelSale, moves: readonly Move[]): readonly Move[] {
  for (let index = 0; index < moves.length; index += 1) {
    const fewer = moves.toSpliced(index, 1);
    if (wrongOf(sale, fewer) !== null) return shortest(sale, fewer);
  }
  return moves;
}

it(`keeps each seller's own to the cent in ${SEQUENCES} random histories of refunds, parcels, batches and late news`, () => {
  const random = randomNumbers(SEED);
  const reached = new Set<PayoutItemStatus>();
  for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
    const sale = SALES[sequence % SALES.length]!;
    const length = 1 + Math.floor(random() * STEPS_MAX);
    const moves = Array.from({ length }, () => ({
      name: NAMES[Math.floor(random() * NAMES.length)]!,
      pick: Math.floor(random() * 1_000),
    }));
    if (wrongOf(sale, moves) !== null) {
      const few = shortest(sale, moves);
      const reported = few.map(({ name, pick }) => `${name}(${pick})`).join(', ');
      throw new Error(`${sequence} of seed ${SEED}: ${wrongOf(sale, few)}: ${reported}`);
    }
    for (const { status } of worldAfter(sale, moves).entries) reached.add(status);
  }
  expect([...reached].toSorted()).toEqual(['held', 'paid', 'releasable', 'reversed']);
});
