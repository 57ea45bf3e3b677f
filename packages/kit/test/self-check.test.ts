import { expect, it } from 'vitest';
import { register } from 'prom-client';
import { withoutTls } from '../src/postgres/address.ts';
import { connectDb } from '../src/postgres/connect.ts';
import type { BaseContext } from '../src/service/context.ts';
import { recordCheck, reportChecks } from '../src/service/self-check.ts';
import { emptyDatabase } from './bench.ts';

it('the last run of a check stands in the metrics of the service beside it', async () => {
  await using database = await emptyDatabase();
  await using orm = await connectDb(withoutTls(database.url), [], []);
  const reported = async (name: string) => (await register.getSingleMetric(name)!.get()).values;
  const report = () => reportChecks.run({ em: orm.em.fork() } as BaseContext, new AbortController().signal);

  await recordCheck(orm.em.fork(), 'ledger', 3);
  await report();
  expect(await reported('self_check_findings')).toMatchObject([{ labels: { check: 'ledger' }, value: 3 }]);
  await recordCheck(orm.em.fork(), 'ledger', 0);
  await report();

  expect(await reported('self_check_findings')).toMatchObject([{ labels: { check: 'ledger' }, value: 0 }]);
  const [stamp] = await reported('self_check_timestamp_seconds');
  expect(Math.abs(stamp!.value - Date.now() / 1_000)).toBeLessThan(60);
});

it('entries of the audit are found by what was done alone without reading the others', async () => {
  await using database = await emptyDatabase();
  await using orm = await connectDb(withoutTls(database.url), [], []);
  const em = orm.em.fork();
  await em.execute(`
    insert into audit (id, occurred_at, actor_role, action, subject, request_id, changes)
    select gen_random_uuid(), now() - n * interval '1 minute', 'admin', case when n % 1000 = 0 then 'rare' else 'usual' end,
      'user:' || n, 'r', '[]' from generate_series(1, 20000) as n`);
  await em.execute('analyze audit');

  const plan = await em.execute(
    `explain (format json) select * from audit where action = 'rare' order by occurred_at desc, id desc limit 20`,
  );

  expect(JSON.stringify(plan)).toContain('audit_by_action');
});
