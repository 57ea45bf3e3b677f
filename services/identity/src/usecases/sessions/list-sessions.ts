import { type PageRequest, pageOf } from '@estampa/kernel/page';
import { someone } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { findOwnSessions, type OwnSession } from '../../db/own-sessions.ts';

/** Where the caller is logged in. */
export const listSessions = (
  { em, caller, now }: Context,
  { page }: { page?: PageRequest },
): Promise<{ sessions: OwnSession[]; total: number }> =>
  findOwnSessions(em, someone(caller).userId, now(), pageOf(page));
