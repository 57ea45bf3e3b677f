import { text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import { isTracing, recordedTrace } from '@estampa/kit/telemetry/trace';
import type { EntityManager } from '@mikro-orm/postgresql';

const STORE = statement(
  `insert into order_trace (order_id, traceparent, kept_at) values ($1, $2, $3)
   on conflict (order_id) do update set traceparent = excluded.traceparent, kept_at = excluded.kept_at`,
  {},
);

/** Remembers in which trace a payment of the order was begun: it comes hours later, and by a request of its provider. */
export async function storeOrderTrace(em: EntityManager, orderId: string, now: Date): Promise<void> {
  const traceparent = recordedTrace();
  if (traceparent !== null) await STORE.all(em, [orderId, traceparent, now]);
}

const FIND = statement('select traceparent from order_trace where order_id = $1', { traceparent: text });

/** Asks only while traces are recorded. */
export const findOrderTrace = async (em: EntityManager, orderId: string): Promise<string | null> =>
  isTracing() ? ((await FIND.first(em, [orderId]))?.traceparent ?? null) : null;
