import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Webhook } from './webhook-repository.ts';

/** The topic of these dead letters in `npm run replay`, which lists, replays and discards them. */
const TOPIC = 'payment-notices';

const keyOf = ({ id }: Pick<Webhook, 'id'>): string => `payment_notice:${id}`;

/** Webhooks that could not be applied. */
export const deadWebhooks = {
  /** Dead-letters a webhook with the reason, so that later ones of its payment are applied. */
  async insert(em: EntityManager, webhook: Webhook, reason: string): Promise<void> {
    await INSERT.all(em, [webhook.id, keyOf(webhook), webhook.event, payloadOf(webhook), reason, webhook.tries]);
  },

  /** Makes webhooks due that an operator wants replayed. */
  async saveRequested(em: EntityManager): Promise<void> {
    await SAVE_REQUESTED.all(em, []);
  },

  /** Marks letters as replayed whose webhooks have been applied since. */
  async saveReplayed(em: EntityManager): Promise<void> {
    await SAVE_REPLAYED.all(em, []);
  },
};

const payloadOf = ({ provider, providerPaymentId, query, rawBody }: Webhook): string =>
  JSON.stringify({ provider, providerPaymentId, query, body: rawBody.toString('utf8') });

const INSERT = statement(
  `with dead_lettered as (update payment_notice set parked_at = now() where id = $1 returning id),
   again as (
     update dead_letter set reason = $5, attempts = attempts + $6, replay_requested_at = null
     where topic = '${TOPIC}' and key = $2 and replayed_at is null and discarded_at is null returning event_id)
   insert into dead_letter (event_id, topic, key, type, payload, request_id, occurred_at, reason, attempts)
   select gen_random_uuid(), '${TOPIC}', $2, $3, $4, $2, now(), $5, $6 from dead_lettered
   where not exists (select from again)`,
  {},
);

/** Whether replay of a letter `d` is requested, and whether it is of a webhook `n`. */
const IS_REQUESTED = `d.topic = '${TOPIC}' and d.replay_requested_at is not null
  and d.replayed_at is null and d.discarded_at is null and n.id = split_part(d.key, ':', 2)::bigint`;

const SAVE_REQUESTED = statement(
  `update payment_notice as n set parked_at = null, due_at = now(), tries = 0 from dead_letter as d
   where ${IS_REQUESTED} and n.parked_at is not null`,
  {},
);

const SAVE_REPLAYED = statement(
  `update dead_letter as d set replayed_at = now(), attempts = attempts + 1 from payment_notice as n
   where ${IS_REQUESTED} and n.applied_at is not null`,
  {},
);
