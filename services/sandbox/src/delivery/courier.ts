import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Scripts } from '../scripts/scripts.ts';
import type { Table } from '../store.ts';
import type { Account, Delivery } from './delivery.ts';
import { send, type Receivers } from './send.ts';

/** After this many failures in a row Asaas pauses the whole queue. */
export const ASAAS_FAILURES_UNTIL_PAUSE = 15;
export const MELHORENVIO_MAX_TRIES = 5;
const KEPT_DELIVERIES = 1_000;
const KEPT_ATTEMPTS = 50;

export type Notification = Pick<Delivery, 'id' | 'account' | 'event' | 'subjectId' | 'reference' | 'body'>;

export type Courier = {
  announce(notification: Notification): void;
  /** Sends a notification again, whatever became of it before. */
  redeliver(id: string): Delivery | undefined;
  /** Un-pauses a queue and goes on where it stopped. */
  resume(account: Account): void;
  releaseStashed(): void;
  queues(): Array<{ lane: string; waiting: number; paused: boolean; failuresInARow: number }>;
  stop(): Promise<void>;
};

type Lane = { key: string; ids: string[]; failures: number; paused: boolean; running: Promise<void> | null };

export type CourierOptions = {
  deliveries: Table<Delivery>;
  scripts: Scripts;
  receivers: () => Receivers;
  backoffMs: () => readonly number[];
  logger: Logger;
};

/** Asaas sends one at a time and in order; Melhor Envio sends each notification on its own. */
export function createCourier({ deliveries, scripts, receivers, backoffMs, logger }: CourierOptions): Courier {
  const lanes = new Map<string, Lane>();
  const stopping = new AbortController();
  let stashed: Delivery[] = [];

  const enqueue = (delivery: Delivery): void => {
    const lane = laneOf(lanes, delivery);
    lane.ids.push(delivery.id);
    run(lane);
  };

  const run = (lane: Lane): void => {
    if (stopping.signal.aborted) return;
    lane.running ??= work(lane).finally(() => {
      lane.running = null;
      if (lane.ids.length === 0 && lane.key !== 'asaas') lanes.delete(lane.key);
      else if (lane.ids.length > 0 && !lane.paused) run(lane);
    });
  };

  const work = async (lane: Lane): Promise<void> => {
    while (lane.ids.length > 0 && !lane.paused && !stopping.signal.aborted) {
      const delivery = deliveries.get(lane.ids[0]!);
      if (!delivery || (await accepted(delivery))) {
        lane.ids.shift();
        lane.failures = 0;
        continue;
      }
      lane.failures += 1;
      giveUpWhenDue(lane, delivery);
      if (lane.ids.length > 0 && !lane.paused) await pause(lane.failures);
    }
  };

  const accepted = async (delivery: Delivery): Promise<boolean> => {
    for (let copy = delivery.copies; copy > 0; copy -= 1) {
      const attempt = await send(delivery, receivers(), stopping.signal);
      if (stopping.signal.aborted) return false;
      const ok = attempt.error === null;
      const attempts = [...(deliveries.get(delivery.id)?.attempts ?? []), attempt].slice(-KEPT_ATTEMPTS);
      const copies = ok ? copy - 1 : copy;
      deliveries.put({ ...delivery, attempts, copies, status: copies === 0 ? 'delivered' : 'queued' });
      logger.debug({ deliveryId: delivery.id, event: delivery.event, ...attempt }, 'notification sent');
      if (!ok) return false;
    }
    return true;
  };

  const giveUpWhenDue = (lane: Lane, delivery: Delivery): void => {
    if (delivery.account === 'asaas') {
      if (lane.failures >= ASAAS_FAILURES_UNTIL_PAUSE) lane.paused = true;
      if (lane.paused) logger.warn({ lane: lane.key }, 'webhook queue paused after too many failures');
    } else if (lane.failures >= MELHORENVIO_MAX_TRIES) {
      lane.ids.shift();
      deliveries.put({ ...(deliveries.get(delivery.id) ?? delivery), status: 'failed' });
    }
  };

  const pause = async (failures: number): Promise<void> => {
    const list = backoffMs();
    const delayMs = list[Math.min(failures, list.length) - 1] ?? 0;
    await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
  };

  const releaseStashed = (): void => {
    const waiting = stashed;
    stashed = [];
    waiting.forEach(enqueue);
  };

  for (const delivery of deliveries.all()) if (delivery.status === 'queued') enqueue(delivery);

  return {
    announce(notification) {
      const hasReceiver = receivers()[notification.account].url !== null;
      const order = scripts.takeNotification(notification);
      const delivery = deliveries.put({
        ...notification,
        status: order === 'never' ? 'withheld' : hasReceiver ? 'queued' : 'no_receiver',
        copies: order === 'twice' ? 2 : 1,
        attempts: [],
        createdAt: new Date().toISOString(),
      });
      forgetOldest(deliveries);
      if (delivery.status !== 'queued') return;
      if (order === 'reversed') return void stashed.push(delivery);
      enqueue(delivery);
      if (stashed.length > 0) releaseStashed();
    },
    redeliver(id) {
      const delivery = deliveries.get(id);
      if (!delivery) return undefined;
      const again = deliveries.put({ ...delivery, status: 'queued', copies: 1 });
      stashed = stashed.filter((other) => other.id !== id);
      if (!lanes.get(laneKey(again))?.ids.includes(id)) enqueue(again);
      return again;
    },
    resume(account) {
      for (const lane of lanes.values()) {
        if (!lane.key.startsWith(account)) continue;
        lane.paused = false;
        lane.failures = 0;
        if (lane.ids.length > 0) run(lane);
      }
    },
    releaseStashed,
    queues: () =>
      [...lanes.values()].map(({ key, ids, paused, failures }) => ({
        lane: key,
        waiting: ids.length,
        paused,
        failuresInARow: failures,
      })),
    async stop() {
      stopping.abort();
      await Promise.all([...lanes.values()].map((lane) => lane.running));
    },
  };
}

const laneKey = ({ account, id }: Pick<Delivery, 'account' | 'id'>): string =>
  account === 'asaas' ? account : `${account}:${id}`;

function laneOf(lanes: Map<string, Lane>, delivery: Delivery): Lane {
  const key = laneKey(delivery);
  const lane = lanes.get(key) ?? { key, ids: [], failures: 0, paused: false, running: null };
  lanes.set(key, lane);
  return lane;
}

function forgetOldest(deliveries: Table<Delivery>): void {
  if (deliveries.size <= KEPT_DELIVERIES) return;
  const settled = deliveries.all().filter(({ status }) => status !== 'queued');
  settled.slice(0, deliveries.size - KEPT_DELIVERIES).forEach(({ id }) => deliveries.remove(id));
}
