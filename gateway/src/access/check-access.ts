import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError } from '@estampa/kernel/errors';
import { networkOf } from '@estampa/kernel/network';
import type { Call, Caller } from '@estampa/kit/rpc/call';
import { rateLimitFactor } from '@estampa/kit/service/config';
import { type Authenticate, mustBeAllowed } from './auth.ts';
import { CallerLimits } from './caller-limits.ts';
import { clientAddressBehind, type ClientAddress } from '../http/client-address.ts';
import type { Config } from '../config.ts';
import { HttpProblem } from '../http/problems.ts';
import { isCounted, markCounted } from '../http/start-request.ts';
import type { AuthClass, RouteLimit } from '../routes/route.ts';

/** Of one caller in one window, as production has it. */
export const REQUESTS_MAX = 600;
const WINDOW_MS = 60_000;
/** Some 200 bytes each. */
const CALLERS_MAX = 50_000;
const MS_PER_SECOND = 1_000;
const UNAUTHENTICATED = 401;

/** The caller, and how many requests it has sent. */
export type AccessCheck = {
  authenticate: Authenticate;
  addressOf: ClientAddress;
  /** Null when callers are not limited. */
  limit: Limit | null;
};

type Limit = {
  max: number;
  counts: CallerLimits;
  /** Of routes with a limit of their own. */
  own: Map<number, CallerLimits>;
  factor: number;
};

export function accessCheckOf(config: Config, authenticate: Authenticate, requestsMax = REQUESTS_MAX): AccessCheck {
  const factor = rateLimitFactor(config);
  const max = requestsMax * (factor ?? 0);
  return {
    authenticate,
    addressOf: clientAddressBehind(config.TRUST_PROXY),
    limit: factor === null ? null : { max, factor, counts: countsOf(max), own: new Map() },
  };
}

const countsOf = (max: number) => new CallerLimits({ max, windowMs: WINDOW_MS }, CALLERS_MAX);

type Permitted = { auth: AuthClass; readsToken?: true; limit?: RouteLimit | undefined };

type Access = {
  caller: Caller | null;
  /** Why a token that is only read could not be checked, such as that identity is away; else null. */
  tokenOutage: unknown;
};

/** The caller, counted against its limit: as a user when their token is genuine, otherwise as a network. */
export async function checkAccess(
  accessCheck: AccessCheck,
  { auth, readsToken, limit }: Permitted,
  request: IncomingMessage,
  response: ServerResponse,
  call?: Call,
): Promise<Access> {
  const count = (caller: Caller | null) => {
    if (limit && 'none' in limit) return;
    countRequest(accessCheck, caller, request, response);
    if (limit) countOwn(accessCheck, limit.perMinute, caller, request);
  };
  const { authorization } = request.headers;
  let tokenOutage: unknown = null;
  const caller = await accessCheck
    .authenticate(readsToken ? 'optional' : auth, authorization)
    .catch((error: unknown) => {
      if (!readsToken) {
        count(null);
        throw error;
      }
      if (!isRejectedToken(error)) tokenOutage = error;
      return null;
    });
  count(caller);
  // Before anything is rejected, so that the rejection's log line names the caller.
  if (call) call.caller = caller;
  mustBeAllowed(auth, caller);
  return { caller, tokenOutage };
}

const isRejectedToken = (error: unknown): boolean => error instanceof HttpProblem && error.status === UNAUTHENTICATED;

/** Counts a request once, whatever becomes of it; rejects a caller that sends too many. */
export function countRequest(
  { limit, addressOf }: AccessCheck,
  caller: Caller | null,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (!limit || isCounted(response)) return;
  markCounted(response);
  countAmong(limit, caller, addressOf, request);
}

/** Routes with the same limit of their own share it. */
function countOwn(
  { limit, addressOf }: AccessCheck,
  perMinute: number,
  caller: Caller | null,
  request: IncomingMessage,
): void {
  if (!limit) return;
  countAmong(ownOf(limit, perMinute), caller, addressOf, request);
}

type Counted = Pick<Limit, 'max' | 'counts'>;

function ownOf({ factor, own }: Limit, perMinute: number): Counted {
  const max = perMinute * factor;
  const counts = own.get(max) ?? countsOf(max);
  own.set(max, counts);
  return { max, counts };
}

/** Counts a request for something that many callers may share: rejects it when all of them send too many. */
export function countShared({ limit }: Pick<AccessCheck, 'limit'>, subject: string, perMinute: number): void {
  if (limit) countOne(ownOf(limit, perMinute), subject);
}

function countAmong(
  { max, counts }: Counted,
  caller: Caller | null,
  addressOf: ClientAddress,
  request: IncomingMessage,
): void {
  const address = caller ? null : addressOf(request);
  // Without an address the client has disconnected, and there is no response to send.
  const who = caller ? caller.userId : address && networkOf(address);
  if (who) countOne({ max, counts }, who);
}

function countOne({ max, counts }: Counted, who: string): void {
  const waitMs = counts.count(who, performance.now());
  if (waitMs === 0) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / MS_PER_SECOND));
  throw new DomainError('limited', 'rate_limited', `Too many requests; try again in ${retryAfterSeconds} seconds`, {
    retryAfterSeconds,
    rateLimit: max,
  });
}
