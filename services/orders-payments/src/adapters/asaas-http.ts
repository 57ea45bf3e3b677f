import { z } from 'zod';
import { exchange } from './http-exchange.ts';
import { ProviderError, type ProviderFailure } from './payment-gateway.ts';

/** No single call takes longer, whatever its caller allows. */
const CALL_DEADLINE_MS = 10_000;
const USER_AGENT = 'Estampa/1';
/** The connection was never made, so nothing can have happened. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']);
const [OK_FROM, OK_TO] = [200, 299];

const ErrorBody = z.object({ errors: z.array(z.object({ code: z.string() })) });

export type AsaasHttp = <S extends z.ZodType>(
  call: { method: 'GET' | 'POST' | 'DELETE'; path: string; body?: unknown; signal: AbortSignal },
  answer: S,
) => Promise<z.output<S>>;

/** Calls of the Asaas API as JSON, with a deadline and with failures told apart by what they leave behind. */
export function asaasHttp(baseUrl: string, apiKey: string): AsaasHttp {
  return async ({ method, path, body, signal }, answer) => {
    const mayHaveEffect = method === 'POST';
    const { status, text } = await exchange({
      url: baseUrl + path,
      method,
      headers: {
        access_token: apiKey,
        'User-Agent': USER_AGENT,
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_DEADLINE_MS)]),
    }).catch((error: unknown) => {
      throw new ProviderError(failureOf(error, mayHaveEffect), `${method} ${pathOnly(path)}: ${reasonOf(error)}`);
    });
    if (status < OK_FROM || status > OK_TO) throw refusal(method, path, status, text);

    const parsed = answer.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    throw new ProviderError(
      mayHaveEffect ? 'ambiguous' : 'retryable',
      `${method} ${pathOnly(path)} answered something unexpected`,
      status,
    );
  };
}

function failureOf(error: unknown, mayHaveEffect: boolean): ProviderFailure {
  const { code } = error as { code?: string };
  if (code && NEVER_SENT.has(code)) return 'unsent';
  return mayHaveEffect ? 'ambiguous' : 'retryable';
}

function refusal(method: string, path: string, status: number, text: string): ProviderError {
  const body = ErrorBody.safeParse(parseJson(text));
  const codes = body.success ? body.data.errors.map(({ code }) => code) : [];
  return new ProviderError(classOf(method, status), `${method} ${pathOnly(path)} answered ${status}`, status, codes);
}

function classOf(method: string, status: number): ProviderFailure {
  if (status === 401 || status === 403) return 'auth';
  if (status === 404) return 'not_found';
  if (status === 429) return 'retryable';
  // A redirect is nobody's answer.
  if (status >= 500 || status < 400) return method === 'POST' ? 'ambiguous' : 'retryable';
  return 'rejected';
}

/** Who or what is looked for stays out of messages. */
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
