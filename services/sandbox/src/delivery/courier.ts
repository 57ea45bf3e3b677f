import type { Logger } from 'pino';
import type { Scripts } from '../scripts/scripts.ts';
import type { Table } from '../table.ts';
import type { Notification, Account, Delivery } from './delivery.ts';
import { createLane, type AfterFailure, type Lane, type LaneState } from './lane.ts';
import { send, type Receivers, urlFor } from './send.ts';

/** After this many consecutive failures Asaas pauses the queue. */
export const ASAAS_FAILURES_UNTIL_PAUSE = 15;
export const MELHORENVIO_MAX_TRIES = 5;
const DELIVERIES_MAX = 1_000;
const ATTEMPTS_MAX = 50;

export type Courier = {
  appendEvent(notification: Notification): void;
  /** Sends a notification again, whatever became of it before. */
  redeliver(id: string): Delivery | undefined;
  /** Un-pauses a queue and goes on where it stopped. */
  resume(account: Account): void;
  releaseStashed(): void;
  queues(): Array<LaneState & { lane: string }>;
  stop(): Promise<void>;
};

export type CourierOptions = {
  deliveries: Table<Delivery>;
  scripts: Scripts;
  receivers: () => Receivers;
  backoffMs: () => readonly number[];
  logger: Logger;
};

export function createCourier({ deliveries, scripts, receivers, backoffMs, logger }: CourierOptions): Courier {
  const stopping = new AbortController();
  const dispatch = createDispatch({ deliveries, receivers, backoffMs, logger, stopped: stopping.signal });
  let stashed: Delivery[] = [];

  const releaseStashed = (): void => {
    const waiting = stashed;
    stashed = [];
    waiting.forEach(dispatch.enqueue);
  };

  for (const delivery of deliveries.all()) if (delivery.status === 'queued') dispatch.enqueue(delivery);

  return {
    appendEvent(notification) {
      const hasReceiver = urlFor(notification, receivers()) !== null;
      const order = scripts.takeNotification(notification);
      const delivery = deliveries.put({
        ...notification,
        status: order === 'never' ? 'withheld' : hasReceiver ? 'queued' : 'no_receiver',
        copies: order === 'twice' ? 2 : 1,
        isForged: order === 'forged',
        attempts: [],
        createdAt: new Date().toISOString(),
      });
      forgetOldest(deliveries);
      if (delivery.status !== 'queued') return;
      if (order === 'reversed') {
        stashed.push(delivery);
        return;
      }
      dispatch.enqueue(delivery);
      releaseStashed();
    },
    redeliver(id) {
      const delivery = deliveries.get(id);
      if (!delivery) return undefined;
      stashed = stashed.filter((other) => other.id !== id);
      const again = deliveries.put({ ...delivery, status: 'queued', copies: 1 });
      dispatch.enqueue(again);
      return again;
    },
    resume: (account) => dispatch.lanes().forEach(([key, lane]) => key.startsWith(account) && lane.resume()),
    releaseStashed,
    queues: () => dispatch.lanes().map(([lane, { state }]) => ({ lane, ...state() })),
    async stop() {
      stopping.abort();
      await Promise.all(dispatch.lanes().map(([, lane]) => lane.rest()));
    },
  };
}

type DispatchOptions = Omit<CourierOptions, 'scripts'> & { stopped: AbortSignal };

/** Asaas sends one at a time and in order; Melhor Envio sends each notification on its own. */
function createDispatch({ deliveries, receivers, backoffMs, logger, stopped }: DispatchOptions) {
  const lanes = new Map<string, Lane>();

  const deliver = async (id: string): Promise<boolean> => {
    for (let delivery = deliveries.get(id); delivery && delivery.copies > 0; delivery = deliveries.get(id)) {
      const attempt = await send(delivery, receivers(), stopped);
      if (stopped.aborted) return false;
      const copies = attempt.error === null ? delivery.copies - 1 : delivery.copies;
      const attempts = [...delivery.attempts, attempt].slice(-ATTEMPTS_MAX);
      deliveries.put({ ...delivery, attempts, copies, isForged: false, status: copies === 0 ? 'delivered' : 'queued' });
      logger.debug({ deliveryId: id, event: delivery.event, ...attempt }, 'notification sent');
      if (attempt.error !== null) return false;
    }
    return true;
  };

  const afterFailure = (id: string, failuresInARow: number): AfterFailure => {
    const delivery = deliveries.get(id);
    if (!delivery) return 'give_up';
    if (delivery.account === 'asaas') {
      if (failuresInARow < ASAAS_FAILURES_UNTIL_PAUSE) return 'retry';
      logger.warn({ failuresInARow }, 'the Asaas queue is paused: resume it when the receiver is back');
      return 'pause';
    }
    if (failuresInARow < MELHORENVIO_MAX_TRIES) return 'retry';
    deliveries.put({ ...delivery, status: 'failed' });
    return 'give_up';
  };

  const enqueue = ({ account, id }: Delivery): void => {
    for (const [key, lane] of lanes) if (key !== 'asaas' && lane.state().waiting === 0) lanes.delete(key);
    const key = account === 'asaas' ? account : `${account}:${id}`;
    const lane = lanes.get(key) ?? createLane({ deliver, afterFailure, backoffMs, stopped });
    lanes.set(key, lane);
    if (!lane.has(id)) lane.add(id);
  };

  return { enqueue, lanes: () => [...lanes] };
}

function forgetOldest(deliveries: Table<Delivery>): void {
  if (deliveries.size <= DELIVERIES_MAX) return;
  const settled = deliveries.all().filter(({ status }) => status !== 'queued');
  settled.slice(0, deliveries.size - DELIVERIES_MAX).forEach(({ id }) => deliveries.remove(id));
}
