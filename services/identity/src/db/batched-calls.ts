import { SharedCalls } from '@estampa/kit/rpc/shared-calls';
import { pipeline } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { countsInOrder, type RateCount } from '../domain/rate-limits.ts';
import { rateCounts } from './rate-count-repository.ts';
import { type NewSession, type Roles, sessions } from './session-repository.ts';
import type { UserRow } from './tables/user.ts';
import { users } from './user-repository.ts';

type Sought = { limits: readonly { bucket: string; endsAt: Date }[]; email: string };
/** With what was counted as failed attempts and was none. */
type Opening = { session: NewSession; forgiven: readonly string[] };
type Found = { counts: readonly RateCount[]; user: UserRow | undefined };

/** Queries of concurrent requests in batches: one round trip and one commit for all of them. */
export type BatchedCalls = {
  /** Counts the attempt, and finds the account of the e-mail. */
  findCounted(sought: Sought): Promise<Found>;
  /** Gives the roles of the account, or nothing when it has changed since it was read or is being changed. */
  openSession(opening: Opening): Promise<Roles | undefined>;
};

const IDS_PER_CALL = 100;

export function createBatchedCalls(em: EntityManager, now: () => Date): BatchedCalls {
  const finds = new SharedCalls<Sought, Found>((sought) => findAll(em, sought, now()), {
    questionsPerCall: IDS_PER_CALL,
  });
  const openings = new SharedCalls((requested: readonly Opening[]) => openAll(em, requested), {
    questionsPerCall: IDS_PER_CALL,
  });
  return {
    findCounted: (sought) => finds.join(sought),
    openSession: (opening) => openings.join(opening),
  };
}

async function openAll(em: EntityManager, openings: readonly Opening[]): Promise<(Roles | undefined)[]> {
  const forgiven = openings.flatMap((opening) => opening.forgiven);
  const opened = sessions.insertAllIfUnchanged(openings.map(({ session }) => session));
  const [rows] =
    forgiven.length > 0 ? await pipeline(em, opened, rateCounts.subtract(forgiven)) : await pipeline(em, opened);
  const openedById = new Map(rows.map((row) => [row.sessionId, row]));
  return openings.map(({ session }) => openedById.get(session.token.sessionId));
}

async function findAll(em: EntityManager, sought: readonly Sought[], now: Date): Promise<Found[]> {
  const buckets = sought.map(({ limits }) => limits);
  const accounts = users.findByEmails(sought.map(({ email }) => email));
  const [found, counts] = buckets.some(({ length }) => length > 0)
    ? await pipeline(em, accounts, rateCounts.add(buckets.flat(), now))
    : [...(await pipeline(em, accounts)), []];
  const userOf = new Map(found.map((user) => [user.requested, user]));
  const counted = countsInOrder(buckets, counts);
  return sought.map(({ email }, index) => ({ counts: counted[index]!, user: userOf.get(email) }));
}
