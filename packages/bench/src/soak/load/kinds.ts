import type { Ground, Prepared } from '../../cases/case.ts';
import { CASES } from '../../cases/cases.ts';
import type { Kind } from '../../load/arrivals.ts';
import { openShopping } from './purchases.ts';
import { productUpdates } from './updates.ts';

/** Cases of the bench that are parts of the load, and of 100 that arrive how many do so. */
export const CASES_OF: Readonly<Record<string, readonly [bench: string, weight: number]>> = {
  'product page': ['page-popular-16', 56],
  'store list': ['store-list-16', 10],
  home: ['home-16', 8],
  search: ['search-16', 7],
  'own account': ['me-16', 8],
  'log-in': ['login-16', 3],
  like: ['like-many-16', 2],
  upload: ['upload-4', 0.3],
  render: ['render-1', 0.2],
  preview: ['preview-1', 0.3],
};
export const PURCHASES = 3;
const PAYOUTS = 0.2;
export const UPDATES = 2;
/** A case logs its people in when it is prepared; their tokens outlive twice that. */
const PREPARED_EVERY_MS = 4 * 60_000;

/** Everything that people do during a soak, most of it as the bench does it. */
export async function kindsOf(ground: Ground): Promise<Kind[]> {
  const kinds: Kind[] = [];
  for (const [name, [bench, weight]] of Object.entries(CASES_OF)) {
    const { prepare } = CASES.find((one) => one.name === bench)!;
    const acting = preparedAgain(await prepare(ground), () => prepare(ground));
    kinds.push({ name, weight, visit: ({ connection, number }) => acting().act(connection, number) });
  }
  const { buy, payArtist } = await openShopping(ground);
  return [
    ...kinds,
    { name: 'purchase', weight: PURCHASES, visit: buy },
    { name: 'payout', weight: PAYOUTS, visit: payArtist },
    { name: 'product update', weight: UPDATES, visit: productUpdates(ground) },
  ];
}

/** Prepares again from time to time, while visits go on with what was prepared before. */
function preparedAgain(first: Prepared, prepare: () => Promise<Prepared>): () => Prepared {
  let [latest, preparedMs] = [first, performance.now()];
  return () => {
    if (performance.now() - preparedMs >= PREPARED_EVERY_MS) {
      preparedMs = performance.now();
      // One that fails is tried again by the next visit that comes after as long; until then tokens are valid.
      void prepare().then(
        (prepared) => (latest = prepared),
        () => undefined,
      );
    }
    return latest;
  };
}
