import type { Json } from '@estampa/stack/demo/api';
import { differencesOfLedger } from '../ledger-check.ts';
import type { Paid, Struck } from './kills.ts';
import { type PayoutsInUse, worldOf } from './world.ts';

/** What became of the sellers of one misfortune. */
export interface Tally {
  readonly title: string;
  sellers: number;
  kills: number;
  intents: number;
  /** Transfers at the provider, and those of them that arrived. */
  made: number;
  arrived: number;
  /** Intents, or sellers, that were paid more than once. */
  doubled: number;
  /** Sellers who did not get all that they earned. */
  lost: number;
  /** Transfers that arrived at a key that was not their intent's, or was made after it had ended. */
  misled: number;
}

const INTENTS = `select t.id, t.status, t.provider_id, t.amount_cents::int, t.unexplained, p.status as payout, p.total_cents::int as total_cents,
    k.key, k.ended_at
  from pix_transfer as t join payout as p on p.id = t.payout_id join pix_key as k on k.id = t.pix_key_id
  where t.seller_profile_id = $1`;
const PAID = `select coalesce(sum(amount_cents), 0)::int as cents from payout_item where seller_profile_id = $1 and paid_at is not null`;
const POSTED = `select coalesce(sum(case when credit = 'payouts' then amount_cents else -amount_cents end), 0)::int as cents
  from ledger_transfer where seller_profile_id = $1 and 'payouts' in (debit, credit)`;

const hasArrived = ({ status }: Json): boolean => status === 'DONE';
const isGone = (one: Json): boolean => hasArrived(one) && one.backAt === null;
const centsOf = (made: readonly Json[]): number => made.reduce((sum, { value }) => sum + Math.round(value * 100), 0);

/** Compares the provider's transfers with intents, batches, items, ledger and keys: what differs, and a line for each misfortune. */
export async function checkPaid(
  given: PayoutsInUse & { databaseUrl: string },
  { struck, begunAt }: Paid,
): Promise<{ wrongs: string[]; tallies: Tally[] }> {
  const world = worldOf(given);
  const all = await world.atProvider();
  const tallies = new Map<string, Tally>();
  const wrongs: string[] = [];
  for (const seller of struck) {
    const { title } = seller.misfortune;
    const none = { title, sellers: 0, kills: 0, intents: 0, made: 0, arrived: 0, doubled: 0, lost: 0, misled: 0 };
    const tally = tallies.get(title) ?? none;
    tallies.set(title, tally);
    const intents = await world.query(INTENTS, seller.sellerProfileId);
    const [[paid], [posted]] = [
      await world.query(PAID, seller.sellerProfileId),
      await world.query(POSTED, seller.sellerProfileId),
    ];
    wrongs.push(...wrongsOfSeller(tally, { seller, intents, all, paidCents: paid.cents, postedCents: posted.cents }));
  }
  world.close();
  const references = new Set((await world.query('select id from pix_transfer')).map(({ id }) => id as string));
  for (const one of all)
    if (hasArrived(one) && new Date(one.createdAt) >= begunAt && !references.has(one.externalReference))
      wrongs.push(`${one.id} arrived, and nobody intended it`);
  return { wrongs: [...wrongs, ...(await differencesOfLedger(given.databaseUrl))], tallies: [...tallies.values()] };
}

type Seen = { seller: Struck; intents: readonly Json[]; all: readonly Json[]; paidCents: number; postedCents: number };

function wrongsOfSeller(tally: Tally, { seller, intents, all, paidCents, postedCents }: Seen): string[] {
  const { sellerProfileId, earnedCents, kills } = seller;
  const made = intents.map(({ id }) => all.filter(({ externalReference }) => externalReference === id));
  const goneCents = centsOf(made.flat().filter(isGone));
  tally.sellers += 1;
  tally.kills += kills;
  tally.intents += intents.length;
  tally.made += made.flat().length;
  tally.arrived += made.flat().filter(hasArrived).length;
  if (goneCents > earnedCents) tally.doubled += 1;
  if (goneCents < earnedCents) tally.lost += 1;
  return [
    ...(goneCents === earnedCents ? [] : [`${sellerProfileId} got ${goneCents} of ${earnedCents} cents`]),
    ...(paidCents === goneCents ? [] : [`${sellerProfileId} got ${goneCents} cents, its items say ${paidCents}`]),
    ...(postedCents === goneCents ? [] : [`${sellerProfileId} got ${goneCents} cents, the ledger says ${postedCents}`]),
    ...intents.flatMap((intent, place) => wrongsOfIntent(tally, intent, made[place]!)),
  ];
}

const ENDS: Readonly<Record<string, string>> = { done: 'paid', failed: 'failed', returned: 'failed' };

function wrongsOfIntent(tally: Tally, intent: Json, made: readonly Json[]): string[] {
  const arrived = made.filter(hasArrived);
  const isMisled = (one: Json) =>
    one.bankAccount.pixAddressKey !== intent.key ||
    (intent.ended_at !== null && new Date(one.createdAt) > intent.ended_at);
  const misled = arrived.filter(isMisled).length;
  const expected = arrived.length === 0 ? 'failed' : arrived.some(isGone) ? 'done' : 'returned';
  if (arrived.length > 1) tally.doubled += 1;
  tally.misled += misled;
  const { id, status, payout } = intent;
  return [
    ...(arrived.length > 1 ? [`${id} arrived ${arrived.length} times`] : []),
    ...(misled > 0 ? [`${id} went to another key`] : []),
    ...(status === expected ? [] : [`${id} is ${status}, at the provider ${expected}`]),
    ...(payout === ENDS[status] ? [] : [`the batch of ${id}, which is ${status}, is ${payout}`]),
    ...(intent.unexplained === null ? [] : [`${id} is unexplained: ${intent.unexplained}`]),
    ...arrived.flatMap((one) => [
      ...(one.id === intent.provider_id ? [] : [`${one.id} arrived, ${id} is bound to ${intent.provider_id}`]),
      ...(Math.round(one.value * 100) === intent.amount_cents ? [] : [`${id} is of another amount than ${one.id}`]),
    ]),
  ];
}
