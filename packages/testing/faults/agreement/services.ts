import { SERVICE_NAMES, type ServiceName } from '@estampa/kernel/topics';
import type { InUse } from '../stage/in-use.ts';

const LEFT = `
  select 'events are not sent' as what, count(*)::int as count from outbox where sent_at is null
  union all select 'dead letters', count(*)::int from dead_letter
    where replayed_at is null and discarded_at is null and not event_id = any ($1)`;
const WEBHOOKS =
  "select 'webhooks are not applied' as what, count(*)::int as count from payment_notice where applied_at is null";

type Count = { what: string; count: number };

/** Nothing waits to be sent or applied. */
export async function wrongsOfServices({ databases, journal }: InUse): Promise<string[]> {
  const counts = async (name: ServiceName, query: string, ...values: string[][]) => {
    const { rows } = await databases[name].query<Count>(query, values);
    return rows.flatMap(({ what, count }) => (count > 0 ? `${name}: ${count} ${what}` : []));
  };
  const all = SERVICE_NAMES.map((name) => counts(name, LEFT, [...journal.poisoned]));
  return (await Promise.all([...all, counts('orders-payments', WEBHOOKS)])).flat();
}
