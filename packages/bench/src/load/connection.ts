import { connect, type Socket } from 'node:net';

export interface Response {
  readonly status: number;
  /** Status line and headers as they came. */
  readonly head: string;
  readonly body: Buffer;
}

const RESPONSE_DEADLINE_MS = 30_000;
const END_OF_HEAD = Buffer.from('\r\n\r\n');
const END_OF_LINE = Buffer.from('\r\n');
const HAS_NO_BODY = new Set([204, 304]);

/**
 * A kept-alive HTTP/1.1 connection with one request at a time. Client and servers share the cores, so the client is
 * part of what is measured: this one costs a tenth of `fetch`.
 */
export class Connection {
  readonly #host: string;
  readonly #port: number;
  #socket: Socket | undefined;
  #received: Buffer[] = [];
  #receivedBytes = 0;
  /** Parsing waits for so many bytes: joining all chunks of an image at each new one would cost more than the image. */
  #neededBytes = 0;
  #waiting: { resolve: (response: Response) => void; reject: (error: Error) => void } | undefined;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#host = hostname;
    this.#port = Number(port);
  }

  send(request: Buffer): Promise<Response> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      // One that rested for too long is destroyed, and closed a little later.
      if (this.#socket?.destroyed) this.#socket = undefined;
      this.#socket ??= this.#open();
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  #open(): Socket {
    const socket = connect({ host: this.#host, port: this.#port, noDelay: true });
    socket.setTimeout(RESPONSE_DEADLINE_MS, () => socket.destroy(new Error(`no answer in ${RESPONSE_DEADLINE_MS} ms`)));
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', (error) => this.#end(socket, error));
    socket.on('close', () => this.#end(socket, new Error('The connection was closed')));
    return socket;
  }

  /** What became of an earlier socket says nothing about the request that was sent on another one. */
  #end(socket: Socket, error: Error): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    this.#fail(error);
  }

  #receive(chunk: Buffer): void {
    this.#received.push(chunk);
    this.#receivedBytes += chunk.length;
    if (this.#receivedBytes < this.#neededBytes) return;
    const all = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
    const response = parseResponse(all);
    if (!response) {
      this.#received = [all];
      this.#neededBytes = bytesNeeded(all);
      return;
    }
    this.#forget();
    // From an old connection the gateway sends one more response, and closes it.
    if (headerOf(response.head, 'connection') === 'close') this.close();
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(response);
  }

  #forget(): void {
    this.#received = [];
    [this.#receivedBytes, this.#neededBytes] = [0, 0];
  }

  #fail(error: Error): void {
    this.#forget();
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(error);
  }
}

/** Undefined until all of it is there. */
export function parseResponse(bytes: Buffer): Response | undefined {
  const headEnd = bytes.indexOf(END_OF_HEAD);
  if (headEnd === -1) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const status = Number(head.slice(9, 12));
  const rest = bytes.subarray(headEnd + END_OF_HEAD.length);
  if (HAS_NO_BODY.has(status)) return { status, head, body: rest.subarray(0, 0) };
  const length = headerOf(head, 'content-length');
  if (length !== undefined) {
    return rest.length < Number(length) ? undefined : { status, head, body: rest.subarray(0, Number(length)) };
  }
  const body = parseChunks(rest);
  return body && { status, head, body };
}

/** How many bytes a response has at least that is not all there. */
export function bytesNeeded(bytes: Buffer): number {
  const headEnd = bytes.indexOf(END_OF_HEAD);
  const length = headEnd === -1 ? undefined : headerOf(bytes.toString('latin1', 0, headEnd), 'content-length');
  return length === undefined ? bytes.length + 1 : headEnd + END_OF_HEAD.length + Number(length);
}

export function headerOf(head: string, name: string): string | undefined {
  const start = head.toLowerCase().indexOf(`\r\n${name}:`);
  if (start === -1) return undefined;
  const end = head.indexOf('\r\n', start + 2);
  return head.slice(start + name.length + 3, end === -1 ? undefined : end).trim();
}

function parseChunks(bytes: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf(END_OF_LINE, at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const start = lineEnd + END_OF_LINE.length;
    if (bytes.length < start + size + END_OF_LINE.length) return undefined;
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(start, start + size));
    at = start + size + END_OF_LINE.length;
  }
}

export interface Request {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Sent as it is, in place of a JSON body. */
  readonly content?: Buffer;
}

/** The bytes of a request, which may be sent any number of times. */
export function requestBytes({ method = 'GET', path, token, headers = {}, body, content }: Request): Buffer {
  const sent = content ?? Buffer.from(body ? JSON.stringify(body) : '');
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'accept: application/json',
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body ? ['content-type: application/json'] : []),
    ...(sent.length > 0 ? [`content-length: ${sent.length}`] : []),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), sent]);
}
