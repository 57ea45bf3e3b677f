import { defineEntity, p } from '@mikro-orm/postgresql';

const EmailSchema = defineEntity({
  name: 'EmailRow',
  tableName: 'email',
  properties: {
    id: p.uuid().primary(),
    /** What it is about, such as `waitlist_entry:<id>`: a newer message about the same thing replaces an unsent one. */
    about: p.text(),
    recipient: p.text(),
    subject: p.text(),
    /** May hold a token, so it goes as soon as nobody needs it: null means sent or given up. */
    body: p.text().nullable(),
    /** After this moment the message would be of no use. */
    giveUpAt: p.datetime(),
    attempts: p.integer(),
    nextAttemptAt: p.datetime(),
    sentAt: p.datetime().nullable(),
    lastError: p.text().nullable(),
    createdAt: p.datetime(),
  },
});

export class EmailRow extends EmailSchema.class {}
EmailSchema.setClass(EmailRow);
