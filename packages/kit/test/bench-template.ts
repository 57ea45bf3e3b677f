import { createDatabase, sealTemplate } from '@estampa/stack/infrastructure/databases';
import { onceInRun } from '@estampa/testing/once-in-run';
import { currentTestRun } from '@estampa/testing/test-run';
import { withoutTls } from '../src/postgres/address.ts';
import { connectDb } from '../src/postgres/connect.ts';

const NAME = 'template_kit';

/** A database with the tables of the kit, to copy; none where the server outlives the run, and could have one of other migrations. */
export async function benchTemplate(): Promise<string | undefined> {
  const { infrastructure, secrets, isDisposable } = currentTestRun();
  if (!isDisposable) return undefined;
  return onceInRun(NAME, async () => {
    const access = { name: NAME, password: secrets.databasePassword };
    const url = await createDatabase(infrastructure.postgres.url, access);
    await (await connectDb(withoutTls(url), [], [])).close(true);
    await sealTemplate(infrastructure.postgres.url, NAME);
    return NAME;
  });
}
