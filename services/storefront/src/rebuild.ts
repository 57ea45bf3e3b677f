import { rebuildReadModel } from '@estampa/kit/events/rebuild';
import type { EntityManager } from '@mikro-orm/postgresql';
import { readConfig } from './config.ts';
import { consumers } from './consumers/consumers.ts';
import { counts } from './db/count-repository.ts';
import { migrations } from './db/migrations.ts';
import { pageChanges } from './db/page-change-repository.ts';
import { eventsDerivedAnew, lockSocial, READ_MODEL_TABLES } from './db/rebuilt-tables.ts';
import { sales } from './db/sale-repository.ts';
import { EVERYTHING } from './domain/page-names.ts';
import { recentSince } from './domain/sales.ts';
import { finishDerivations } from './usecases/projections/continue-derivations.ts';
import { rederiveAll } from './usecases/projections/rederive-all.ts';

const config = readConfig();

/** Runs as a process of its own, once, with the service's environment, while the service is up. */
await rebuildReadModel({
  service: 'storefront',
  config,
  migrations,
  consumers,
  tables: READ_MODEL_TABLES,
  context: (base, phase) => ({
    ...base,
    cdnUrl: config.CDN_URL,
    isCollecting: phase === 'collect',
    hasReplica: false,
  }),
  async derive(em, reported) {
    await rederiveAll(em, reported);
    // A first recount without locks: the final one, under locks, then has few counters left to change.
    await em.transactional(counts.recountAll);
  },
  finishLeftovers: finishDerivations,
  async complete(tx: EntityManager) {
    await lockSocial(tx);
    await counts.recountAll(tx);
    await counts.deleteChanges(tx);
    await sales.moveWindow(tx, recentSince(new Date()));
    return eventsDerivedAnew(tx);
  },
  changed: async (tx) => pageChanges.insert(tx, [EVERYTHING]),
});
