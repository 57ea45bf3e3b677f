import { rebuildReadModel } from '@estampa/kit/events/rebuild';
import type { EntityManager } from '@mikro-orm/postgresql';
import { readConfig } from './config.ts';
import { consumers } from './consumers/consumers.ts';
import { dropCountChanges } from './db/count-changes.ts';
import { recountAll } from './db/counters.ts';
import { migrations } from './db/migrations.ts';
import { markChanged } from './db/page-changes.ts';
import { eventsDerivedAnew, lockSocial, READ_MODEL_TABLES } from './db/rebuilt-tables.ts';
import { moveSalesWindow } from './db/sales.ts';
import { EVERYTHING } from './domain/page-names.ts';
import { recentSince } from './domain/sales.ts';
import { finishDerivations } from './usecases/projections/continue-derivations.ts';
import { rederiveAll } from './usecases/projections/rederive-all.ts';

const config = readConfig();

/** A process of its own, run once beside the service with the service's environment. */
await rebuildReadModel({
  service: 'storefront',
  config,
  migrations,
  consumers,
  tables: READ_MODEL_TABLES,
  context: (base, phase) => ({ ...base, cdnUrl: config.CDN_URL, isCollecting: phase === 'collect' }),
  async derive(em, reported) {
    await rederiveAll(em, reported);
    // Most of what is counted in the end is right by then.
    await em.transactional(recountAll);
  },
  finishLeftovers: finishDerivations,
  async complete(tx: EntityManager) {
    await lockSocial(tx);
    await recountAll(tx);
    await dropCountChanges(tx);
    await moveSalesWindow(tx, recentSince(new Date()));
    return eventsDerivedAnew(tx);
  },
  changed: async (tx) => markChanged(tx, [EVERYTHING]),
});
