import type { WaitlistEntry, WaitlistServiceService } from '@estampa/contracts/identity/v1/identity';
import type { Handlers } from '@estampa/kit/grpc-server';
import type { Context } from '../context.ts';
import type { WaitlistEntryRow } from '../db/waitlist-entry.entity.ts';
import { getWaitlistEntry } from '../usecases/get-waitlist-entry.ts';
import { inviteWaitlistEntry } from '../usecases/invite-waitlist-entry.ts';
import { joinWaitlist } from '../usecases/join-waitlist.ts';
import { listWaitlistEntries } from '../usecases/list-waitlist-entries.ts';
import { validateInvite } from '../usecases/validate-invite.ts';

const DEFAULT_LIMIT = 20;

export const waitlist: Handlers<typeof WaitlistServiceService, Context> = {
  async joinWaitlist(ctx, { email, name, whatsapp = null, portfolioUrl = null, message = null }) {
    return { entry: entryMessage(await joinWaitlist(ctx, { email, name, whatsapp, portfolioUrl, message })) };
  },

  async listWaitlistEntries(ctx, { page, status, search }) {
    const { skip = 0, limit = DEFAULT_LIMIT } = page ?? {};
    const { entries, total } = await listWaitlistEntries(ctx, { status, search, skip, limit });
    return { entries: entries.map(entryMessage), total };
  },

  async getWaitlistEntry(ctx, { id }) {
    return { entry: entryMessage(await getWaitlistEntry(ctx, id)) };
  },

  async inviteWaitlistEntry(ctx, { id }) {
    const { entry, inviteToken, inviteUrl } = await inviteWaitlistEntry(ctx, id);
    return { entry: entryMessage(entry), inviteToken, inviteUrl };
  },

  async validateInvite(ctx, request) {
    const entry = await validateInvite(ctx, request);
    if (!entry) return { valid: false };
    return { valid: true, email: entry.email, name: entry.name, expiresAt: entry.inviteExpiresAt ?? undefined };
  },
};

const entryMessage = (row: WaitlistEntryRow): WaitlistEntry => ({
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
