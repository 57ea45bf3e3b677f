import { newId } from '@estampa/kernel/ids';
import type { EntityManager } from '@mikro-orm/postgresql';
import { outgoingEmails } from '../../db/email-repository.ts';
import type { EmailText } from '../../domain/email-text.ts';

export type NewEmail = EmailText & { about: string; recipient: string; giveUpAt: Date };

/** Queues a message with the change that it reports; an unsent one about the same thing is removed. */
export const postEmail = (tx: EntityManager, email: NewEmail, now: Date): void =>
  outgoingEmails.insert(tx, { ...email, id: newId(), createdAt: now });

/** The same statements for no recipient: what is written is never sent. */
export const postNothing = (tx: EntityManager, { about, giveUpAt }: NewEmail, now: Date): void =>
  outgoingEmails.insert(tx, { id: newId(), about, recipient: '', subject: '', body: null, giveUpAt, createdAt: now });
