import { expect } from 'vitest';

type PageRequest = { skip?: number; limit?: number } | undefined;

const ACCEPTED: readonly PageRequest[] = [undefined, {}, { limit: 1 }, { skip: 5, limit: 100 }];
const REJECTED: readonly [page: PageRequest, path: string][] = [
  [{ limit: 0 }, 'limit'],
  [{ limit: 101 }, 'limit'],
  [{ skip: -1 }, 'skip'],
];

/** Checks the limits of a list's pages: 1-100 items, 20 by default, everything else rejected. */
export async function expectPageRule(list: (page: PageRequest) => Promise<unknown>): Promise<void> {
  for (const page of ACCEPTED) await expect(list(page)).resolves.toBeDefined();
  for (const [page, path] of REJECTED) {
    await expect(list(page)).rejects.toMatchObject({
      kind: 'invalid',
      reason: 'validation_failed',
      details: { fields: [{ path }] },
    });
  }
}
