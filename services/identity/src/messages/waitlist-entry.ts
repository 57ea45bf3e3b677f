import type { WaitlistEntry } from '@estampa/contracts/identity/v1/waitlist';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { WaitlistEntryRow } from '../db/tables/waitlist-entry.ts';

export const waitlistEntryMessage = (row: WaitlistEntryRow): AllFields<WaitlistEntry> => ({
  id: row.id,
  email: row.email,
  name: row.name,
  whatsapp: row.whatsapp ?? undefined,
  portfolioUrl: row.portfolioUrl ?? undefined,
  message: row.message ?? undefined,
  status: row.status,
  invitedAt: row.invitedAt ?? undefined,
  inviteExpiresAt: row.inviteExpiresAt ?? undefined,
  convertedAt: row.convertedAt ?? undefined,
  userId: row.userId ?? undefined,
  notes: row.notes ?? undefined,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
