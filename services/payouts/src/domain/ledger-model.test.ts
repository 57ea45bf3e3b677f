import { randomNumbers } from '@estampa/testing/random-numbers';
import { expect, it } from 'vitest';
import { type Ledger, newLedger, post } from './ledger-model.ts';
import { type ModelSale, SALES, SELLERS, SHIPPING_CENTS } from './payout-model-items.ts';
import { entriesOf, givenBackIn, newWorld, refundedCents, saleStateOf, type World } from './payout-model-world.ts';
import { settleAll, STEPS } from './payout-model.ts';
import { type Account, ACCOUNTS, type Transfer } from './transfer.ts';
import { balanceOf } from './worth.ts';

const SEQUENCES = 500;
const STEPS_MAX = 50;
const SEED = 20_261_127;

/** Paid, and each item delivered: what half of the histories begin with, as few others come to a payout. */
const DELIVERED: readonly (readonly [name: string, pick: number])[] = [
  ['orderIsPaid', 0],
  ['orderIsReceived', 0],
  ...[21, 22, 23].flatMap((pick) => [['itemMoves', pick] as const, ['itemIsReceived', pick] as const]),
];

type Item = ModelSale['items'][number];
type Balances = Partial<Record<Account, number>>;

/** What every account has to have, from what is known and from the entries, by other rules than those that post. */
function expectedOf(world: World): Balances {
  const { sale, received: state } = world;
  if (!state?.wasApproved) return {};
  const backCents = refundedCents(state);
  const sum = (of: (item: Item, place: number) => number) =>
    sale.items.reduce((total, item, place) => total + of(item, place), 0);
  const lost = (item: Item, place: number) => item.earningCents - balanceOf(entriesOf(world, place));
  const isOver = state.paymentStatus !== 'approved';
  const isReturned = (place: number) => saleStateOf(world, place)!.itemStatus === 'returned';
  const givenBack = givenBackIn(sale, state);
  // What an item lost that did not go back, where it still is the artist's.
  const borneCents = sum((item, place) => (isOver || isReturned(place) ? 0 : lost(item, place) - givenBack[place]!));
  const lostCents = sum(lost) - borneCents;
  const returnedCents = isOver
    ? 0
    : sum((item, place) => (isReturned(place) ? item.earningCents - givenBack[place]! : 0));
  const forfeitedCents = Math.max(lostCents - returnedCents - backCents, 0);
  const paidCents = world.entries.reduce((total, { paidAt, amountCents }) => total + (paidAt ? amountCents : 0), 0);
  return {
    clearing: sale.totalCents - backCents - (state.feeCents ?? 0),
    provider_fees: (state.feeCents ?? 0) - borneCents,
    production_cost: -sum(({ quantity, breakdown }) => quantity * breakdown.baseCostCents),
    platform_fee: -sum(({ quantity, breakdown }) => quantity * breakdown.platformFeeCents),
    platform_margin:
      -sum(({ quantity, breakdown, artistEarningsCents }) => quantity * (breakdown.profitCents - artistEarningsCents)) -
      forfeitedCents,
    freight: -SHIPPING_CENTS,
    discounts: sum(({ discountOfPlatformCents }) => discountOfPlatformCents),
    artist_earnings: -(sum(({ earningCents }) => earningCents) - lostCents - borneCents - paidCents),
    returns: -returnedCents,
    refunds: backCents - (lostCents - returnedCents - forfeitedCents),
    payouts: -paidCents,
  };
}

/** What an account has by some transfers: debits less credits. */
const balanceIn = (account: Account, transfers: readonly Transfer[]): number =>
  transfers.reduce(
    (sum, { debit, credit, amountCents }) =>
      sum + (debit === account ? amountCents : 0) - (credit === account ? amountCents : 0),
    0,
  );

const balancesIn = (posted: readonly Transfer[]): Balances =>
  Object.fromEntries(
    ACCOUNTS.map((account) => [account, balanceIn(account, posted)] as const).filter(([, cents]) => cents !== 0),
  );

const withoutZeros = (balances: Balances): Balances =>
  Object.fromEntries(Object.entries(balances).filter(([, cents]) => cents !== 0));

/** Each seller has in the ledger what the unpaid entries come to. */
function wrongSeller(world: World, { posted }: Ledger): string | undefined {
  return SELLERS.find((seller) => {
    const own = posted.filter(({ sellerProfileId }) => sellerProfileId === seller);
    const entries = world.entries.filter((one) => one.sellerProfileId === seller);
    return balanceIn('artist_earnings', own) !== -balanceOf(entries.filter(({ paidAt }) => !paidAt));
  });
}

it(`comes to the same whatever is consumed first, late or twice, in ${SEQUENCES} random histories`, () => {
  const random = randomNumbers(SEED);
  const names = Object.keys(STEPS);
  const reached = new Set<string>();
  for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
    const world = newWorld(SALES[Math.floor(sequence / 2) % SALES.length]!);
    const ledger = newLedger();
    const mustAgree = (after: string) => {
      const frozen = [...ledger.posted];
      post(world, ledger);
      const where = `${sequence} of seed ${SEED}, after ${after}`;
      const once = ledger.posted.length;
      post(world, ledger);
      if (ledger.posted.length !== once) throw new Error(`${where}: repeating it posts more`);
      if (frozen.some((one, place) => ledger.posted[place] !== one)) throw new Error(`${where}: something was changed`);
      if (ledger.posted.some(({ amountCents }) => !(amountCents > 0))) throw new Error(`${where}: nothing is moved`);
      expect({ where, ...balancesIn(ledger.posted) }).toEqual({ where, ...withoutZeros(expectedOf(world)) });
      if (wrongSeller(world, ledger)) throw new Error(`${where}: a seller has other earnings than entries`);
    };
    const length = 1 + Math.floor(random() * STEPS_MAX);
    if (sequence % 2 === 0) for (const [name, pick] of DELIVERED) STEPS[name]!(world, pick);
    for (let step = 0; step < length; step += 1) {
      const name = names[Math.floor(random() * names.length)]!;
      STEPS[name]!(world, Math.floor(random() * 1_000));
      mustAgree(name);
    }
    settleAll(world);
    mustAgree('everything');
    const atOnce = newLedger();
    post(world, atOnce);
    expect(balancesIn(atOnce.posted)).toEqual(balancesIn(ledger.posted));
    for (const { kind, debit } of ledger.posted) reached.add(`${kind} ${debit}`);
  }
  expect([...reached].toSorted()).toEqual([
    'earning_forfeited artist_earnings',
    'earning_forfeited platform_margin',
    'item_returned artist_earnings',
    'item_returned returns',
    'order_approved artist_earnings',
    'order_approved clearing',
    'order_approved discounts',
    'order_approved provider_fees',
    'payout_paid artist_earnings',
    'refunded artist_earnings',
    'refunded clearing',
    'refunded refunds',
  ]);
});
