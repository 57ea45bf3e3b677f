import { expect, it } from 'vitest';
import { PublicPages } from '../src/pages/public-pages.ts';
import { readUnderWrites } from './page-world.ts';

const RESPONSES = 1_500;
const DEADLINE_MS = 120_000;

it(
  'no page is out of date, through whichever gateway, while pages change and replicas fail and hang',
  async () => {
    const { stale, responses } = await readUnderWrites(RESPONSES);

    expect([stale, responses >= RESPONSES]).toEqual([[], true]);
  },
  DEADLINE_MS,
);

/** Trusts what it has. */
class Hasty extends PublicPages {
  override async check(): Promise<null> {
    return null;
  }
}

it.each([
  ['a replica reports changes late', { lags: true }],
  ['a gateway does not wait for a poll', { pages: Hasty }],
])(
  'pages that are out of date are found where %s',
  async (_what, fault) => {
    const { stale } = await readUnderWrites(RESPONSES, { ...fault, readsOn: false });

    expect(stale.length).toBeGreaterThan(0);
  },
  DEADLINE_MS,
);
