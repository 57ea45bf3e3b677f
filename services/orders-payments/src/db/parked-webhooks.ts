import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Webhook } from './webhooks.ts';

/** Where parked webhooks stand among the dead letters, which `npm run replay` lists, replays and discards. */
export const PARKED_TOPIC = 'payment-notices';

const keyOf = ({ id }: Pick<Webhook, 'id'>): string => `payment_notice:${id}`;

/** Sets a webhook aside with its reason, so that it holds up none after it. */
export const deadLetterWebhook = (em: EntityManager, webhook: Webhook, reason: string): Promise<unknown> =>
  DEAD_LETTER.all(em, [webhook.id, keyOf(webhook), webhook.event, payloadOf(webhook), reason, webhook.tries]);

const payloadOf = ({ provider, providerPaymentId, query, rawBody }: Webhook): string =>
  JSON.stringify({ provider, providerPaymentId, query, body: rawBody.toString('utf8') });

const DEAD_LETTER = statement(
  `with parked as (update payment_notice set parked_at = now() where id = $1 returning id),
   again as (
     update dead_letter set reason = $5, attempts = attempts + $6, replay_requested_at = null
     where topic = '${PARKED_TOPIC}' and key = $2 and replayed_at is null and discarded_at is null returning event_id)
   insert into dead_letter (event_id, topic, key, type, payload, request_id, occurred_at, reason, attempts)
   select gen_random_uuid(), '${PARKED_TOPIC}', $2, $3, $4, $2, now(), $5, $6 from parked
   where not exists (select from again)`,
  {},
);

/** Gives back to the work what an operator wants replayed. */
export const unparkWebhooks = (em: EntityManager): Promise<unknown> => UNPARK.all(em, []);

const UNPARK = statement(
  `update payment_notice as n set parked_at = null, due_at = now(), tries = 0 from dead_letter as d
   where d.topic = '${PARKED_TOPIC}' and d.replay_requested_at is not null
     and d.replayed_at is null and d.discarded_at is null
     and n.id = split_part(d.key, ':', 2)::bigint and n.parked_at is not null`,
  {},
);

/** Ends the letters of webhooks that have been applied since. */
export const endReplayed = (em: EntityManager): Promise<unknown> => END.all(em, []);

const END = statement(
  `update dead_letter as d set replayed_at = now(), attempts = attempts + 1 from payment_notice as n
   where d.topic = '${PARKED_TOPIC}' and d.replay_requested_at is not null
     and d.replayed_at is null and d.discarded_at is null
     and n.id = split_part(d.key, ':', 2)::bigint and n.applied_at is not null`,
  {},
);
