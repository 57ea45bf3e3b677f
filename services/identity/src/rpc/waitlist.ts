import type { UpdateWaitlistEntryRequest, WaitlistServiceService } from '@estampa/contracts/identity/v1/waitlist';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import { changesIn, type UpdateFields } from '@estampa/kit/rpc/update-mask';
import type { Context } from '../context.ts';
import { waitlistEntryMessage } from '../messages/waitlist-entry.ts';
import { blockWaitlistEntry } from '../usecases/waitlist/block-waitlist-entry.ts';
import { getWaitlistEntry } from '../usecases/waitlist/get-waitlist-entry.ts';
import { inviteWaitlistEntry } from '../usecases/waitlist/invite-waitlist-entry.ts';
import { joinWaitlist } from '../usecases/waitlist/join-waitlist.ts';
import { listWaitlistEntries } from '../usecases/waitlist/list-waitlist-entries.ts';
import { rejectWaitlistEntry } from '../usecases/waitlist/reject-waitlist-entry.ts';
import { type UpdateWaitlistEntry, updateWaitlistEntry } from '../usecases/waitlist/update-waitlist-entry.ts';
import { validateInvite } from '../usecases/waitlist/validate-invite.ts';

const FIELDS = {
  name: 'required',
  whatsapp: 'clearable',
  notes: 'clearable',
} as const satisfies UpdateFields<UpdateWaitlistEntryRequest, 'id', UpdateWaitlistEntry>;

export const waitlist: Handlers<typeof WaitlistServiceService, Context> = {
  joinWaitlist: command(
    (context, { email, name, whatsapp = null, portfolioUrl = null, message = null }) =>
      joinWaitlist(context, { email, name, whatsapp, portfolioUrl, message }),
    (entry) => ({ entry: waitlistEntryMessage(entry) }),
  ),

  async listWaitlistEntries(context, request) {
    const { rows, ...rest } = await listWaitlistEntries(context, request);
    return { entries: rows.map(waitlistEntryMessage), ...rest };
  },

  async getWaitlistEntry(context, { id }) {
    return { entry: waitlistEntryMessage(await getWaitlistEntry(context, id)) };
  },

  inviteWaitlistEntry: command(
    (context, { id }) => inviteWaitlistEntry(context, id),
    ({ entry, inviteToken, inviteUrl }) => ({ entry: waitlistEntryMessage(entry), inviteToken, inviteUrl }),
  ),

  updateWaitlistEntry: command(
    (context, request) => updateWaitlistEntry(context, { id: request.id, ...changesIn(request, FIELDS) }),
    (entry) => ({ entry: waitlistEntryMessage(entry) }),
  ),

  rejectWaitlistEntry: command(rejectWaitlistEntry, (entry) => ({ entry: waitlistEntryMessage(entry) })),

  blockWaitlistEntry: command(blockWaitlistEntry, (entry) => ({ entry: waitlistEntryMessage(entry) })),

  async validateInvite(context, request) {
    const entry = await validateInvite(context, request);
    if (!entry) return { valid: false };
    return { valid: true, email: entry.email, name: entry.name, expiresAt: entry.inviteExpiresAt ?? undefined };
  },
};
