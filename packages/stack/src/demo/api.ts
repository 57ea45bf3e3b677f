import { type Client, createClient } from '@estampa/client';

export { ApiProblem } from '@estampa/client';

const REQUEST_DEADLINE_MS = 60_000;

// oxlint-disable-next-line no-explicit-any -- bodies of all shapes, for tests of the actual responses
export type Json = any;

export type Image = { bytes: Buffer; headers: Headers };

/**
 * The public API as one user. `client` is the typed client; `send` makes bare requests, for those that check the
 * protocol itself, send what no client would, or need every single response.
 */
export class Api {
  readonly baseUrl: string;
  readonly client: Client;
  /** How long settled writes waited. */
  readonly settledMs: number[];

  constructor(baseUrl: string, { client, settledMs = [] }: { client?: Client; settledMs?: number[] } = {}) {
    this.baseUrl = baseUrl;
    this.settledMs = settledMs;
    this.client = client ?? createClient({ baseUrl, onResponse: ({ headers }) => this.#noteSettled(headers) });
  }

  /** The same API with another access token; unauthenticated for null. */
  as(token: string | null): Api {
    const client = this.client.as(token === null ? null : { accessToken: token });
    return new Api(this.baseUrl, { client, settledMs: this.settledMs });
  }

  /** The same person at another gateway. */
  at(baseUrl: string): Api {
    return new Api(baseUrl, { client: this.client.at(baseUrl), settledMs: this.settledMs });
  }

  /** The bare exchange, once, without a key of its own. A form says itself what it is. */
  async send(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
    deadlineMs = REQUEST_DEADLINE_MS,
  ): Promise<Response> {
    const token = await this.client.accessToken();
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: {
        ...(body && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(deadlineMs),
    });
    this.#noteSettled(response.headers);
    return response;
  }

  #noteSettled(headers: Headers): void {
    const settled = /settle;dur=([\d.]+)/.exec(headers.get('server-timing') ?? '')?.[1];
    if (settled) this.settledMs.push(Number(settled));
  }
}

/** Uploads a file's bytes to a presigned address. */
export const upload = (
  presigned: { uploadUrl: string; headers: Record<string, string> },
  bytes: Buffer,
): Promise<void> => createClient({ baseUrl: '' }).upload(presigned, bytes);

export async function download(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_DEADLINE_MS) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
