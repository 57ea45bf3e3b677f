import { createServer } from 'node:http';
import { once } from 'node:events';
import { releaseMemoryWhenIdle } from './idle-memory.ts';
import { METRICS_TYPES, metricsText, processReady } from '../telemetry/metrics.ts';

const CHECK_DEADLINE_MS = 2_000;

export type ReadinessCheck = () => Promise<unknown>;

export type OpsServer = AsyncDisposable & {
  /** From now on ready while the checks pass. */
  ready(checks: readonly ReadinessCheck[]): void;
  /** From now on not ready: the process is about to stop. */
  drain(): void;
};

/** /healthz (the event loop runs), /readyz (the process can serve), /metrics; starts first and ends last. */
export async function serveOps(host: string, port: number): Promise<OpsServer> {
  let readiness: readonly ReadinessCheck[] | null = null;
  const server = createServer(async (request, response) => {
    if (request.url === '/healthz') return void response.end('ok\n');
    if (request.url === '/metrics') {
      const format = request.headers.accept?.includes('application/openmetrics-text') ? 'openmetrics' : 'plain';
      return void response.setHeader('content-type', METRICS_TYPES[format]).end(await metricsText(format));
    }
    if (request.url !== '/readyz') return void response.writeHead(404).end();

    const ready = readiness !== null && (await allPass(readiness));
    processReady.set(ready ? 1 : 0);
    response.writeHead(ready ? 200 : 503).end(ready ? 'ready\n' : 'not ready\n');
  });
  server.listen(port, host);
  await once(server, 'listening');
  releaseMemoryWhenIdle();
  return {
    ready(checks) {
      readiness = checks;
      processReady.set(1);
    },
    drain() {
      readiness = null;
      processReady.set(0);
    },
    async [Symbol.asyncDispose]() {
      readiness = null;
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function allPass(checks: readonly ReadinessCheck[]): Promise<boolean> {
  const deadline = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('readiness check took too long')), CHECK_DEADLINE_MS).unref();
  });
  try {
    await Promise.race([Promise.all(checks.map((check) => check())), deadline]);
    return true;
  } catch {
    return false;
  }
}
