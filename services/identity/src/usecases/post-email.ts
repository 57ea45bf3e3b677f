import { newId } from '@estampa/kernel/ids';
import { addRow } from '@estampa/kit/add-row';
import type { EntityManager } from '@mikro-orm/postgresql';
import { EmailRow } from '../db/email.entity.ts';

export type NewEmail = { about: string; recipient: string; subject: string; body: string; giveUpAt: Date };

/** Puts a message into the post with the change that it tells of; an unsent one about the same thing is taken out. */
export async function postEmail(tx: EntityManager, email: NewEmail, now: Date): Promise<void> {
  await tx.nativeDelete(EmailRow, { about: email.about, body: { $ne: null } });
  addRow(tx, EmailRow, {
    ...email,
    id: newId(),
    attempts: 0,
    nextAttemptAt: now,
    sentAt: null,
    lastError: null,
    createdAt: now,
  });
}
