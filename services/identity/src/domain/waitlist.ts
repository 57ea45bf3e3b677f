import { wrongState } from '@estampa/kernel/errors';

export const WAITLIST_STATUSES = ['pending', 'invited', 'converted', 'rejected', 'blocked'] as const;

export type WaitlistStatus = (typeof WAITLIST_STATUSES)[number];
export type WaitlistAction = 'invite' | 'reject' | 'block' | 'convert';

export type WaitlistEntry = {
  status: WaitlistStatus;
  inviteTokenHash?: string | null;
  invitedAt?: Date | null;
  inviteExpiresAt?: Date | null;
  convertedAt?: Date | null;
  userId?: string | null;
  updatedAt: Date;
};

/** The lifecycle: from which statuses an action is allowed, and where it leads. */
export const WAITLIST_ACTIONS: Readonly<
  Record<WaitlistAction, { from: readonly WaitlistStatus[]; to: WaitlistStatus }>
> = {
  invite: { from: ['pending', 'invited', 'rejected'], to: 'invited' },
  reject: { from: ['pending', 'invited'], to: 'rejected' },
  block: { from: ['pending', 'invited', 'rejected', 'blocked'], to: 'blocked' },
  convert: { from: ['invited'], to: 'converted' },
};

/** A new invitation replaces the one before: only the newest token is valid. */
export function invite(
  entry: WaitlistEntry,
  { tokenHash, expiresAt }: { tokenHash: string; expiresAt: Date },
  now: Date,
): Partial<WaitlistEntry> {
  return { ...move(entry, 'invite', now), inviteTokenHash: tokenHash, invitedAt: now, inviteExpiresAt: expiresAt };
}

export const reject = (entry: WaitlistEntry, now: Date): Partial<WaitlistEntry> => move(entry, 'reject', now);

/** Blocking a blocked entry changes nothing. */
export const block = (entry: WaitlistEntry, now: Date): Partial<WaitlistEntry> =>
  entry.status === 'blocked' ? {} : move(entry, 'block', now);

export const convert = (entry: WaitlistEntry, userId: string, now: Date): Partial<WaitlistEntry> => ({
  ...move(entry, 'convert', now),
  userId,
  convertedAt: now,
});

export const isInviteOpen = (entry: WaitlistEntry, now: Date): boolean =>
  entry.status === 'invited' && !!entry.inviteExpiresAt && entry.inviteExpiresAt > now;

/** Every move ends the invitation that was open. */
function move(entry: WaitlistEntry, action: WaitlistAction, now: Date): Partial<WaitlistEntry> {
  const { from, to } = WAITLIST_ACTIONS[action];
  if (!from.includes(entry.status)) throw wrongState(`Cannot ${action} a waitlist entry that is ${entry.status}`);
  return { status: to, inviteTokenHash: null, inviteExpiresAt: null, updatedAt: now };
}
