import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { sharedHeadersOf } from '../openapi/shared-headers.ts';
import { joined, TROUBLE } from '../http/problem-codes.ts';
import { toProblem } from '../http/problems.ts';
import { rejectionsOf } from '../http/rejections.ts';
import type { AnyRoute, Reply } from './route.ts';

/** How an unexpected body is rejected, which any request may carry. */
const UNASKED_BODY_CODES = ['bad_request', 'body_too_large', 'body_too_slow', 'unsupported_media_type'];
/** Of how a response is carried, not of what it says. */
const TRANSPORT_HEADERS = ['Content-Encoding', 'Content-Security-Policy'];

/** The statuses of a route's responses that are no rejections. */
export const successesOf = ({ status = 200, statusWhenRepeated, cache }: AnyRoute): number[] => [
  status,
  ...(statusWhenRepeated === undefined ? [] : [statusWhenRepeated]),
  ...(cache === undefined ? [] : [304]),
];

/** Outside production every response is compared with the OpenAPI document of its route: it must match exactly. */
export function checkReply(route: AnyRoute, status: number, { headers, content }: Reply): void {
  // A person may be told of a rejection by a page.
  const isDeclared = successesOf(route).includes(status) || rejectionsOf(route).has(status);
  if (!isDeclared) throw undeclared(route, `status ${status}`);
  const known = [...sharedHeadersOf(route), ...Object.keys(route.responseHeaders ?? {}), ...TRANSPORT_HEADERS];
  const header = Object.keys(headers).find((name) => !known.includes(name));
  if (header) throw undeclared(route, `header ${header}`);
  if (status === 204 || status === 304) return;

  if ('json' in content) return checkJson(route, content.json);
  const [type = ''] = content.contentType.split(';');
  const types = [...(route.response ? ['application/json'] : []), ...(route.produces ?? [])];
  if (!types.includes(type)) throw undeclared(route, `content type ${type}`);
  if (type === 'application/json' && 'bytes' in content && !('Content-Encoding' in headers)) {
    checkJson(route, JSON.parse(Buffer.from(content.bytes).toString()));
  }
}

/** The body of a response alone. */
export function checkJson(route: AnyRoute, json: unknown): void {
  const parsed = (route.response as z.ZodType | undefined)?.safeParse(json);
  if (parsed?.success && isDeepStrictEqual(parsed.data, withoutUndefined(json))) return;
  const first = parsed?.error?.issues[0];
  const reason = first ? `${first.path.join('.')} ${first.message}` : 'it tells more than that';
  throw new Error(`${route.method} ${route.path} answers against its schema: ${reason}`);
}

/** The error itself when its route declares its code; else one that says that it does not. */
export function declaredError(route: AnyRoute, error: unknown): unknown {
  const { status, code } = toProblem(error, '');
  if (rejectionsOf(route).get(status)?.includes(code) || ALWAYS.get(status)?.includes(code)) return error;
  const takesBody = route.body ?? route.file ?? route.rawBody;
  if (!takesBody && UNASKED_BODY_CODES.includes(code)) return error;
  return undeclared(route, `error ${status} ${code}`, error);
}

const ALWAYS = joined(TROUBLE);

const undeclared = ({ method, path }: AnyRoute, what: string, cause?: unknown) =>
  new Error(`${method} ${path} answers with what it does not declare: ${what}`, { cause });

const withoutUndefined = (json: unknown): unknown => JSON.parse(JSON.stringify(json));
