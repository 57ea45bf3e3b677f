import { setTimeout as pause } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import type { Sandbox } from '../sandbox.ts';
import type { RespondWithFailure } from './scripted-requests.ts';

/** Imitates a provider under load: slow, with a limit of requests per window. */
export function underLoad(
  { settings }: Pick<Sandbox, 'settings'>,
  provider: 'asaas' | 'mercadopago' | 'melhorenvio',
  respondWithFailure: RespondWithFailure,
): RequestHandler {
  let window = { endsAt: 0, requests: 0 };
  return async (_request, response, next) => {
    if (settings.latencyMs > 0) await pause(settings.latencyMs);
    const quota = settings.quotas[provider];
    if (!quota) return next();
    const now = Date.now();
    if (now >= window.endsAt) window = { endsAt: now + quota.windowMs, requests: 0 };
    window.requests += 1;
    if (window.requests <= quota.requests) return next();
    respondWithFailure(response, 429, { resetSeconds: Math.ceil((window.endsAt - now) / 1_000) });
  };
}
