import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { EmailRow } from './tables/email.ts';

const NEW_EMAIL = statement(
  `with replaced as (delete from email where about = $2 and body is not null)
   insert into email (id, about, recipient, subject, body, give_up_at, attempts, next_attempt_at, created_at)
   values ($1, $2, $3, $4, $5, $6, 0, $7, $7)`,
  {},
);

const FORGET_UNSENT = statement('delete from email where about = $1 and body is not null', {});

/** For what is true no more. */
export const forgetUnsentEmail = (tx: EntityManager, about: string): void => FORGET_UNSENT.onCommit(tx, [about]);

export type NewEmail = Pick<EmailRow, 'id' | 'about' | 'recipient' | 'subject' | 'body' | 'giveUpAt' | 'createdAt'>;

/** Due at once; an unsent one about the same thing goes. */
export const saveEmail = (tx: EntityManager, email: NewEmail): void =>
  NEW_EMAIL.onCommit(tx, [
    email.id,
    email.about,
    email.recipient,
    email.subject,
    email.body,
    email.giveUpAt,
    email.createdAt,
  ]);
