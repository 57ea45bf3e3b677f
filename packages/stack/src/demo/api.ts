const REQUEST_DEADLINE_MS = 60_000;
const UPLOAD_DEADLINE_MS = 120_000;

/** A problem body (RFC 9457) that the API answered with. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(request: string, status: number, problem: Record<string, unknown>) {
    super(`${request} answered ${status}: ${JSON.stringify(problem)}`);
    this.status = status;
    this.problem = problem;
  }
}

// oxlint-disable-next-line no-explicit-any -- bodies of all shapes, as any client of a JSON API gets them
export type Json = any;

export type Picture = { bytes: Buffer; headers: Headers };

/** A client of the public API, as anybody could write it; it keeps how long settled writes waited. */
export class Api {
  readonly baseUrl: string;
  readonly settledMs: number[];
  readonly #token: string | undefined;

  constructor(baseUrl: string, token?: string, settledMs: number[] = []) {
    this.baseUrl = baseUrl;
    this.#token = token;
    this.settledMs = settledMs;
  }

  /** The same API in somebody's name. */
  as(token: string): Api {
    return new Api(this.baseUrl, token, this.settledMs);
  }

  /** The same person at another gateway. */
  at(baseUrl: string): Api {
    return new Api(baseUrl, this.#token, this.settledMs);
  }

  get(path: string): Promise<Json> {
    return this.#json('GET', path);
  }

  post(path: string, body: object = {}, headers: Record<string, string> = {}): Promise<Json> {
    return this.#json('POST', path, body, headers);
  }

  patch(path: string, body: object): Promise<Json> {
    return this.#json('PATCH', path, body);
  }

  /** A POST that answers with a picture. */
  async picture(path: string, body: object): Promise<Picture> {
    const response = await this.send('POST', path, body);
    if (!response.ok) throw new ApiProblem(`POST ${path}`, response.status, (await response.json()) as Json);
    return { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
  }

  /** The bare exchange, for those who want to see the status. A form says itself what it is. */
  async send(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Response> {
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: {
        ...(body && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
        ...(this.#token && { Authorization: `Bearer ${this.#token}` }),
        ...headers,
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_DEADLINE_MS),
    });
    const settled = /settle;dur=([\d.]+)/.exec(response.headers.get('server-timing') ?? '')?.[1];
    if (settled) this.settledMs.push(Number(settled));
    return response;
  }

  async #json(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Json> {
    const response = await this.send(method, path, body, headers);
    const text = await response.text();
    const json: Json = text === '' ? undefined : JSON.parse(text);
    if (!response.ok) throw new ApiProblem(`${method} ${path}`, response.status, json);
    return json;
  }
}

/** Sends a file's bytes to where a presign answer said. */
export async function upload(
  presigned: { uploadUrl: string; headers: Record<string, string> },
  bytes: Buffer,
): Promise<void> {
  const response = await fetch(presigned.uploadUrl, {
    method: 'PUT',
    headers: presigned.headers,
    body: new Uint8Array(bytes),
    signal: AbortSignal.timeout(UPLOAD_DEADLINE_MS),
  });
  if (!response.ok) throw new Error(`The upload answered ${response.status}: ${await response.text()}`);
}

export async function download(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_DEADLINE_MS) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
