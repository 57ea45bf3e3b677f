import { connectDb } from '@estampa/kit/db';
import { Migration } from '@mikro-orm/migrations';
import { expect, it } from '@jest/globals';
import { emptyDatabase } from './bench.ts';

const REPLICAS = 3;

/** Fails when it runs twice, or beside itself. */
class OnceMigration extends Migration {
  override up(): void {
    this.addSql('create table once (statement_timeout text not null)');
    this.addSql(`insert into once values (current_setting('statement_timeout'))`);
  }
}

it('run once, without a time limit, when several replicas start on an empty database', async () => {
  await using database = await emptyDatabase();

  const replicas = await Promise.all(
    Array.from({ length: REPLICAS }, () => connectDb(database.url, [], [OnceMigration])),
  );

  const rows = await replicas[0]!.em.fork().execute('select * from once');
  await Promise.all(replicas.map((orm) => orm.close(true)));
  expect(rows).toEqual([{ statement_timeout: '0' }]);
});

it('leave nothing of a set that fails', async () => {
  await using database = await emptyDatabase();
  class FailingMigration extends Migration {
    override up(): void {
      this.addSql('select 1 / 0');
    }
  }

  await expect(connectDb(database.url, [], [OnceMigration, FailingMigration])).rejects.toThrow('division by zero');

  const orm = await connectDb(database.url, [], [OnceMigration]);
  const rows = await orm.em.fork().execute('select * from once');
  await orm.close(true);
  expect(rows).toHaveLength(1);
});
