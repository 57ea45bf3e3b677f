import { eventually } from '@estampa/testing/eventually';
import { describe, expect, it } from 'vitest';
import { withoutTls } from '../src/postgres/address.ts';
import { connectDb } from '../src/postgres/connect.ts';
import { transact } from '../src/postgres/transact.ts';
import type { BaseContext } from '../src/service/context.ts';
import { benchClient, emptyDatabase, serveHandlers } from './bench.ts';

describe('a full pool', () => {
  it('rejects who waits too long for a connection, and serves again when there is one', async () => {
    await using database = await emptyDatabase();
    await using orm = await connectDb(withoutTls(database.url), [], [], { poolMax: 2 });
    const response = ({ em }: BaseContext) => transact(em, (tx) => tx.execute('select 1'));
    const going = Promise.withResolvers<void>();
    let occupied = 0;
    const occupy = ({ em }: BaseContext) =>
      transact(em, async () => {
        occupied += 1;
        await going.promise;
        return 'held';
      });
    await using server = await serveHandlers(orm, { GetPayout: response, CreatePayout: occupy });
    using client = benchClient(server.address, ['GetPayout', 'CreatePayout']);
    const pending = [1, 2].map(() => client['CreatePayout']!({}, { deadlineMs: 60_000 }));
    await eventually(() => occupied === 2);

    const waiting = client['GetPayout']!({}, { deadlineMs: 60_000 });
    await expect(waiting).rejects.toMatchObject({ kind: 'busy', reason: 'busy' });
    expect(occupied).toBe(2);

    going.resolve();
    await Promise.all(pending);
    await expect(client['GetPayout']!({})).resolves.toBeTruthy();
  });
});
