import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import type { InUse } from '../stage/in-use.ts';

const LASTS_MS = 5_000;
const ENDLESS = 1_000;
/** Below the deadlines of most calls, above those of some. */
const SLOW_MS = 2_500;
const CHARGES = { method: 'POST', path: '/asaas/v3/payments/**' };
const NEW_CHARGES = { method: 'POST', path: '/asaas/v3/payments' };
const LABELS = { method: 'POST', path: '/melhorenvio/**' };
const requests = (rule: object): object[] => [CHARGES, NEW_CHARGES, LABELS].map((matched) => ({ ...matched, ...rule }));
const webhooks = (delivery: string): object[] => [{ account: 'asaas', delivery }];

/** What the sandbox does to the requests and webhooks of these seconds. */
const LIES: Readonly<Record<string, readonly object[]>> = {
  slow: [],
  'errors before the effect': requests({ fail: 500 }),
  'errors after the effect': requests({ fail: 500, afterEffect: true }),
  'connections cut after the effect': requests({ dropConnection: true, afterEffect: true }),
  'webhooks twice': webhooks('twice'),
  'webhooks out of order': webhooks('reversed'),
  'webhooks forged, then true': webhooks('forged'),
  'webhooks late': webhooks('never'),
};

export const PROVIDER: Fault<InUse> = {
  name: 'provider',
  title: 'payment provider and carrier slow or lying for 5 s',
  targets: Object.keys(LIES),
  async strike({ sandbox }, target) {
    const lies = LIES[target]!;
    if (lies.length === 0) await sandbox.call('PATCH', '/settings', { latencyMs: SLOW_MS });
    for (const lie of lies) await sandbox.script({ ...lie, times: ENDLESS });
    await pause(LASTS_MS);
    await sandbox.endScripts();
    await sandbox.deliverAll();
  },
};
