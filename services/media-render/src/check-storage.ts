import { parseArgs } from 'node:util';
import { sessionAddress } from '@estampa/kit/postgres/address';
import { recordCheck } from '@estampa/kit/service/self-check';
import { exitOnCrash } from '@estampa/kit/service/shutdown';
import { connectDb } from '@estampa/kit/postgres/connect';
import { createLog } from '@estampa/kit/telemetry/log';
import { readConfig } from './config.ts';
import { migrations } from './db/migrations.ts';
import { connectDependencies } from './dependencies.ts';
import { compareStorage, YOUNG_MS } from './usecases/storage/compare-storage.ts';

const config = readConfig();
const log = createLog('media-render-check', config.LOG_LEVEL);
exitOnCrash(log);

/** A process of its own, run once beside the service with its environment; it changes nothing but the note of what it found. `--recent`: new objects too. */
await using resources = new AsyncDisposableStack();
const orm = resources.use(await connectDb(sessionAddress(config), [], migrations, { migrates: false }));
const { store } = connectDependencies(config, resources);
const { values } = parseArgs({ options: { recent: { type: 'boolean', default: false } } });
const changedBefore = new Date(Date.now() - (values.recent ? 0 : YOUNG_MS));
const counted = await compareStorage({ em: orm.em.fork(), store }, changedBefore, ({ kind, key }) =>
  log.warn({ key }, kind.replaceAll('_', ' ')),
);
await recordCheck(orm.em.fork(), 'storage', counted.findings);
log.info({ ...counted }, counted.findings === 0 ? 'storage and records agree' : 'storage and records do not agree');
if (counted.findings > 0) process.exitCode = 1;
