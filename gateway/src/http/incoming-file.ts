import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { Request } from 'express';
import { HttpProblem } from './problems.ts';

/** What a form may bring: one file under this name, and small fields, which are ignored. */
export type FileRule = { field: string; bytesMax: number; contentTypes: readonly string[]; deadlineMs: number };

/** A file as it comes in. Its bytes end only once the rest of the form has proved valid. */
export type IncomingFile = { contentType: string; bytes: AsyncIterable<Uint8Array>; close(): void };

const FIELDS_MAX = 10;
const FIELD_MAX_BYTES = 1_024;
const HEADERS_PER_PART_MAX = 20;
const HEADERS_PER_PART_MAX_BYTES = 4 * 1_024;
/** All of a form beside its file. */
const FORM_MAX_BYTES = 64 * 1_024;

export const NO_FILE: IncomingFile = { contentType: '', bytes: (async function* () {})(), close: () => undefined };

/** Reads a form up to its file, and the rest only as fast as the file is consumed: no more than some chunks are in memory. */
export async function openFile(rule: FileRule, request: Request): Promise<IncomingFile> {
  if (!request.is('multipart/form-data')) {
    throw new HttpProblem(415, 'unsupported_media_type', 'Send the file as multipart/form-data');
  }
  const form = new IncomingForm(rule, request);
  try {
    return await form.file;
  } catch (error) {
    form.close();
    throw error;
  }
}

class IncomingForm {
  readonly file: Promise<IncomingFile>;
  readonly #rule: FileRule;
  readonly #request: Request;
  readonly #parser: BusboyInstance;
  readonly #found = Promise.withResolvers<IncomingFile>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #timer: NodeJS.Timeout;
  #stream: BusboyFileStream | null = null;
  #bytes = 0;

  constructor(rule: FileRule, request: Request) {
    this.#rule = rule;
    this.#request = request;
    this.#parser = newParser(rule, request);
    this.file = this.#found.promise;
    this.#ended.promise.catch(() => undefined);
    this.#timer = setTimeout(() => this.#fail(tooSlow()), rule.deadlineMs).unref();
    if (Number(request.get('content-length') ?? 0) > this.#bytesMax) this.#fail(tooLarge(rule));
    else this.#read();
  }

  get #bytesMax(): number {
    return this.#rule.bytesMax + FORM_MAX_BYTES;
  }

  /** What is still to come is thrown away. */
  close(): void {
    clearTimeout(this.#timer);
    const request = this.#request;
    if (request.complete || request.destroyed) return;
    this.#fail(new HttpProblem(400, 'form_not_read', 'The form was not read to its end'));
    request.resume();
  }

  #read(): void {
    const [request, parser] = [this.#request, this.#parser];
    parser.on('file', (name, stream, _filename, _encoding, contentType) => this.#take(name, stream, contentType));
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
      parser.on(limit, () => this.#fail(notOneFile(this.#rule)));
    }
    parser.on('field', (_name, _value, _nameTruncated, valueTruncated) => {
      if (valueTruncated) this.#fail(tooLarge(this.#rule));
    });
    parser.on('error', (cause) => this.#fail(unreadable(cause)));
    parser.on('finish', () => {
      this.#found.reject(notOneFile(this.#rule));
      this.#ended.resolve();
    });
    request.on('data', (chunk: Buffer) => {
      this.#bytes += chunk.byteLength;
      if (this.#bytes > this.#bytesMax) this.#fail(tooLarge(this.#rule));
    });
    request.once('close', () => {
      if (!request.complete) this.#fail(new HttpProblem(400, 'form_not_sent', 'The form did not arrive whole'));
    });
    request.pipe(parser);
  }

  #take(name: string, stream: BusboyFileStream, contentType: string): void {
    // `bytes` reports how it ends.
    stream.on('error', () => undefined);
    if (name !== this.#rule.field) return this.#fail(notOneFile(this.#rule));
    if (!this.#rule.contentTypes.includes(contentType)) return this.#fail(otherType(this.#rule));
    this.#stream = stream;
    stream.once('limit', () => this.#fail(tooLarge(this.#rule)));
    this.#found.resolve({ contentType, bytes: this.#bytesOf(stream), close: () => this.close() });
  }

  async *#bytesOf(stream: BusboyFileStream): AsyncGenerator<Uint8Array> {
    try {
      yield* stream as AsyncIterable<Uint8Array>;
    } catch (error) {
      // It was cut off because the form failed: that is the reason.
      await this.#ended.promise;
      throw error;
    }
    await this.#ended.promise;
  }

  #fail(error: HttpProblem): void {
    clearTimeout(this.#timer);
    this.#found.reject(error);
    this.#ended.reject(error);
    this.#request.unpipe(this.#parser);
    this.#stream?.destroy();
  }
}

function newParser({ bytesMax, field }: FileRule, request: Request): BusboyInstance {
  try {
    return new Busboy({
      headers: request.headers as { 'content-type': string },
      isPartAFile: (name, _contentType, fileName) => fileName !== undefined || name === field,
      limits: {
        files: 1,
        fileSize: bytesMax,
        fields: FIELDS_MAX,
        fieldSize: FIELD_MAX_BYTES,
        parts: FIELDS_MAX + 1,
        headerPairs: HEADERS_PER_PART_MAX,
        headerSize: HEADERS_PER_PART_MAX_BYTES,
      },
    });
  } catch (cause) {
    throw unreadable(cause);
  }
}

const fieldProblem = (path: string, code: string, message: string) =>
  new HttpProblem(400, 'validation_failed', `${path} ${message}`, { fields: [{ path, code, message }] });

const notOneFile = ({ field }: FileRule) =>
  fieldProblem(field, 'required', `must be the one file of the form, beside at most ${FIELDS_MAX} fields`);

const otherType = ({ field, contentTypes }: FileRule) =>
  fieldProblem(field, 'unsupported', `must be one of ${contentTypes.join(', ')}`);

const tooLarge = ({ bytesMax }: FileRule) =>
  new HttpProblem(413, 'file_too_large', `A file may have at most ${bytesMax} bytes, and the form little more`);

const unreadable = (cause: unknown) =>
  new HttpProblem(400, 'malformed_form', 'The form cannot be read as multipart/form-data', { cause });

const tooSlow = () => new HttpProblem(408, 'body_too_slow', 'The file did not arrive in time');
