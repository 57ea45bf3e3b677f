import type { AllFields } from '@estampa/kernel/all-fields';
import { newId } from '@estampa/kernel/ids';
import { transact, type TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { customerProfiles } from '../../db/customer-profile-repository.ts';
import { outgoingEmails } from '../../db/email-repository.ts';
import { sellerProfiles } from '../../db/seller-profile-repository.ts';
import { sessions } from '../../db/session-repository.ts';
import type { SellerProfileRow } from '../../db/tables/seller-profile.ts';
import type { UserRow } from '../../db/tables/user.ts';
import { type DueDeletion, users } from '../../db/user-repository.ts';
import { waitlistEntries } from '../../db/waitlist-entry-repository.ts';
import { erasedAccount, obstaclesIn } from '../../domain/account-deletion.ts';
import { deletionSubject } from '../../domain/deletion-email.ts';
import { erasedProfile } from '../../domain/seller-profile.ts';
import { publishDeletion } from '../../messages/user.ts';
import { changeSellerProfile } from '../profiles/change-seller-profile.ts';
import { changeUser } from './change-user.ts';
import { findOpenMatters } from './find-open-matters.ts';

const ACCOUNTS_AT_ONCE = 20;
/** Longer than it takes to query two services and to erase one account, for each of them. */
const CLAIM_MS = 10 * 60_000;
/** An order takes days until it is over. */
const CHECK_AGAIN_MS = 60 * 60_000;

/** Erases accounts that their owners deleted. What a request that began before has added ends first. */
export async function eraseAccounts(context: Context, signal: AbortSignal): Promise<void> {
  const { em, now } = context;
  const claimedUntil = new Date(now().getTime() + CLAIM_MS);
  for (const due of await users.claimDeletions(em, now(), claimedUntil, ACCOUNTS_AT_ONCE)) {
    if (signal.aborted) return;
    // One that fails is tried again after its claim, and does not delay the others.
    await eraseUnlessInUse(context, due).catch((error: unknown) =>
      context.log.error({ err: error, userId: due.id }, 'account not erased yet'),
    );
  }
}

async function eraseUnlessInUse(context: Context, due: DueDeletion): Promise<void> {
  const obstacles = obstaclesIn(await findOpenMatters(context, due));
  if (obstacles.length === 0) return transact(context.em.fork(), eraseAccount(context, due.id));
  context.log.warn(
    { userId: due.id, obstacles: obstacles.map(({ code }) => code) },
    'account not erased: it is in use',
  );
  await users.postponeDeletion(context.em, due.id, new Date(context.now().getTime() + CHECK_AGAIN_MS));
}

type StaysOfUser = 'id' | 'status' | 'closingSince' | 'version' | 'createdAt' | 'updatedAt';
type StaysOfProfile = 'id' | 'userId' | 'onboardingStatus' | 'firstPublishedAt' | 'version' | 'createdAt' | 'updatedAt';

/** For services whose replica of the release before got the event first, and ignored it; to the others it changes nothing. */
async function publishAgain(tx: Parameters<typeof publishDeletion>[0], user: UserRow, deletedAt: Date): Promise<void> {
  const profile = await sellerProfiles.lock(tx, { userId: user.id });
  users.save(tx, { ...user, eraseAt: null });
  publishDeletion(tx, user, deletedAt, profile?.id);
}

/**
 * Replaces all that identifies the owner, and publishes the deletion; once. A column that is neither erased nor listed above
 * fails the type check.
 */
function eraseAccount({ now }: Context, id: string): TransactionBody<void> {
  return async (tx) => {
    const user = await users.lock(tx, id);
    if (!user?.eraseAt) return;
    if (user.deletedAt) return publishAgain(tx, user, user.deletedAt);
    const [deletedAt, mark] = [now(), newId()];
    sessions.deleteOfUser(tx, id);
    waitlistEntries.deleteOfUser(tx, user);
    outgoingEmails.deleteOfRecipient(tx, user.email, { except: deletionSubject(id) });
    customerProfiles.saveActive(tx, id, false);
    const profile = await sellerProfiles.lock(tx, { userId: id });
    const closed = erasedProfile(mark) satisfies AllFields<Omit<SellerProfileRow, StaysOfProfile>>;
    if (profile) changeSellerProfile(tx, profile, closed, 'seller_profile_closed', deletedAt);
    const change = erasedAccount(mark, deletedAt) satisfies AllFields<Omit<UserRow, StaysOfUser>>;
    const erased = changeUser(tx, user, change, 'user_deleted', deletedAt);
    publishDeletion(tx, erased, deletedAt, profile?.id);
  };
}
