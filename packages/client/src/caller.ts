import { type Input, isRepeatable, type Operation, prepare, type Prepared } from './operation.ts';
import { ApiProblem, ApiUnreachable } from './problem.ts';
import { pause, pauseBeforeNext } from './retries.ts';
import { Session, type Tokens, type TokenStore } from './session.ts';

export type CallOptions = {
  /** Ends the call, its tries and its pauses. */
  signal?: AbortSignal;
  /** The deadline of the call with all its tries; 60 s by default. */
  deadlineMs?: number;
  /** In place of one that is made for the call, for what is repeated by hand later. */
  idempotencyKey?: string;
  headers?: Readonly<Record<string, string>>;
};

export type Listener = (response: { operation: string; status: number; headers: Headers; tries: number }) => void;

/** A response that is not JSON: an image, a table. */
export type FileResponse = { readonly contentType: string; readonly headers: Headers; readonly blob: Blob };

/** The response's JSON, a `FileResponse`, or undefined for one without a body. */
export type ApiResponse = { readonly status: number; readonly headers: Headers; readonly response: unknown };

const DEADLINE_MS = 60_000;

/** Sends operations in one person's name: with a token, a key and as many tries as are safe. */
export class Caller {
  readonly session: Session;
  readonly #baseUrl: string;
  readonly #onResponse: Listener | undefined;

  constructor(baseUrl: string, tokens: TokenStore, onResponse?: Listener) {
    this.#baseUrl = baseUrl;
    this.#onResponse = onResponse;
    this.session = new Session(tokens, (refreshToken) => this.#refresh(refreshToken));
  }

  /** What came in the end, and how. */
  async call(name: string, operation: Operation, input?: Input, options: CallOptions = {}): Promise<ApiResponse> {
    const prepared = prepare(operation, input);
    const idempotencyKey = operation.keyed ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const { deadlineMs = DEADLINE_MS } = options;
    const endsAt = performance.now() + deadlineMs;
    const deadline = AbortSignal.timeout(deadlineMs);
    const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
    const headers = {
      ...(prepared.body !== undefined && operation.body === 'json' && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...options.headers,
    };

    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#signedIn(name, { operation, prepared, headers, signal, tries });
      } catch (error) {
        const pauseMs = pauseBeforeNext(error, { tries, repeatable: isRepeatable(operation) });
        // A wait beyond the deadline fails with the reason of the wait, not with a time-out.
        if (pauseMs === null || signal.aborted || performance.now() + pauseMs > endsAt) throw error;
        await pause(pauseMs, signal);
      }
    }
  }

  /** A token that has ended was rejected before anything was done, so anything may come again with a new one. */
  async #signedIn(name: string, request: ApiRequest): Promise<ApiResponse> {
    const token = request.operation.open ? null : await this.session.accessToken();
    try {
      return await this.#once(name, request, token);
    } catch (error) {
      if (token === null || !(error instanceof ApiProblem && error.status === 401)) throw error;
      if (error.code !== TOKEN_REJECTED) throw error;
      const renewed = await this.session.renewed(token);
      if (renewed === null || renewed === token) throw error;
      return this.#once(name, request, renewed);
    }
  }

  async #once(
    name: string,
    { operation, prepared, headers, signal, tries }: ApiRequest,
    token: string | null,
  ): Promise<ApiResponse> {
    const response = await fetch(this.#baseUrl + prepared.path, {
      method: operation.method,
      headers: { ...headers, ...(token !== null && { Authorization: `Bearer ${token}` }) },
      signal,
      ...(prepared.body !== undefined && { body: prepared.body }),
    }).catch((error: unknown) => {
      throw signal.aborted ? signal.reason : new ApiUnreachable(name, error);
    });
    this.#onResponse?.({ operation: name, status: response.status, headers: response.headers, tries });
    if (!response.ok) throw await ApiProblem.of(name, response);
    const content = await contentOf(response).catch((error: unknown) => {
      throw signal.aborted ? signal.reason : new ApiUnreachable(name, error);
    });
    return { status: response.status, headers: response.headers, response: content };
  }

  /** Not repeated automatically when it may have been done: a refresh token that comes twice ends its session. */
  async #refresh(refreshToken: string): Promise<Tokens> {
    try {
      const { response } = await this.call(REFRESH.name, REFRESH.operation, { body: { refreshToken } });
      return response as Tokens;
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) await this.session.end();
      throw error;
    }
  }
}

type ApiRequest = {
  operation: Operation;
  prepared: Prepared;
  headers: Record<string, string>;
  signal: AbortSignal;
  tries: number;
};

const TOKEN_REJECTED = 'unauthenticated';
const REFRESH = {
  name: 'refreshSession',
  operation: { method: 'POST', path: '/auth/refresh', body: 'json', open: true } satisfies Operation,
};

async function contentOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const contentType = response.headers.get('content-type') ?? '';
  if (/^application\/(?:[\w.-]+\+)?json\b/.test(contentType)) return response.json();
  return { contentType, headers: response.headers, blob: await response.blob() } satisfies FileResponse;
}
