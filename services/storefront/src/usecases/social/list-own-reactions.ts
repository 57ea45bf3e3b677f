import { someone } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { findReactions, type Reaction } from '../../db/own-reactions.ts';

/** What the caller likes and follows. */
export const listOwnReactions = ({ em, caller }: Context): Promise<{ likes: Reaction[]; follows: Reaction[] }> =>
  findReactions(em, someone(caller).userId);
