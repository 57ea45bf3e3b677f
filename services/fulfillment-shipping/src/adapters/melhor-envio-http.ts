import { z } from 'zod';
import { ProviderError, type ProviderErrorKind } from '../domain/shipping-aggregator.ts';
import type { AccessTokens } from './access-tokens.ts';

export type MelhorEnvioAccess = {
  /** Without the path of one operation: `https://melhorenvio.com.br/api/v2/me`. */
  apiUrl: string;
  tokens: AccessTokens;
  contactEmail: string;
  timeoutMs: number;
};

type Request = { method: 'GET' | 'POST' | 'DELETE'; path: string; body?: unknown };

const TOO_MANY = 429;
const UNAUTHENTICATED = 401;
const FORBIDDEN = 403;
const NOT_FOUND = 404;
const REQUEST_TIMEOUT = 408;
const SERVER_ERROR = 500;

/**
 * One request with a deadline; what comes back is checked, what goes wrong becomes a ProviderError. A token that is rejected
 * is replaced once: nothing has happened then.
 */
export async function callMelhorEnvio<S extends z.ZodType>(
  access: MelhorEnvioAccess,
  request: Request,
  schema: S,
): Promise<z.output<S>> {
  const response = await sendAsUs(access, request);
  return checked(request, response, schema);
}

async function checked<S extends z.ZodType>(request: Request, response: Response, schema: S): Promise<z.output<S>> {
  const json: unknown = await response.json().catch(() => null);
  if (!response.ok) throw rejection(request, response, json);
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.map(({ path }) => path.join('.') || 'body').join(', ');
  throw new ProviderError(unsureAfter(request), `The carrier's answer was not understood (${places})`, response.status);
}

async function sendAsUs(access: MelhorEnvioAccess, request: Request): Promise<Response> {
  const token = await access.tokens.current();
  const signal = AbortSignal.timeout(access.timeoutMs);
  const response = await send(access, request, token, signal);
  if (response.status !== UNAUTHENTICATED) return response;
  const other = await access.tokens.instead(token);
  return other === null ? response : send(access, request, other, signal);
}

async function send(
  access: MelhorEnvioAccess,
  { method, path, body }: Request,
  token: string,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(access.apiUrl + path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: 'application/json',
        'Content-Type': 'application/json',
        'User-Agent': `Estampa (${access.contactEmail})`,
      },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'error',
      signal,
    });
  } catch {
    throw new ProviderError(unsureAfter({ method }), 'The carrier could not be reached or did not answer in time');
  }
}

function rejection(request: Request, { status, headers }: Response, json: unknown): ProviderError {
  const report = (kind: ProviderErrorKind, message: string, retryAfterMs = 0) =>
    new ProviderError(kind, `${message} (${status})`, status, retryAfterMs);
  if (status === TOO_MANY) {
    return report('retryable', 'The carrier takes no more requests for now', secondsAsMs(headers.get('retry-after')));
  }
  if (status === UNAUTHENTICATED || status === FORBIDDEN)
    return report('auth', 'The carrier does not accept our account');
  if (status === NOT_FOUND) return report('not_found', 'The carrier does not know this');
  // A proxy's time-out says nothing of what happened behind it.
  if (status === REQUEST_TIMEOUT) return report(unsureAfter(request), 'The carrier did not answer in time');
  if (status >= SERVER_ERROR) return report(unsureAfter(request), 'The carrier is out of order');
  const fields = rejectedFields(json);
  return report('rejected', fields ? `The carrier refused: ${fields}` : 'The carrier refused');
}

const unsureAfter = ({ method }: Pick<Request, 'method'>): ProviderErrorKind =>
  method === 'GET' ? 'retryable' : 'ambiguous';

/** The names of the fields only: the texts beside them may repeat what was sent. */
const rejectedFields = (json: unknown): string => {
  const { data } = z.object({ errors: z.record(z.string(), z.unknown()) }).safeParse(json);
  return Object.keys(data?.errors ?? {}).join(', ');
};

const secondsAsMs = (header: string | null): number => (Number(header) > 0 ? Number(header) * 1_000 : 0);
