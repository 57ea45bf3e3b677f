import type { Random } from '@estampa/stack/random';
import { Digest } from '../environment/digest.ts';
import { drawConditions, withInterruptions, withLateEvents } from '../history/conditions.ts';
import { planFaults } from '../history/faults.ts';
import {
  BEGINNING,
  heal,
  ROUNDS_BEFORE_STORAGE,
  type Result,
  runToEnd,
  type Surroundings,
  untilDone,
  untilRight,
  USUAL_LEAPS_MS,
} from '../history/rest.ts';
import { World } from '../history/world.ts';
import { Bucket } from './bucket.ts';
import { Quotes } from './fees.ts';
import { furnish } from './furnish.ts';
import { checkSales, wrongsOfShop } from './invariants.ts';
import { drawPeople } from './moves.ts';
import { Sellers } from './sellers.ts';
import { shopServices } from './services.ts';

const SELLERS_MAX = 2;
const SECOND_SHARE = 0.4;

/** Catalog and media-render under sellers and buyers, with storage and PostgreSQL; orders-payments sells what they have. */
export async function runShop({ databases, observers, log, trace }: Surroundings, random: Random): Promise<Result> {
  const digest = new Digest(trace);
  const conditions = withLateEvents(withInterruptions(drawConditions(random), random), random);
  digest.add('conditions', JSON.stringify(conditions));
  let bucket: Bucket | undefined;
  const bucketOf = ({ scheduler, records }: World) => (bucket ??= new Bucket(scheduler, { conditions, records }));
  const quotes = new Quotes();
  const services = shopServices(databases, bucketOf, quotes);
  const world = new World({ services, random, conditions, digest, log, beginning: BEGINNING, fulfillment: null });
  const storage = bucketOf(world);
  const all = [world, world.links, world.broker, world.book, storage];
  const setFaults = (hasFaults: boolean) => all.forEach((part) => Object.assign(part, { hasFaults }));
  return runToEnd(world, async () => {
    setFaults(false);
    for (const name of ['catalog', 'media-render', 'orders-payments'] as const) await world.start(name);
    if (random.chance(SECOND_SHARE)) await world.start('catalog');
    if (random.chance(SECOND_SHARE)) await world.start('media-render');
    const furnishing = furnish(world, storage);
    await untilDone(world, furnishing);
    setFaults(true);
    planFaults(world, random, random.fork());
    const sellers = new Sellers(world, storage, await furnishing, random.fork());
    const trading = Array.from({ length: 1 + random.below(SELLERS_MAX) }, () => sellers.trade(drawPeople(random)));
    const hasTraded = Promise.all(trading);
    checkSales(world, observers, hasTraded);
    await untilDone(world, hasTraded);
    storage.hasFaults = false;
    await heal(world);
    return untilRight(
      world,
      USUAL_LEAPS_MS,
      () => wrongsOfShop(world, storage, quotes, observers),
      ROUNDS_BEFORE_STORAGE,
    );
  });
}
