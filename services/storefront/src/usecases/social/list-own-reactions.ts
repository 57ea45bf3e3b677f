import { someone } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { type Reaction, reactions } from '../../db/reaction-repository.ts';

/** What the caller likes and follows. */
export const listOwnReactions = ({ em, caller }: Context): Promise<{ likes: Reaction[]; follows: Reaction[] }> =>
  reactions.findAll(em, someone(caller).userId);
