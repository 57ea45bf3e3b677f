import { defineEntity, p } from '@mikro-orm/postgresql';
import type { WaitlistEntry, WaitlistStatus } from '../domain/waitlist.ts';

const WaitlistEntrySchema = defineEntity({
  name: 'WaitlistEntryRow',
  tableName: 'waitlist_entry',
  properties: {
    id: p.uuid().primary(),
    email: p.text(),
    name: p.text(),
    whatsapp: p.text().nullable(),
    portfolioUrl: p.text().nullable(),
    message: p.text().nullable(),
    status: p.text().$type<WaitlistStatus>(),
    inviteTokenHash: p.text().nullable().hidden(),
    invitedAt: p.datetime().nullable(),
    inviteExpiresAt: p.datetime().nullable(),
    convertedAt: p.datetime().nullable(),
    userId: p.uuid().nullable(),
    notes: p.text().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export class WaitlistEntryRow extends WaitlistEntrySchema.class {}
WaitlistEntrySchema.setClass(WaitlistEntryRow);

null as unknown as WaitlistEntryRow satisfies WaitlistEntry;
