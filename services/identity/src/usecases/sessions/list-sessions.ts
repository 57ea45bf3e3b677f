import { type PageRequest, pageOf } from '@estampa/kernel/page';
import { someone } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { type OpenSession, sessions } from '../../db/session-repository.ts';

/** Where the caller is logged in. */
export const listSessions = (
  { em, caller, now }: Context,
  { page }: { page?: PageRequest },
): Promise<{ sessions: OpenSession[]; total: number }> =>
  sessions.findOpenPage(em, someone(caller).userId, now(), pageOf(page));
