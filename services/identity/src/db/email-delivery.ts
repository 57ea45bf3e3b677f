import { integer, type RowOf, text, timestamp } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

const DUE_EMAIL = {
  id: text,
  recipient: text,
  subject: text,
  body: text,
  giveUpAt: timestamp,
  attempts: integer,
  createdAt: timestamp,
};

export type DueEmail = RowOf<typeof DUE_EMAIL>;

/** Replicas share the work: a claimed message is not due again for a while. */
const CLAIM = statement(
  `update email set attempts = attempts + 1, next_attempt_at = $2 where id in (
     select id from email where body is not null and next_attempt_at <= $1
     order by next_attempt_at limit $3 for update skip locked
   ) returning id, recipient, subject, body, give_up_at as "giveUpAt", attempts, created_at as "createdAt"`,
  DUE_EMAIL,
);

export const claimEmails = (em: EntityManager, now: Date, until: Date, limit: number): Promise<DueEmail[]> =>
  CLAIM.all(em, [now, until, limit]);

const LOCK = statement('update email set next_attempt_at = $2 where id = any($1::uuid[]) and body is not null', {});

/** Nobody else takes what is still under way. */
export const lockEmails = (em: EntityManager, ids: readonly string[], until: Date): Promise<unknown> =>
  LOCK.all(em, [ids, until]);

const SENT = statement('update email set sent_at = $2, body = null, last_error = null where id = $1', {});

export const noteSent = (em: EntityManager, id: string, now: Date): Promise<unknown> => SENT.all(em, [id, now]);

const FAILED = statement(
  'update email set next_attempt_at = $2, last_error = $3 where id = $1 and body is not null',
  {},
);

export const noteFailed = (em: EntityManager, id: string, nextAttemptAt: Date, error: string): Promise<unknown> =>
  FAILED.all(em, [id, nextAttemptAt, error]);

const GIVEN_UP = statement('update email set body = null where id = $1', {});

export const noteGivenUp = (em: EntityManager, id: string): Promise<unknown> => GIVEN_UP.all(em, [id]);
