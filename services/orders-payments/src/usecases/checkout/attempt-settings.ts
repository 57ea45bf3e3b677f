import type { Context } from '../../context.ts';

/** What every new attempt to pay is made with. */
export const attemptSettings = ({ gateways, settings, now }: Pick<Context, 'gateways' | 'settings' | 'now'>) => ({
  provider: gateways.default.name,
  now: now(),
  attemptTimeoutMs: settings.attemptTimeoutMs,
  recoverAfterMs: settings.recoverAfterMs,
});
