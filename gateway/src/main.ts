import { setTimeout as pause } from 'node:timers/promises';
import { grpcTls } from '@estampa/kit/rpc/tls';
import { createLog } from '@estampa/kit/telemetry/log';
import { serveOps } from '@estampa/kit/service/ops-server';
import { endProcess, exitOnCrash, untilShutdown } from '@estampa/kit/service/shutdown';
import { startTracing } from '@estampa/kit/telemetry/tracing';
import { accessCheckOf } from './access/check-access.ts';
import { createApp } from './app.ts';
import { createAuthenticate } from './access/auth.ts';
import { trustedProxies } from './http/client-address.ts';
import { connectServices } from './clients/clients.ts';
import { readConfig } from './config.ts';
import { createCurrentUserOf } from './access/current-user.ts';
import { serveHttp } from './http/http-server.ts';
import { PublicPages } from './pages/public-pages.ts';
import { imageUrlAt } from './views/image-url.ts';
import { newExports } from './routes/export-reply.ts';
import { storedFilesAt } from './routes/stored-files.ts';
import { SellerCatalog } from './seller-catalog/seller-catalog.ts';

const config = readConfig();
const { HOST: host } = config;
const log = createLog('gateway', config.LOG_LEVEL);
exitOnCrash(log);

// Acquired top to bottom, released bottom to top: readiness goes first, then traffic; the ops page closes last.
await using resources = new AsyncDisposableStack();
resources.defer(endProcess);
const ops = resources.use(await serveOps(host, config.OPS_PORT));
resources.use(await startTracing('gateway', config, log));
const clients = connectServices(config, resources, grpcTls(config));
const imageUrl = imageUrlAt(config.CDN_URL);
const app = createApp(config, {
  clients,
  currentUserOf: createCurrentUserOf(clients),
  imageUrl,
  ...accessCheckOf(config, createAuthenticate(config, clients)),
  pages: new PublicPages(clients.storefront),
  openStoredFile: storedFilesAt(config.STORAGE_URL),
  exports: newExports(),
  sellerCatalog: new SellerCatalog(clients.productTypes, imageUrl),
  log,
  checkResponses: config.NODE_ENV !== 'production',
});
const limits = {
  max: config.MAX_CONNECTIONS,
  perAddressMax: config.MAX_CONNECTIONS_PER_ADDRESS,
  isProxy: trustedProxies(config.TRUST_PROXY),
};
const http = resources.use(await serveHttp(app, { host, port: config.PORT, limits, drainMs: config.DRAIN_CALLS_MS }));

ops.ready([]);
log.info('ready');
log.info({ signal: await untilShutdown() }, 'stopping');
ops.drain();
http.drain();
await pause(config.DRAIN_NOTICE_MS);
