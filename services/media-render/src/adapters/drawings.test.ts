import { expect, it } from 'vitest';
import type { ArtworkPlan } from '../domain/composition-plan.ts';
import { Drawings } from './drawings.ts';

const PLAN: ArtworkPlan = {
  region: { x: 0, y: 0, width: 10, height: 10 },
  halvings: 0,
  crop: { x: 0, y: 0, width: 20, height: 20 },
  scaled: { width: 10, height: 10 },
  size: { width: 10, height: 10 },
  rotation: 0,
  centre: { x: 5, y: 5 },
};

const MEGABYTE = 1024 * 1024;

it('an artwork is drawn once by the same plan, also at the same time', async () => {
  const { draw, drawn } = counting();

  await Promise.all([draw(1, PLAN), draw(1, { ...PLAN }), draw(1, PLAN)]);
  await draw(1, PLAN);

  expect(drawn()).toBe(1);
});

it.each([
  ['another artwork', 2, PLAN, 'flat'],
  ['another place', 1, { ...PLAN, centre: { x: 5.03, y: 5 } }, 'flat'],
  ['another crop', 1, { ...PLAN, crop: { ...PLAN.crop, x: 1 } }, 'flat'],
  ['a bent surface', 1, PLAN, 'in place'],
] as const)('%s is drawn on its own', async (_what, storedAs, plan, how) => {
  const { draw, drawn } = counting();
  await draw(1, PLAN);

  await draw(storedAs, plan, how);

  expect(drawn()).toBe(2);
});

it('what failed is drawn again', async () => {
  const drawings = new Drawings().of({ storedAs: 1, bytes: 0 });
  await expect(drawings('flat', PLAN, () => Promise.reject(new Error('out of memory')))).rejects.toThrow(
    'out of memory',
  );

  expect(await drawings('flat', PLAN, async () => ({ is: 'drawn' }))).toEqual({ is: 'drawn' });
});

it.each([
  [16, 3],
  [8, 2],
])('of drawings of %d MiB no more are kept than 32 MiB hold', async (mebibytes, drawnTwice) => {
  const { draw, drawn } = counting(mebibytes * MEGABYTE - 20_480);
  await draw(1, PLAN);
  await draw(2, PLAN);
  await draw(3, PLAN);
  const before = drawn();
  await draw(1, PLAN);

  expect(drawn() - before).toBe(drawnTwice - 2);
});

it('of drawings of few pixels no more are kept than the heap of a thread has room for', async () => {
  const drawings = new Drawings().of({ storedAs: 1, bytes: 0 });
  const drawAt = (x: number, draw: () => Promise<null>) => drawings('flat', { ...PLAN, centre: { x, y: 5 } }, draw);
  for (let x = 0; x <= FEW; x += 1) await drawAt(x, async () => null);
  let isDrawnAgain = false;
  await drawAt(0, async () => {
    isDrawnAgain = true;
    return null;
  });

  expect(isDrawnAgain).toBe(true);
});

/** Of a KB each. */
const FEW = 4_096;

function counting(bytes = 100) {
  const drawings = new Drawings();
  let count = 0;
  const make = async () => {
    count += 1;
    return { pixels: new Uint8Array(bytes) };
  };
  const draw = (storedAs: number, plan: ArtworkPlan, how: 'flat' | 'in place' = 'flat') =>
    drawings.of({ storedAs, bytes: 0 })(how, plan, make);
  return { draw, drawn: () => count };
}
