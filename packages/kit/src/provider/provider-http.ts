import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import { type Response, exchange } from './http-exchange.ts';
import { ProviderError, type ProviderFailure } from './provider-error.ts';

/** Upper bound of a single call, whatever deadline its caller has. */
const CALL_DEADLINE_MS = 10_000;
const USER_AGENT = 'Estampa/1';
/** The connection was never established, so the request cannot have taken effect. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']);
const [OK_FROM, OK_TO] = [200, 299];
const REQUEST_TIMEOUT = 408;
/** Another request is in the way, which may be the same one sent before: Asaas says 409 of a second equal transfer within 15 minutes. */
const IN_THE_WAY: readonly number[] = [409, 423];
const CODES_MAX = 10;
const CODE_CHARACTERS_MAX = 60;
/** A provider that requests a longer pause is called again after this time. */
export const LONGEST_PAUSE_MS = 60 * 60 * 1_000;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Call = {
  method: Method;
  path: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
};

export type ProviderHttp = <S extends z.ZodType>(call: Call, response: S) => Promise<z.output<S>>;

type Options = {
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  /** Extracts the provider's own codes from the body of a rejection. */
  codesIn: (body: unknown) => readonly string[];
};

/** Calls a provider's JSON API with a deadline, and classifies failures by their possible effect. */
export function providerHttp({ baseUrl, headers, codesIn }: Options): ProviderHttp {
  return async ({ method, path, body, headers: own, signal }, shape) => {
    const response = await exchange({
      url: baseUrl + path,
      method,
      headers: {
        ...headers,
        ...own,
        'User-Agent': USER_AGENT,
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_DEADLINE_MS)]),
    }).catch((error: unknown) => {
      throw new ProviderError(failureOf(error, method), `${method} ${pathOnly(path)}: ${reasonOf(error)}`);
    });
    if (response.status < OK_FROM || response.status > OK_TO) throw rejection({ method, path, response, codesIn });

    const parsed = shape.safeParse(parseJson(response.text));
    if (parsed.success) return parsed.data;
    throw new ProviderError(lost(method), `${method} ${pathOnly(path)} answered something unexpected`, response.status);
  };
}

/** The failure for a missing or unreadable response: only a POST may take effect twice. */
const lost = (method: Method): ProviderFailure => (method === 'POST' ? 'ambiguous' : 'retryable');

function failureOf(error: unknown, method: Method): ProviderFailure {
  const { code } = error as { code?: string };
  return code && NEVER_SENT.has(code) ? 'unsent' : lost(method);
}

type Rejected = { method: Method; path: string; response: Response } & Pick<Options, 'codesIn'>;

function rejection({ method, path, response, codesIn }: Rejected): ProviderError {
  const { status, headers, text } = response;
  const codes = codesIn(parseJson(text))
    .slice(0, CODES_MAX)
    .map((code) => code.slice(0, CODE_CHARACTERS_MAX));
  const pauseMs = status === 429 ? pauseIn(headers) : 0;
  const message = `${method} ${pathOnly(path)} answered ${status}`;
  return new ProviderError(classOf(method, status), message, status, codes, pauseMs);
}

function classOf(method: Method, status: number): ProviderFailure {
  if (status === 401 || status === 403) return 'auth';
  if (status === 404) return 'not_found';
  if (status === 429) return 'retryable';
  // Neither a redirect, which is not expected, nor a time-out of a proxy says anything about the effect.
  if (status >= 500 || status < 400 || status === REQUEST_TIMEOUT) return lost(method);
  if (method === 'POST' && IN_THE_WAY.includes(status)) return 'ambiguous';
  return 'rejected';
}

/** Both headers are in seconds; a date is ignored, so the caller's own backoff applies. */
function pauseIn(headers: IncomingHttpHeaders): number {
  const seconds = Number(headers['retry-after'] ?? headers['ratelimit-reset'] ?? NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1_000, LONGEST_PAUSE_MS) : 0;
}

/** Queries may contain personal data and stay out of messages. */
const pathOnly = (path: string): string => path.split('?')[0]!;

function reasonOf(error: unknown): string {
  const { name, code } = error as Error & { code?: string };
  return code ?? name;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function nullWhenNotFound(error: unknown): null {
  if (error instanceof ProviderError && error.failure === 'not_found') return null;
  throw error;
}
