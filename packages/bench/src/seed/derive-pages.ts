import { withDatabase } from '@estampa/stack/infrastructure/databases';
import { waitFor } from '@estampa/stack/wait';

const DERIVED_DEADLINE_MS = 120_000;

/** Makes the service derive its pages from the replicated state, by the same queue entry as an event that affects all products. */
export async function derivePages(url: string): Promise<void> {
  await withDatabase(url, async (client) => {
    await client.query(`
      insert into derivation (touched, after_id, event_id)
      values ('"all"', '00000000-0000-0000-0000-000000000000', gen_random_uuid())`);
    const isDone = async () => (await client.query('select from derivation')).rowCount === 0;
    await waitFor('the pages of all products', isDone, { deadlineMs: DERIVED_DEADLINE_MS });
  });
}
