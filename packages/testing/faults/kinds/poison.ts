import { randomUUID } from 'node:crypto';
import type { ServiceName, Topic } from '@estampa/kernel/topics';
import { waitFor } from '@estampa/stack/wait';
import { TopicProbe } from '../../src/topic-probe.ts';
import type { Fault } from '../fault.ts';
import type { InUse } from '../stage/in-use.ts';

const DEAD_LETTERED_WITHIN_MS = 30_000;

/** Events without anything in them, and who subscribes to them. */
const EVENTS: Readonly<Record<string, { topic: Topic; aggregate: string; readers: readonly ServiceName[] }>> = {
  'an order': { topic: 'orders.v1', aggregate: 'order', readers: ['payouts', 'fulfillment-shipping'] },
  'an item of an order': { topic: 'fulfillment.v1', aggregate: 'item', readers: ['payouts'] },
  'a product type': { topic: 'catalog.v1', aggregate: 'product_type', readers: ['storefront'] },
};

export const POISON: Fault<InUse> = {
  name: 'poison',
  title: 'an event that cannot be applied',
  targets: Object.keys(EVENTS),
  async strike({ databases, infrastructure, marketplace, journal }, target) {
    const { topic, aggregate, readers } = EVENTS[target]!;
    await using probe = new TopicProbe(infrastructure.kafka.brokers, marketplace.surroundings.prefix);
    const id = randomUUID();
    journal.poisoned.add(id);
    await probe.publish(topic, { id, type: `${aggregate}_changed`, key: `${aggregate}:${randomUUID()}`, value: {} });
    const isDeadLettered = async () => {
      const query = 'select from dead_letter where event_id = $1';
      const found = await Promise.all(readers.map((name) => databases[name].query(query, [id])));
      return found.every(({ rowCount }) => rowCount === 1);
    };
    await waitFor('a dead letter', isDeadLettered, { deadlineMs: DEAD_LETTERED_WITHIN_MS });
  },
};
