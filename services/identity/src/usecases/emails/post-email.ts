import { newId } from '@estampa/kernel/ids';
import type { EntityManager } from '@mikro-orm/postgresql';
import { outgoingEmails } from '../../db/email-repository.ts';
import type { EmailText } from '../../domain/email-text.ts';

export type NewEmail = EmailText & { about: string; recipient: string; giveUpAt: Date };

/** Puts a message into the post with the change that it tells of; an unsent one about the same thing is taken out. */
export const postEmail = (tx: EntityManager, email: NewEmail, now: Date): void =>
  outgoingEmails.insert(tx, { ...email, id: newId(), createdAt: now });

/** The work of posting a message, for nobody: what is written is never sent. */
export const postNothing = (tx: EntityManager, { about, giveUpAt }: NewEmail, now: Date): void =>
  outgoingEmails.insert(tx, { id: newId(), about, recipient: '', subject: '', body: null, giveUpAt, createdAt: now });
