import type { Context } from '../../context.ts';

/** The gateway waits 5 s: a response that names the order must be on its way before that. */
const RESPONSE_WITHIN_MS = 4_500;

/** When a request that begins now has to be answered. */
export const respondBy = (context: Pick<Context, 'now'>): Date =>
  new Date(context.now().getTime() + RESPONSE_WITHIN_MS);

/** How long the provider may take, in ms, when the request has to be answered by then. */
export const attemptTimeout = ({ now, settings }: Pick<Context, 'now' | 'settings'>, by: Date): number =>
  Math.min(settings.attemptTimeoutMs, Math.max(by.getTime() - now().getTime(), 0));
