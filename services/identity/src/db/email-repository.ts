import { type RowOf, text } from '@estampa/kit/postgres/columns';
import { selected, toRecord } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { email, type EmailRow } from './tables/email.ts';

/** One that is due still has its body. */
const DUE = { ...email.pick('id', 'recipient', 'subject', 'giveUpAt', 'attempts', 'createdAt'), body: text };
export type DueEmail = RowOf<typeof DUE>;

type NewEmail = Pick<EmailRow, 'id' | 'about' | 'recipient' | 'subject' | 'body' | 'giveUpAt' | 'createdAt'>;

/** E-mails that are to be sent, and that were. */
export const outgoingEmails = {
  /** Replicas share the work: a claimed message is not due again until `until`. */
  claimDue: (em: EntityManager, now: Date, until: Date, limit: number): Promise<DueEmail[]> =>
    CLAIM_DUE.all(em, [now, until, limit]),

  /** No other replica takes what is still under way. */
  async claimOn(em: EntityManager, ids: readonly string[], until: Date): Promise<void> {
    await CLAIM_ON.all(em, [ids, until]);
  },

  /** Due at once, with the commit; an unsent one about the same thing goes. */
  insert: (tx: EntityManager, given: NewEmail): void => INSERT.onCommit(tx, [toRecord(rowOf(given)), given.about]),

  /** Due at once; nothing if it is known, sent or not. */
  async insertOnce(em: EntityManager, given: NewEmail): Promise<void> {
    await INSERT_ONCE.all(em, [toRecord(rowOf(given))]);
  },

  async saveSent(em: EntityManager, id: string, now: Date): Promise<void> {
    await SAVE_SENT.all(em, [id, now]);
  },

  async saveFailed(em: EntityManager, id: string, nextAttemptAt: Date, error: string): Promise<void> {
    await SAVE_FAILED.all(em, [id, nextAttemptAt, error]);
  },

  async saveGivenUp(em: EntityManager, id: string): Promise<void> {
    await SAVE_GIVEN_UP.all(em, [id]);
  },

  /** Deletes, with the commit, what says something that is true no more. */
  deleteUnsent: (tx: EntityManager, about: string): void => DELETE_UNSENT.onCommit(tx, [about]),

  /** Deletes all to an address with the commit, but for those about one thing. */
  deleteOfRecipient: (tx: EntityManager, recipient: string, { except }: { except: string }): void =>
    DELETE_OF_RECIPIENT.onCommit(tx, [recipient, except]),
};

const rowOf = (given: NewEmail): EmailRow => ({
  ...given,
  attempts: 0,
  nextAttemptAt: given.createdAt,
  sentAt: null,
  lastError: null,
});

const CLAIM_DUE = statement(
  `update email set attempts = attempts + 1, next_attempt_at = $2 where id in (
     select id from email where body is not null and next_attempt_at <= $1
     order by next_attempt_at limit $3 for update skip locked
   ) returning ${selected(DUE, 'email')}`,
  DUE,
);

const CLAIM_ON = statement('update email set next_attempt_at = $2 where id = any($1::uuid[]) and body is not null', {});

const INSERT = statement(
  `with replaced as (delete from email where about = $2 and body is not null) ${email.insertRecord('$1')}`,
  {},
);

const INSERT_ONCE = statement(`${email.insertRecord('$1')} on conflict (id) do nothing`, {});

const SAVE_SENT = statement('update email set sent_at = $2, body = null, last_error = null where id = $1', {});

const SAVE_FAILED = statement(
  'update email set next_attempt_at = $2, last_error = $3 where id = $1 and body is not null',
  {},
);

const SAVE_GIVEN_UP = statement('update email set body = null where id = $1', {});

const DELETE_UNSENT = statement('delete from email where about = $1 and body is not null', {});

const DELETE_OF_RECIPIENT = statement('delete from email where lower(recipient) = lower($1) and about <> $2', {});
