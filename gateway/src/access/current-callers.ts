import type { Caller as Found, ListCallersRequest, ListCallersResponse } from '@estampa/contracts/identity/v1/auth';
import type { Topic } from '@estampa/kernel/topics';
import type { Caller, Role } from '@estampa/kit/rpc/call';
import { SharedCalls } from '@estampa/kit/rpc/shared-calls';

/** A route that changes what a caller may do declares it in its response. */
export const CALLER_TOPIC: Topic = 'identity.v1';
/**
 * How long a response may be reused, counted from its request. A write that changes users responds that much after its
 * commit (`settlement`), so the change is in force from the next request on, at every gateway, however late its event arrives.
 */
export const CALLER_TTL_MS = 20;
const SESSIONS_PER_CALL = 100;
/** What a person may be; that a caller is a service is never taken from a response. */
const ROLES: ReadonlySet<string> = new Set<Role>(['customer', 'seller', 'admin']);

type ListCallers = (request: ListCallersRequest) => Promise<ListCallersResponse>;
type Cached = { caller: Caller | null; until: number };

/** Resolves sessions to their current users; concurrent requests share one query to identity. */
export class CurrentCallers {
  readonly #list: ListCallers;
  /** Milliseconds of a clock that only goes forward. */
  readonly #now: () => number;
  readonly #calls = new SharedCalls<string, Caller | null>((sessionIds) => this.#query(sessionIds), {
    questionsPerCall: SESSIONS_PER_CALL,
  });
  /** In the order in which the responses arrived. */
  readonly #cached = new Map<string, Cached>();
  /** Sessions whose responses were used since the last query: the next one renews them too, so that busy sessions share one. */
  #used = new Set<string>();

  constructor(list: ListCallers, now: () => number = () => performance.now()) {
    this.#list = list;
    this.#now = now;
  }

  /** Null when the session has ended or its user is not active. */
  async behind(sessionId: string): Promise<Caller | null> {
    const cached = this.#cached.get(sessionId);
    if (!cached || cached.until <= this.#now()) return this.#calls.join(sessionId);
    this.#used.add(sessionId);
    return cached.caller;
  }

  async #query(requested: readonly string[]): Promise<(Caller | null)[]> {
    const sessionIds = [...new Set([...requested, ...this.#used])].slice(0, SESSIONS_PER_CALL);
    this.#used = new Set();
    const until = this.#now() + CALLER_TTL_MS;
    const { callers } = await this.#list({ sessionIds });
    const bySession = new Map(callers.map((caller) => [caller.sessionId, callerOf(caller)]));
    this.#forget();
    for (const sessionId of sessionIds) {
      this.#cached.delete(sessionId);
      this.#cached.set(sessionId, { caller: bySession.get(sessionId) ?? null, until });
    }
    return requested.map((sessionId) => bySession.get(sessionId) ?? null);
  }

  #forget(): void {
    const now = this.#now();
    for (const [sessionId, { until }] of this.#cached) {
      if (until > now) return;
      this.#cached.delete(sessionId);
    }
  }
}

const callerOf = ({ sessionId, userId, roles, sellerProfileId }: Found): Caller => ({
  userId,
  roles: roles.filter((role) => ROLES.has(role)) as Role[],
  sellerProfileId: sellerProfileId ?? null,
  sessionId,
});
