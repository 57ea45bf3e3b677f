import express, { type Request, type Response } from 'express';
import { WEBHOOK_MAX_BYTES } from '@estampa/kernel/webhooks';
import { HttpProblem } from './problems.ts';
import type { AnyRoute } from '../routes/route.ts';

export const BODY_MAX_BYTES = 1024 * 1024;
const BODY_DEADLINE_MS = 30_000;

const readJson = express.json({ limit: BODY_MAX_BYTES, strict: false, type: 'application/json' });
const readBytes = express.raw({ limit: BODY_MAX_BYTES, type: () => true });
const readWebhook = express.raw({ limit: WEBHOOK_MAX_BYTES, type: () => true });

/** Bodies are read only once the caller is known; unexpected ones too, within the same limits. */
export async function readBody(route: AnyRoute, request: Request, response: Response): Promise<void> {
  const hasBody = request.get('transfer-encoding') !== undefined || Number(request.get('content-length') ?? 0) > 0;
  if (!hasBody) return;
  if (route.body && !request.is('application/json')) {
    throw new HttpProblem(415, 'unsupported_media_type', 'Send the body as application/json');
  }
  const read = route.body ? readJson : route.rawBody ? readWebhook : readBytes;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(tooSlow()), BODY_DEADLINE_MS);
  read(request, response, (error) => (error ? reject(error) : resolve()));
  await promise.finally(() => clearTimeout(timer));
  // The parsers pass over a request whose client has left by now; what it asks for is unknown, and not what an empty body would ask for.
  if (request.body === undefined) throw clientLeft();
}

const clientLeft = () => new HttpProblem(400, 'bad_request', 'The connection ended before the body was read');

const tooSlow = () =>
  new HttpProblem(408, 'body_too_slow', 'The body did not arrive in time', { headers: { Connection: 'close' } });
