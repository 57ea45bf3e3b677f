import type { ServiceName } from '@estampa/kernel/topics';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Call } from '../rpc/call.ts';
import { type Consumer, startConsumers } from '../events/consumers.ts';
import { InboxWatch } from '../events/inbox-watch.ts';
import type { KafkaClient } from '../events/kafka/client.ts';
import type { Member } from '../events/member.ts';
import { startOutboxRelay } from '../events/outbox-relay.ts';
import { topicsOf } from '../events/topic-starts.ts';
import { replayJob } from '../events/replay.ts';
import type { PostgresAddress } from '../postgres/address.ts';
import type { Orm } from '../postgres/connect.ts';
import type { Log } from '../telemetry/log.ts';
import type { BaseContext } from './context.ts';
import { type Job, startJobs, type WakeJobs } from './jobs.ts';
import { pruneJob, type PruneRule } from './prune.ts';
import type { Retention } from './retention.ts';

type Background<C extends BaseContext> = Member & {
  service: ServiceName;
  orm: Orm;
  log: Log;
  kafka: KafkaClient;
  /** The server itself: the relay's lock lasts as long as a session. */
  session: PostgresAddress;
  context: (em: EntityManager, call: Call) => C;
  consumers: readonly Consumer<C>[];
  jobs: readonly Job<C>[];
  prune: readonly PruneRule[];
  retention: Retention;
  lanes?: number | undefined;
};

/**
 * Starts what a service does beside responding: its relay, its jobs and its consumers, in that order. They end in the opposite
 * order with `resources`.
 */
export async function startBackground<C extends BaseContext>(
  resources: AsyncDisposableStack,
  { session, jobs, prune, retention, ...options }: Background<C>,
) {
  const { orm, kafka, topicPrefix, service, group, log, consumers, context, lanes } = options;
  const watch = new InboxWatch(orm);
  const topics = topicsOf(service);
  const publishing = { orm, database: session, kafka, topicPrefix, service, group, topics, log, lanes };
  resources.use(await startOutboxRelay(publishing));
  const wake: WakeJobs = (call) => running.wake(call);
  const consuming = { ...options, watch, wake };
  const all = [...jobs, pruneJob(prune, retention), replayJob(consuming, consumers)];
  const running = resources.use(startJobs({ orm, log, context, jobs: all }));
  resources.use(startConsumers(consuming));
  return { watch, wake, consuming };
}
