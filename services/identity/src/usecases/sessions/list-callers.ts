import type { Context } from '../../context.ts';
import { type CallerNow, sessions } from '../../db/session-repository.ts';
import { requestedAtOnce } from './requested-at-once.ts';

/** Who is behind sessions now, in one query for many requests; sessions that have ended are left out. */
export const listCallers = (
  { em, now }: Pick<Context, 'em' | 'now'>,
  sessionIds: readonly string[],
): Promise<CallerNow[]> => sessions.findCallers(em, now(), requestedAtOnce(sessionIds));
