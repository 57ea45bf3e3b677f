import { once } from 'node:events';
import type { Request, Response } from 'express';
import type { StreamedParts } from '../routes/route.ts';

/** A client that takes no part in this time is given up. */
const PART_TAKEN_MS = 60_000;

/**
 * Sends parts no faster than the client takes them; the next is only made then. Throws what they throw, upon which the connection has to
 * be cut, so that no client takes the beginning for all of it. Ends quietly when the client has gone, or takes nothing.
 */
export async function sendParts(
  { parts, abandon, contentType }: StreamedParts,
  request: Request,
  response: Response,
  takenMs = PART_TAKEN_MS,
): Promise<void> {
  response.set('Content-Type', contentType);
  response.once('close', abandon);
  try {
    if (request.method === 'HEAD') return void response.end();
    response.flushHeaders();
    for await (const part of parts) {
      if (response.destroyed) return;
      if (!response.write(part) && !(await drained(response, takenMs))) return void response.destroy();
    }
    response.end();
  } catch (error) {
    if (!response.destroyed) throw error;
  } finally {
    abandon();
  }
}

/** False when nothing was taken in time, or the connection has ended. */
async function drained(response: Response, takenMs: number): Promise<boolean> {
  const over = new AbortController();
  const late = setTimeout(() => over.abort(), takenMs);
  const closed = () => over.abort();
  response.once('close', closed);
  try {
    if (response.destroyed) return false;
    await once(response, 'drain', over);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(late);
    response.off('close', closed);
  }
}
