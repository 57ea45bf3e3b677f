import { sessionAddress } from '@estampa/kit/postgres/address';
import { recordCheck } from '@estampa/kit/service/self-check';
import { exitOnCrash } from '@estampa/kit/service/shutdown';
import { connectDb } from '@estampa/kit/postgres/connect';
import { run } from '@estampa/kit/postgres/statement';
import { createLog } from '@estampa/kit/telemetry/log';
import { IsolationLevel } from '@mikro-orm/postgresql';
import { readConfig } from './config.ts';
import { entities } from './db/entities.ts';
import { connectDependencies } from './dependencies.ts';
import { migrations } from './db/migrations.ts';
import { headsOf } from './domain/ledger-head.ts';
import { checkLedger, type Difference } from './usecases/check-ledger.ts';

const config = readConfig();
const log = createLog('payouts-check', config.LOG_LEVEL);
exitOnCrash(log);

/** A process of its own, run once beside the service with its environment; it changes nothing but the note of what it found. */
await using resources = new AsyncDisposableStack();
const orm = resources.use(await connectDb(sessionAddress(config), entities, migrations, { migrates: false }));
// Before that state: what is stored later may not be in it.
const { heads, forgone } = headsOf((await connectDependencies(config, resources).heads?.listKeys()) ?? []);
// One state of the database for all that is compared.
const counted = await orm.em.fork().transactional(
  (tx) => {
    const report = ({ kind, ...saleState }: Difference) => log.warn(saleState, kind.replaceAll('_', ' '));
    return checkLedger((query) => run(tx, query), report, heads);
  },
  { isolationLevel: IsolationLevel.REPEATABLE_READ },
);
await recordCheck(orm.em.fork(), 'ledger', counted.differences);
log.info({ ...counted, forgone }, counted.differences === 0 ? 'every balance is right' : 'balances differ');
if (counted.differences > 0) process.exitCode = 1;
