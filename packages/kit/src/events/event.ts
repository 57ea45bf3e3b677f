import { isUuid } from '@estampa/kernel/ids';
import type { Topic } from '@estampa/kernel/topics';
import type { IncomingRecord } from './kafka/client.ts';

/** An event as it came, or as it stands in `dead_letter`. */
export type Event = {
  id: string;
  topic: Topic;
  key: string;
  type: string;
  payload: string;
  requestId: string;
  traceparent: string | null;
  occurredAt: Date;
};

/** What a trace shows of an event. */
export const eventAttributes = ({ id, topic, key, type }: Record<'id' | 'topic' | 'key' | 'type', string>) => ({
  'messaging.system': 'kafka',
  'messaging.destination.name': topic,
  'messaging.message.id': id,
  'messaging.kafka.message.key': key,
  'estampa.event_type': type,
});

/** Null for what no service of ours has published. */
export function readEvent(
  topic: Topic,
  { key, value, headers }: Pick<IncomingRecord, 'key' | 'value' | 'headers'>,
): Event | null {
  const header = (name: string) => headers[name]?.toString();
  const id = header('event-id') ?? '';
  if (!isUuid(id) || !key || !value) return null;
  return {
    id,
    topic,
    key: key.toString(),
    type: header('event-type') ?? '',
    payload: value.toString(),
    requestId: header('request-id') ?? id,
    traceparent: header('traceparent') ?? null,
    occurredAt: new Date(header('occurred-at') ?? 0),
  };
}
