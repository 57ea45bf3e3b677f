import { setTimeout as pause } from 'node:timers/promises';
import { TOPICS } from '@estampa/kernel/topics';
import { loseRecords } from '@estampa/kit/test/lose-records';
import type { ProcessName } from '@estampa/stack/topology';
import type { Fault } from '../fault.ts';
import type { InUse } from '../stage/in-use.ts';

/** Long enough for others to publish what it misses. */
const ABSENCE_MS = 4_000;

/** Also what the others had just published and a consumer that runs had not read yet. */
export const LOST_RECORDS: Fault<InUse> = {
  name: 'lost-records',
  title: 'Kafka loses all records while a consumer is away',
  targets: ['payouts', 'fulfillment-shipping', 'storefront', 'orders-payments'],
  async strike({ infrastructure, marketplace }, target) {
    const struck = marketplace.processes[target as ProcessName];
    await struck.kill('SIGKILL');
    await pause(ABSENCE_MS);
    const { brokers } = infrastructure.kafka;
    await Promise.all(TOPICS.map((topic) => loseRecords(brokers, marketplace.surroundings.prefix, topic)));
    await struck.restart();
  },
};
