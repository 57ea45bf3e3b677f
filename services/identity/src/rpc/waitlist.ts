import type { WaitlistServiceService } from '@estampa/contracts/identity/v1/identity';
import { command } from '@estampa/kit/command';
import type { Handlers } from '@estampa/kit/grpc-server';
import type { Context } from '../context.ts';
import { waitlistEntryMessage } from '../messages/waitlist-entry.ts';
import { getWaitlistEntry } from '../usecases/get-waitlist-entry.ts';
import { inviteWaitlistEntry } from '../usecases/invite-waitlist-entry.ts';
import { joinWaitlist } from '../usecases/join-waitlist.ts';
import { listWaitlistEntries } from '../usecases/list-waitlist-entries.ts';
import { validateInvite } from '../usecases/validate-invite.ts';

export const waitlist: Handlers<typeof WaitlistServiceService, Context> = {
  joinWaitlist: command(
    (context, { email, name, whatsapp = null, portfolioUrl = null, message = null }) =>
      joinWaitlist(context, { email, name, whatsapp, portfolioUrl, message }),
    (entry) => ({ entry: waitlistEntryMessage(entry) }),
  ),

  async listWaitlistEntries(context, request) {
    const { entries, total } = await listWaitlistEntries(context, request);
    return { entries: entries.map(waitlistEntryMessage), total };
  },

  async getWaitlistEntry(context, { id }) {
    return { entry: waitlistEntryMessage(await getWaitlistEntry(context, id)) };
  },

  inviteWaitlistEntry: command(
    (context, { id }) => inviteWaitlistEntry(context, id),
    ({ entry, inviteToken, inviteUrl }) => ({ entry: waitlistEntryMessage(entry), inviteToken, inviteUrl }),
  ),

  async validateInvite(context, request) {
    const entry = await validateInvite(context, request);
    if (!entry) return { valid: false };
    return { valid: true, email: entry.email, name: entry.name, expiresAt: entry.inviteExpiresAt ?? undefined };
  },
};
