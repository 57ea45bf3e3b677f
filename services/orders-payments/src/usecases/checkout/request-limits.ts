import type { Context } from '../../context.ts';

/** The gateway's deadline is 5 s; a response that names the order must be on its way before that. */
const RESPONSE_WITHIN_MS = 4_500;

/** When a request that begins now must be responded to. */
export const respondBy = (context: Pick<Context, 'now'>): Date =>
  new Date(context.now().getTime() + RESPONSE_WITHIN_MS);

/** How long the provider may take, in ms, if the request must be responded to by `by`. */
export const attemptTimeout = ({ now, settings }: Pick<Context, 'now' | 'settings'>, by: Date): number =>
  Math.min(settings.attemptTimeoutMs, Math.max(by.getTime() - now().getTime(), 0));
