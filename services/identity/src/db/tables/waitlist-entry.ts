import { hidden, key, nullable, oneOf, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import { type WaitlistEntry, WAITLIST_STATUSES } from '../../domain/waitlist.ts';

export const waitlistEntry = table('waitlist_entry', {
  id: key(uuid),
  email: text,
  name: text,
  whatsapp: nullable(text),
  portfolioUrl: nullable(text),
  message: nullable(text),
  status: oneOf(WAITLIST_STATUSES),
  inviteTokenHash: hidden(nullable(text)),
  invitedAt: nullable(timestamp),
  inviteExpiresAt: nullable(timestamp),
  convertedAt: nullable(timestamp),
  userId: nullable(uuid),
  notes: nullable(text),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type WaitlistEntryRow = RowOf<typeof waitlistEntry.columns>;

null as unknown as WaitlistEntryRow satisfies WaitlistEntry;
