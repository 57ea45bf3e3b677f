import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { createKafka } from '@estampa/kit/kafka';
import { createLog } from '@estampa/kit/log';
import { serveOps } from '@estampa/kit/ops-server';
import { untilShutdown } from '@estampa/kit/shutdown';
import { createApp } from './app.ts';
import { createAuthenticate } from './auth.ts';
import { CallerCache } from './caller-cache.ts';
import { connectServices } from './clients.ts';
import { readConfig } from './config.ts';
import { pictureUrlAt } from './picture-url.ts';

const DRAIN_MS = 5_000;

const config = readConfig();
const log = createLog('gateway', config.LOG_LEVEL);

// Acquired top to bottom, released bottom to top: traffic stops first.
await using resources = new AsyncDisposableStack();
const ops = resources.use(await serveOps(config.HOST, config.OPS_PORT));
const clients = connectServices(config, resources);
const callers = new CallerCache(clients);
resources.use(await callers.listen(createKafka('gateway', config.KAFKA_BROKERS, log), config.KAFKA_TOPIC_PREFIX));
const authenticate = createAuthenticate(config, clients, callers);
const app = createApp(config, {
  clients,
  pictureUrl: pictureUrlAt(config.CDN_URL),
  callers,
  authenticate,
  log,
  checkAnswers: config.NODE_ENV !== 'production',
});

const server = app.listen(config.PORT, config.HOST);
await once(server, 'listening');
resources.defer(async () => {
  setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
  await new Promise((closed) => server.close(closed));
});
ops.ready([]);
log.info('ready');
await untilShutdown();
ops.drain();
await pause(config.DRAIN_NOTICE_MS);
