import type { Context } from '../../context.ts';

/** The settings of every new attempt to pay. */
export const attemptSettings = ({ gateways, settings, now }: Pick<Context, 'gateways' | 'settings' | 'now'>) => ({
  provider: gateways.default.name,
  now: now(),
  attemptTimeoutMs: settings.attemptTimeoutMs,
  recoverAfterMs: settings.recoverAfterMs,
});
