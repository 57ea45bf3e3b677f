import type pg from 'pg';
import { COMPRESSED_FROM_BYTES } from './event-size.ts';
import { eventAttributes } from './event.ts';
import type { OutgoingRecord, RecordProducer } from './kafka/client.ts';
import { keysOf, type Lane } from './relay-lanes.ts';
import { listOf } from '../postgres/statement.ts';
import { beginSteps } from '../telemetry/trace.ts';

const BATCH_EVENTS = 500;
/** Several events share a request up to here; a single larger event goes by itself. */
const BATCH_BYTES = 512 * 1024;

export type OutboxRow = {
  id: string;
  event_id: string;
  topic: string;
  key: string;
  type: string;
  payload: string;
  request_id: string;
  traceparent: string | null;
  occurred_at: Date;
  bytes: number;
};

/** The oldest events of a lane that Kafka has not got, in order. */
export async function nextBatch(client: pg.Client, lane: Lane): Promise<OutboxRow[]> {
  const { rows } = await client.query<OutboxRow>({ name: 'unsent', text: unsentOf(lane) });
  return rows;
}

export async function sendBatch(
  producer: RecordProducer,
  topicPrefix: string,
  rows: readonly OutboxRow[],
): Promise<void> {
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  const steps = beginSteps(rows, 'producer', describe);
  try {
    const records = rows.map((row) => recordOf(row, topicPrefix, steps?.of(row)?.traceparent ?? row.traceparent));
    await producer.send(records, { isCompressed: bytes >= COMPRESSED_FROM_BYTES });
    steps?.end();
  } catch (error) {
    steps?.end('not_sent');
    throw error;
  }
}

export async function markSent(client: pg.Client, rows: readonly OutboxRow[]): Promise<void> {
  const ids = rows.map((row) => row.id);
  await client.query({ name: 'sent', text: SENT, values: [ids, ids.at(0), ids.at(-1)] });
}

/** Kafka will never take it: it is set aside, so that the others go on. */
export async function markRejected(client: pg.Client, row: OutboxRow, reason: string): Promise<void> {
  await client.query('update outbox set refused_at = now(), refusal = $2 where id = $1', [row.id, reason]);
}

const describe = ({ topic, type, key, event_id: id }: OutboxRow) => ({
  name: `send ${topic}`,
  attributes: eventAttributes({ topic, type, key, id }),
});

const recordOf = (row: OutboxRow, topicPrefix: string, traceparent: string | null): OutgoingRecord => ({
  topic: topicPrefix + row.topic,
  key: row.key,
  value: row.payload,
  headers: {
    'event-id': row.event_id,
    'event-type': row.type,
    'occurred-at': row.occurred_at.toISOString(),
    'request-id': row.request_id,
    ...(traceparent && { traceparent }),
  },
});

export const unsentOf = (lane: Lane): string => `
  select * from (
    select id, event_id, topic, key, type, payload, request_id, traceparent, occurred_at,
           octet_length(payload) as bytes, sum(octet_length(payload)) over (order by id) as bytes_so_far
    from outbox where sent_at is null and refused_at is null ${keysOf(lane)} order by id limit ${BATCH_EVENTS}
  ) as next where bytes_so_far <= ${BATCH_BYTES} or bytes_so_far = bytes order by id`;
/** The bounds say in which partitions the list is, which PostgreSQL does not look at for that. */
export const SENT = `
  update outbox set sent_at = now() where id = any(${listOf('$1::bigint[]')}) and id between $2 and $3`;
