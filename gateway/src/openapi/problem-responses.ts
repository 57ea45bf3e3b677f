import { STATUS_CODES } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { joined, reportedOf, TROUBLE } from '../http/problem-codes.ts';
import { BODY } from '../http/rejections.ts';
import { type Json, ref } from './json.ts';

export const PROBLEM: Json = {
  type: 'object',
  description: 'A problem (RFC 9457). Further members tell more of some codes, such as `orderId` or `priceCents`.',
  required: ['type', 'title', 'status', 'code', 'detail', 'message', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri', description: '`urn:estampa:problem:` and the code' },
    title: { type: 'string', description: 'What the status means' },
    status: { type: 'integer', description: 'As the response’s own' },
    code: {
      type: 'string',
      description:
        'A stable slug to decide on. Each operation lists its own; take one that you do not know by its status',
    },
    detail: { type: 'string', description: 'A sentence for people' },
    message: { type: 'string', description: 'The same as detail' },
    errors: { type: 'array', description: 'What is wrong with which field', items: ref('schemas', 'FieldProblem') },
    requestId: { type: 'string', description: 'As in X-Request-Id: what to name when asking for help' },
  },
};

export const FIELD_PROBLEM: Json = {
  type: 'object',
  required: ['path', 'code', 'message'],
  properties: {
    path: { type: 'string', description: 'Such as `shipping.cep` or `items[0].quantity`' },
    code: { type: 'string', description: 'The rule that is broken, such as `too_big`' },
    message: { type: 'string', description: 'The same for people' },
  },
};

type ResponseEntry = { name: string; description: string; headers?: readonly string[] };

/** What all routes mean by a status. */
const DESCRIBED: Readonly<Record<string, ResponseEntry>> = {
  400: { name: 'BadRequest', description: 'Fields are not valid, or the record is in a state that forbids it' },
  401: {
    name: 'Unauthorized',
    description: 'No token, one that is not valid any more, or wrong credentials',
    headers: ['WWW-Authenticate'],
  },
  403: { name: 'Forbidden', description: 'The role is missing, or the record belongs to another user' },
  404: { name: 'NotFound', description: 'There is nothing at this address' },
  408: { name: 'RequestTimeout', description: 'The body did not arrive in time' },
  409: { name: 'Conflict', description: 'It exists already, or another request was faster; the code says which' },
  411: { name: 'LengthRequired', description: 'Content-Length is missing' },
  413: { name: 'ContentTooLarge', description: 'The body is larger than what is taken here' },
  415: { name: 'UnsupportedMediaType', description: 'The body is of another content type or encoding' },
  416: { name: 'RangeNotSatisfiable', description: 'The file has no such part' },
  422: { name: 'IdempotencyKeyReused', description: 'The Idempotency-Key was used with another request' },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests; come again when Retry-After says',
    headers: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  },
  431: { name: 'HeadersTooLarge', description: 'Address and headers are larger than 16 KB' },
  502: { name: 'BadGateway', description: 'What stands behind this did not take it; try again' },
  503: { name: 'Unavailable', description: 'Temporarily unavailable; retry later', headers: ['Retry-After'] },
  '5XX': { name: 'ServerError', description: 'Trouble on our side; what is repeated with its key is done once' },
};

/** What most routes that reject with a status reject with; others list their codes under a name of their own. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  400: BODY[400],
  401: ['unauthenticated'],
  403: ['forbidden'],
  404: ['not_found'],
  408: ['body_too_slow'],
  409: ['idempotency_key_in_use', 'idempotency_answer_not_kept'],
  411: ['length_required'],
  413: ['body_too_large'],
  415: ['unsupported_media_type'],
  416: ['range_not_satisfiable'],
  422: ['idempotency_key_reused'],
  429: ['rate_limited'],
  431: ['headers_too_large'],
  '5XX': [...joined(TROUBLE).values()].flat(),
};

/** The problems of a document: what operations share stands once, and what one alone lists is called after it. */
export class ProblemResponses {
  readonly responses: Record<string, Json> = {};
  readonly codes: Record<string, Json> = {};
  readonly examples: Record<string, Json> = {};

  /** What an operation rejects with, by status. */
  of(operation: string, errors: ReadonlyMap<number, readonly string[]>): Json {
    const own = [...errors].map(([status, codes]) => {
      const isUsual = isDeepStrictEqual(codes, USUAL[status]);
      return [status, isUsual ? this.#shared(String(status), codes) : this.#own(operation, status, codes)];
    });
    return { ...Object.fromEntries(own), '5XX': this.#shared('5XX', USUAL['5XX']!) };
  }

  #shared(status: string, codes: readonly string[]): Json {
    const { name } = DESCRIBED[status]!;
    this.responses[name] ??= this.#response(status, codes, `${name}Code`);
    return ref('responses', name);
  }

  #own(operation: string, status: number, codes: readonly string[]): Json {
    const { name } = DESCRIBED[status]!;
    return this.#response(String(status), codes, `${operation[0]!.toUpperCase()}${operation.slice(1)}${name}Code`);
  }

  #response(status: string, codes: readonly string[], schema: string): Json {
    const { description, headers = [] } = DESCRIBED[status]!;
    this.codes[schema] = { type: 'string', enum: codes };
    const code = { type: 'object', properties: { code: ref('schemas', schema) } };
    return {
      description,
      headers: Object.fromEntries(['X-Request-Id', ...headers].map((name) => [name, ref('headers', name)])),
      content: {
        'application/problem+json': {
          schema: { allOf: [ref('schemas', 'Problem'), code] },
          examples: Object.fromEntries(codes.map((one) => [one, this.#example(status, one)])),
        },
      },
    };
  }

  #example(status: string, code: string): Json {
    const entry =
      status === '5XX' ? [...joined(TROUBLE)].find(([, codes]) => codes.includes(code))![0] : Number(status);
    const name = `${code}_${entry}`;
    this.examples[name] ??= exampleOf(entry, code);
    return ref('examples', name);
  }
}

function exampleOf(status: number, code: string): Json {
  const { detail, field, members = {} } = reportedOf(status, code);
  const [path, fieldCode, message] = field ?? [];
  const value = {
    ...members,
    type: `urn:estampa:problem:${code}`,
    title: STATUS_CODES[status],
    status,
    code,
    detail,
    message: detail,
    ...(field && { errors: [{ path, code: fieldCode, message }] }),
    requestId: '01900000-0000-7000-8000-000000000000',
  };
  return { summary: code, value };
}
