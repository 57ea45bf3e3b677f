import pg from 'pg';
import type { PostgresAddress } from './address.ts';
import type { ReadinessCheck } from '../service/ops-server.ts';
import { sessionOptions } from './session-settings.ts';

const RESPONSE_DEADLINE_MS = 1_500;

/**
 * Queries the database over a connection of its own: when the pool is exhausted, a service is slow, but not unready; else overload
 * would take all replicas away at once.
 */
export function checkDatabase({ url, ssl, pooled }: PostgresAddress): AsyncDisposable & { check: ReadinessCheck } {
  let client: pg.Client | null = null;

  async function connected(): Promise<pg.Client> {
    if (client) return client;
    const fresh = new pg.Client({
      ...sessionOptions({ pooled }),
      connectionString: url,
      ssl,
      application_name: 'readiness',
      connectionTimeoutMillis: RESPONSE_DEADLINE_MS,
      query_timeout: RESPONSE_DEADLINE_MS,
    });
    fresh.on('error', () => forget(fresh));
    await fresh.connect();
    return (client = fresh);
  }

  function forget(broken: pg.Client): void {
    if (client === broken) client = null;
    broken.end().catch(() => undefined);
  }

  return {
    async check() {
      const current = await connected();
      try {
        await current.query('select 1');
      } catch (error) {
        forget(current);
        throw error;
      }
    },
    async [Symbol.asyncDispose]() {
      await client?.end().catch(() => undefined);
    },
  };
}
