import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { eventually } from '@estampa/testing/eventually';
import { startMarketplace } from '@estampa/testing/marketplace';
import { metric } from '@estampa/testing/metric';
import { startOwnInfrastructure } from '@estampa/testing/own-infrastructure';
import type { ServiceView } from '@estampa/testing/service-view';
import { clientOf, portOf, type Standby, startStandby, withPort } from '@estampa/testing/standby';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoIds, emit, fullProduct, profile } from './announcements.ts';
import { CDN_URL } from './storefront.ts';

const START_MS = 60_000;
const POSITION_MAX = 'FFFFFFFF/FFFFFFFF';

const resources = new AsyncDisposableStack();
const ids = demoIds();
let standby: Standby;
let service: ServiceView;
beforeAll(async () => {
  const own = resources.use(await startOwnInfrastructure('postgres'));
  const first = resources.use(
    await startMarketplace({ only: ['storefront'], infrastructure: own, environment: { storefront: { CDN_URL } } }),
  );
  standby = await startStandby(own.postgres.url, 'standby');
  resources.defer(() => standby.server.stop());
  const url = withPort(first.surroundings.databaseUrls.storefront!, portOf(standby.url));
  const replica = await startMarketplace({
    replicasOf: first,
    only: ['storefront'],
    environment: { storefront: { CDN_URL, DATABASE_READ_URL: url } },
  });
  service = resources.use(replica).service('storefront');
  await emit(service, fullProduct(ids));
}, START_MS);
afterAll(() => resources.disposeAsync(), START_MS);

const onStandby = async (sql: string) => {
  await using client = await clientOf(standby.url);
  return (await client.query(sql)).rows;
};
const storefront = () => service.client(StorefrontServiceClient);

/** What a page must show that is made now. */
const positionNow = async () => (await storefront().getPageChanges({ mark: '', viewers: [] })).readPosition;

/** The name of the store on its page, and who served that. */
async function read(readPosition?: string): Promise<[name: unknown, servedBy: string]> {
  const served = () => metric(service.opsUrl, 'db_replica_reads_total', { outcome: 'replica' });
  const before = await served();
  const { document } = await storefront().getStore({ store: ids.seller }, { readPosition });
  const { storeName } = JSON.parse(document!.json.toString()) as { storeName: unknown };
  return [storeName, (await served()) > before ? 'standby' : 'primary'];
}

describe('pages of a service with a read replica', () => {
  it('come from it once it has reached the position that a page must show, and else from the primary', async () => {
    const old = await positionNow();
    await eventually(async () => expect(await read(old)).toEqual(['Loja Demo', 'standby']));
    expect(await read()).toEqual(['Loja Demo', 'primary']);

    await onStandby('select pg_wal_replay_pause()');
    await eventually(async () =>
      expect(await onStandby('select pg_get_wal_replay_pause_state() as is')).toEqual([{ is: 'paused' }]),
    );
    await emit(service, [profile(ids, { storeName: 'Loja Nova' }, 2)]);
    const settled = await positionNow();
    expect(await read(settled)).toEqual(['Loja Nova', 'primary']);
    expect(await read()).toEqual(['Loja Nova', 'primary']);
    // What was behind rests for a moment.
    await eventually(async () => expect(await read(old)).toEqual(['Loja Demo', 'standby']));

    await onStandby('select pg_wal_replay_resume()');
    await eventually(async () => expect(await read(settled)).toEqual(['Loja Nova', 'standby']));
    const connected = `select distinct application_name as name from pg_stat_activity where application_name like 'estampa%'`;
    expect(await onStandby(connected)).toEqual([{ name: 'estampa-reads' }]);
    expect(await read(POSITION_MAX)).toEqual(['Loja Nova', 'primary']);
  });

  it('come from the primary while it hangs or is away', async () => {
    const settled = await positionNow();
    await eventually(async () => expect(await read(settled)).toEqual(['Loja Nova', 'standby']));

    standby.server.freeze();
    expect(await read(settled)).toEqual(['Loja Nova', 'primary']);
    await standby.server.kill('SIGKILL');

    expect(await read(settled)).toEqual(['Loja Nova', 'primary']);
    expect(await metric(service.opsUrl, 'db_replica_reads_total', { outcome: 'failed' })).toBeGreaterThan(0);
  });
});
