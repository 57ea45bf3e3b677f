import { createHash } from 'node:crypto';
import { REJECTIONS_MAX } from '@estampa/orders-payments/domain/refund';
import { mixedSeed, Random } from '@estampa/stack/random';
import { Digest } from '../environment/digest.ts';
import { watchingMachine, withMachine } from '../environment/machine.ts';
import { runShop } from '../shop/history.ts';
import { drawConditions, withInterruptions } from './conditions.ts';
import { useCoupon } from './coupons.ts';
import { planFaults } from './faults.ts';
import { wrongsAtRest } from './invariants.ts';
import { drawPlan, drawFullRefund } from './moves.ts';
import { People } from './people.ts';
import {
  BEGINNING,
  heal,
  NEXT_REJECTION_MS,
  type Result,
  runToEnd,
  type Surroundings,
  untilDone,
  untilRight,
  USUAL_LEAPS_MS,
} from './rest.ts';
import { moneyServices } from './services.ts';
import { World } from './world.ts';

export type Outcome = Result & { seed: number; index: number };

/** Which share of all histories has a second part; `only`: each has no other. */
export type ShopShare = number | 'only';
type Named = { seed: number; index: number; shop: ShopShare };

/** Tell their streams from that of all else. */
const INTERRUPTIONS = 0x5eed;
const SHOP = 0x5409;
const STREAMS = { coupons: 0xc0de, invoices: 0xf15c } as const;

/** In so many histories fulfillment-shipping itself runs; in the others a workshop that publishes its events stands in. */
const FULFILLMENT_SHARE = 0.35;
/** In so many buyers have a coupon, and in so many invoices are issued. */
const SHARES = { coupons: 0.15, invoices: 0.15 } as const;
/** Of these so many have one more order, which is refunded soon. */
const FULL_REFUND_SHARE = 0.5;
const MOVES_MAX = 9;
/**
 * Money of an order that has ended may be rejected each time, when somebody gave part of it back in the provider's panel: it is listed
 * for people after `REJECTIONS_MAX` requests.
 */
const LEAPS_MS = [...USUAL_LEAPS_MS, ...Array.from({ length: REJECTIONS_MAX }, () => NEXT_REJECTION_MS)];

/** What some histories have and others do not. */
export type Part = keyof typeof SHARES;

/** Where that part draws from; null: this history does without. */
function drawPart(part: Part, seed: number, index: number): Random | null {
  const random = new Random(mixedSeed(seed ^ STREAMS[part], index));
  return random.chance(SHARES[part]) ? random : null;
}

export const hasPart = (part: Part, seed: number, index: number): boolean => drawPart(part, seed, index) !== null;

/** Runs one history to its rest; the same seed and index always give the same digest. */
export const runHistory = (surroundings: Surroundings, history: Named): Promise<Outcome> =>
  watchingMachine(async (uses) => {
    const result = await run(surroundings, history);
    return { ...history, ...result, wrongs: [...uses, ...result.wrongs] };
  });

/** The second part, if there is one, begins with empty databases and draws from a stream of its own: it changes nothing in the first. */
async function run(surroundings: Surroundings, { seed, index, shop: share }: Named): Promise<Result> {
  const random = new Random(mixedSeed(seed ^ SHOP, index));
  const hasShop = random.chance(share === 'only' ? 1 : share);
  if (share === 'only') return runShop(surroundings, random);
  const money = await runMoney(surroundings, seed, index);
  if (money.wrongs.length > 0 || !hasShop) return money;
  await withMachine(surroundings.clear);
  const shop = await runShop(surroundings, random);
  const digest = createHash('sha256').update(money.digest).update(shop.digest).digest('hex');
  return { digest, steps: money.steps + shop.steps, wrongs: shop.wrongs };
}

async function runMoney(
  { databases, observers, log, trace }: Surroundings,
  seed: number,
  index: number,
): Promise<Result> {
  const random = new Random(mixedSeed(seed, index));
  const interruptions = new Random(mixedSeed(seed ^ INTERRUPTIONS, index));
  const [coupons, invoices] = [drawPart('coupons', seed, index), drawPart('invoices', seed, index)];
  const digest = new Digest(trace);
  const conditions = withInterruptions(drawConditions(random), interruptions);
  digest.add('conditions', JSON.stringify(conditions));
  const fulfillment = new Random(mixedSeed(seed, -index - 1));
  const world = new World({
    services: moneyServices(databases, invoices),
    random,
    conditions,
    digest,
    log,
    beginning: BEGINNING,
    fulfillment: fulfillment.chance(FULFILLMENT_SHARE) ? fulfillment : null,
  });
  return runToEnd(world, async () => {
    await world.start('orders-payments');
    await world.start('payouts');
    if (random.chance(0.5)) await world.start('orders-payments');
    if (random.chance(0.25)) await world.start('payouts');
    if (world.hasFulfillment) await world.start('fulfillment-shipping');
    if (world.hasFulfillment && fulfillment.chance(0.25)) await world.start('fulfillment-shipping');
    planFaults(world, random, interruptions);
    const people = new People(world);
    const using = coupons ? [useCoupon(world, people, coupons)] : [];
    const refunded = invoices?.chance(FULL_REFUND_SHARE) ? [people.buy(drawFullRefund(invoices))] : [];
    await untilDone(world, Promise.all([...buyers(people, random), ...using, ...refunded]));
    await heal(world);
    return untilRight(world, LEAPS_MS, () => wrongsAtRest(world, observers, invoices !== null));
  });
}

const buyers = (people: People, random: Random): Promise<void>[] =>
  Array.from({ length: 1 + random.below(2) }, () => people.buy(drawPlan(random, 2 + random.below(MOVES_MAX))));
