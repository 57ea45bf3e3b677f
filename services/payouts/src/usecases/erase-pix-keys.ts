import type { UserDeleted } from '@estampa/contracts/identity/v1/events';
import type { Context } from '../context.ts';
import { pixKeys } from '../db/pix-key-repository.ts';

/** Takes the keys of a deleted account out of its history; who set one when, and of which kind, stays. Repeating it changes nothing. */
export async function erasePixKeys({ em, now }: Context, { userId, sellerProfileId }: UserDeleted): Promise<void> {
  await pixKeys.erase(em, userId, sellerProfileId ?? null, now());
}
