import { expect, it } from 'vitest';
import type { TransferProvider } from '../../adapters/transfer-provider.ts';
import { sharedList } from './shared-list.ts';

it('lists the days since the oldest transfer without an id once, and only when one of them needs it', async () => {
  const requested: unknown[] = [];
  const list: TransferProvider['list'] = (days) => {
    requested.push(days);
    return Promise.resolve([]);
  };
  const at = (day: string, providerId: string | null = null) => ({
    createdAt: new Date(`${day}T15:00:00Z`),
    providerId,
  });
  const leased = [at('2026-11-20'), at('2026-11-18'), at('2026-08-01', 'returned-1')];

  const shared = sharedList({ list }, leased, new Date('2026-11-21T15:00:00Z'));

  expect(requested).toEqual([]);
  await Promise.all([shared(), shared()]);
  await shared();
  expect(requested).toEqual([{ from: '2026-11-17', to: '2026-11-22' }]);
});
