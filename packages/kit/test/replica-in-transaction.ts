import { exclusive, lockStates } from '../src/events/state-locks.ts';
import { withoutTls } from '../src/postgres/address.ts';
import { connectDb } from '../src/postgres/connect.ts';

/** A replica in the middle of a transaction, run by `hanging-replica.ts` with a database, a lock to take and a statement. */
const [, , url = '', key = '', statement = ''] = process.argv;

const orm = await connectDb(withoutTls(url), [], []);
await orm.em.transactional(async (tx) => {
  await lockStates(tx, [exclusive(key)]);
  await tx.execute(statement);
  process.stdout.write('holds');
  await new Promise((resolve) => setTimeout(resolve, 600_000));
});
