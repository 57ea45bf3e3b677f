import { setTimeout as pause } from 'node:timers/promises';
import { Migration } from '@mikro-orm/migrations';
import type { Topic } from '@estampa/kernel/topics';
import type pg from 'pg';
import type { KafkaClient, OutgoingRecord } from './kafka/client.ts';
import { consumerGroup, type Member } from './member.ts';

/** Which part of the outbox a relay publishes. */
export type Lane = { readonly index: number; readonly of: number };

export const LANES_MAX = 16;
/** Exclusive: of the only lane, and of whoever changes how many there are. Shared: of each of several. */
const RELAY_LOCK = 7_301_002;
const TRY_AGAIN_MS = 50;

/** How many lanes published last; one, where nobody has written it. */
export class OutboxLanesMigration extends Migration {
  override up(): void {
    this.addSql(`
      create table outbox_lanes (
        is_only boolean primary key default true constraint outbox_lanes_once check (is_only),
        lanes int not null
      )`);
  }
}

/** A condition on rows of the outbox: each key is in one lane. PostgreSQL computes the hash, for all lanes alike. */
export function keysOf({ index, of }: Lane): string {
  if (of === 1) return '';
  const first = (lane: number) => Math.ceil((lane * 2 ** 32) / of) - 2 ** 31;
  return `and hashtext(key) between ${first(index)} and ${first(index + 1) - 1}`;
}

/** The name that fences a lane. That of the first is the only one of versions that know no lanes. */
export const producerName = (member: Member, lane: number): string =>
  `${consumerGroup(member)}-outbox${lane === 0 ? '' : `-${lane}`}`;

/**
 * The right to publish a lane, for as long as this session of PostgreSQL lives. Lanes of one number run beside each other; whoever counts
 * otherwise, as the version before does, waits until none of them runs, and they for it. Only then do keys move from lane to lane.
 * `fence` stops what relays of so many lanes may still have under way.
 */
export async function takeLane(
  client: pg.Client,
  lane: Lane,
  fence: (lanes: number) => Promise<void>,
): Promise<boolean> {
  if (await hasTaken(client, 'pg_try_advisory_lock($1)', RELAY_LOCK)) {
    const before = await lanesBefore(client);
    // The next names as well: a number that Kafka does not permit all names of must not be stored, or nobody could leave it.
    if (before > 1 || lane.of > 1) await fence(Math.max(before, lane.of));
    if (before !== lane.of) await client.query(COUNT, [lane.of]);
    if (lane.of > 1) await share(client, lane);
    return true;
  }
  if (lane.of === 1 || !(await hasTaken(client, 'pg_try_advisory_lock_shared($1)', RELAY_LOCK))) return false;
  const isFree =
    (await lanesBefore(client)) === lane.of &&
    (await hasTaken(client, 'pg_try_advisory_lock($1, $2)', RELAY_LOCK, lane.index));
  if (!isFree) await client.query('select pg_advisory_unlock_shared($1)', [RELAY_LOCK]);
  return isFree;
}

/** The session's commits are not durable at once; this one has to be, or the next change would fence too few. */
const COUNT = `
  with durable as materialized (select set_config('synchronous_commit', 'on', true))
  insert into outbox_lanes (lanes) select $1::int from durable
  on conflict (is_only) do update set lanes = excluded.lanes`;

async function lanesBefore(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ lanes: number }>('select coalesce(max(lanes), 1) as lanes from outbox_lanes');
  return rows[0]!.lanes;
}

async function hasTaken(client: pg.Client, lock: string, ...keys: number[]): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`select ${lock} as taken`, keys);
  return rows[0]!.taken;
}

/** Nobody else has a lane yet, so nothing of this waits. */
async function share(client: pg.Client, { index }: Lane): Promise<void> {
  await client.query('select pg_advisory_lock($1, $2)', [RELAY_LOCK, index]);
  await client.query('select pg_advisory_lock_shared($1)', [RELAY_LOCK]);
  await client.query('select pg_advisory_unlock($1)', [RELAY_LOCK]);
}

type Fencing = Member & { kafka: KafkaClient; topics: readonly Topic[] };

/**
 * A partition rejects what a relay has under way once it has a record of the next producer of that name. Where a key goes on under
 * another name, nothing of its old one would come by itself, so each name says that much to every partition. Consumers pass over
 * it, as it is no event. `mustLive` rejects once the session has been lost, and lets it live on otherwise: it ends when it is idle
 * for longer than one name may take, and another relay publishes, whom further names would stop.
 */
export async function fenceLanes(options: Fencing, lanes: number, mustLive: () => Promise<unknown>): Promise<void> {
  const partitions = await partitionsOf(options);
  for (let lane = 0; lane < lanes; lane += 1) {
    await mustLive();
    const producer = await options.kafka.fencedProducer(producerName(options, lane));
    try {
      const key = `outbox-lane:${lane}`;
      if (partitions.length > 0)
        await producer.send(partitions.map((to) => ({ ...to, key, value: null, headers: {} })));
    } finally {
      await producer[Symbol.asyncDispose]().catch(() => undefined);
    }
  }
}

async function partitionsOf({ kafka, topicPrefix, topics }: Fencing) {
  const admin = await kafka.admin();
  try {
    const found: Pick<OutgoingRecord, 'topic' | 'partition'>[] = [];
    for (const topic of topics) {
      for (const { partition } of await admin.endsOf(topicPrefix + topic)) {
        found.push({ topic: topicPrefix + topic, partition });
      }
    }
    return found;
  } finally {
    await admin[Symbol.asyncDispose]().catch(() => undefined);
  }
}

/** Runs the body while no other lane publishes: their sessions are ended, and begin anew once it is done. */
export async function alone<T>(client: pg.Client, lane: Lane, body: () => Promise<T>): Promise<T> {
  if (lane.of === 1) return body();
  while (!(await hasTaken(client, 'pg_try_advisory_lock($1)', RELAY_LOCK))) {
    await client.query(END_OTHERS, [RELAY_LOCK]);
    await pause(TRY_AGAIN_MS);
  }
  const result = await body();
  await client.query('select pg_advisory_unlock($1)', [RELAY_LOCK]);
  return result;
}

/** `objsubid`: 1 of a lock with one key. */
const END_OTHERS = `
  select pg_terminate_backend(pid) from pg_locks
  where locktype = 'advisory' and classid = 0 and objid = $1::bigint::oid and objsubid = 1 and granted
    and database = (select oid from pg_database where datname = current_database()) and pid <> pg_backend_pid()`;
