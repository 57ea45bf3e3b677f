import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutTls } from '../src/postgres/address.ts';
import { text } from '../src/postgres/columns.ts';
import { connectDb, type Orm } from '../src/postgres/connect.ts';
import { connectReplica, type Replica } from '../src/postgres/replica.ts';
import { pipeline, statement } from '../src/postgres/statement.ts';
import { createLog } from '../src/telemetry/log.ts';
import { emptyDatabase } from './bench.ts';

const SERVED = statement(`select current_setting('application_name') as "by"`, { by: text });
/** Fails where a replica is read, as what is read there does when it stands in the way of recovery. */
const CONFLICTING = statement('select fail_in_replica($1) as "by"', { by: text });
const FUNCTION = `
  create function fail_in_replica(code text) returns text language plpgsql as $$ begin
    if current_setting('application_name') = 'estampa-reads' then raise exception using errcode = code; end if;
    return current_setting('application_name');
  end $$`;
const PRIMARY = { by: 'estampa' };
const REPLICA = { by: 'estampa-reads' };
const FAR = 'FFFFFFFF/0';

const resources = new AsyncDisposableStack();
let url: string;
let orm: Orm;
beforeAll(async () => {
  ({ url } = resources.use(await emptyDatabase()));
  orm = resources.use(await connectDb(withoutTls(url), [], []));
  await orm.em.fork().execute(FUNCTION);
});
afterAll(() => resources.disposeAsync());

/** The server itself in place of a standby, unless another address is given. */
async function replicaAt(address = url): Promise<Replica> {
  return connectReplica(withoutTls(address), { orm, poolMax: 2, log: createLog('replica', 'silent') });
}

const readsAt = (replica: Replica, readPosition: string | null) => replica.readsFor(orm.em.fork(), { readPosition });

describe('what a call reads', () => {
  it('comes from the replica that has come as far as its position, which a server that is no standby always has', async () => {
    await using replica = await replicaAt();

    const reads = readsAt(replica, '0/1');

    expect(await pipeline(reads, SERVED.with(), SERVED.with())).toEqual([[REPLICA], [REPLICA]]);
    expect(await SERVED.first(reads, [])).toEqual(REPLICA);
  });

  it('comes from the primary without a position', async () => {
    await using replica = await replicaAt();

    expect(await SERVED.first(readsAt(replica, null), [])).toEqual(PRIMARY);
  });

  it('comes from the primary where the replica is behind, and from there on for the same call', async () => {
    await using replica = await replicaAt();
    const reads = readsAt(replica, FAR);

    expect(await SERVED.first(reads, [])).toEqual(PRIMARY);
    expect(await SERVED.first(reads, [])).toEqual(PRIMARY);
  });

  it('comes from the primary where a statement fails in the replica, which others go on reading', async () => {
    await using replica = await replicaAt();

    expect(await CONFLICTING.first(readsAt(replica, '0/1'), ['40001'])).toEqual(PRIMARY);
    expect(await SERVED.first(readsAt(replica, '0/1'), [])).toEqual(REPLICA);
  });

  it('fails where it takes longer than it may', async () => {
    await using replica = await replicaAt();

    await expect(CONFLICTING.first(readsAt(replica, '0/1'), ['57014'])).rejects.toMatchObject({ code: '57014' });
  });

  it('comes from the primary where nothing listens, or another database does', async () => {
    await using other = await emptyDatabase();
    const nowhere = Object.assign(new URL(url), { port: '9' }).href;
    for (const address of [nowhere, other.url]) {
      await using replica = await replicaAt(address);
      expect(await SERVED.first(readsAt(replica, '0/1'), [])).toEqual(PRIMARY);
    }
  });
});
