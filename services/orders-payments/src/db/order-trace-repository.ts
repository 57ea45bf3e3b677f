import { takenFrom, toRecord } from '@estampa/kit/postgres/rows';
import type { RowOf } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import { isTracing, recordedTrace } from '@estampa/kit/telemetry/trace';
import type { EntityManager } from '@mikro-orm/postgresql';
import { orderTrace } from './tables/order-trace.ts';

/** The trace in which a payment of an order was begun: it continues hours later, with a webhook of the provider. */
export const orderTraces = {
  /** Queries only if traces are recorded. */
  find: async (em: EntityManager, orderId: string): Promise<string | null> =>
    isTracing() ? ((await FIND.first(em, [orderId]))?.traceparent ?? null) : null,

  /** Stores the current trace, if it is recorded. */
  async save(em: EntityManager, orderId: string, now: Date): Promise<void> {
    const traceparent = recordedTrace();
    if (traceparent === null) return;
    const row: RowOf<typeof orderTrace.columns> = { orderId, traceparent, keptAt: now };
    await SAVE.all(em, [toRecord(row)]);
  },
};

const FIND = statement('select traceparent from order_trace where order_id = $1', orderTrace.pick('traceparent'));

const SAVE = statement(
  `${orderTrace.insertRecord('$1')}
   on conflict (order_id) do update set ${takenFrom('excluded', orderTrace.pick('traceparent', 'keptAt'))}`,
  {},
);
