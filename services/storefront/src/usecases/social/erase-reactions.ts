import type { UserDeleted } from '@estampa/contracts/identity/v1/events';
import type { Context } from '../../context.ts';
import { deleteReactions } from '../../db/erased-reactions.ts';

/** Deletes the likes and follows of a deleted account. Repeating it changes nothing. */
export async function eraseReactions({ em }: Pick<Context, 'em'>, { userId }: UserDeleted): Promise<void> {
  await deleteReactions(em, userId);
}
