import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { composeScene, differenceOf, pngOf, SCENES, sceneOf } from './composition-scenes.ts';
import { writeSheet } from './test-sheet.ts';

const GOLDEN = join(import.meta.dirname, 'golden');
/** Rounding and another version of the resampling library may move so much; an image that is wrong moves more. */
const TOLERANCE = { mean: 0.5, shareFarOff: 0.002 };
const golden = (name: string): string => join(GOLDEN, `${name}.png`);

describe('a composed image equals the reviewed one', () => {
  it.each(Object.keys(SCENES))('%s', async (name) => {
    const image = await composeScene(await sceneOf(SCENES[name]!));
    const png = await pngOf(image);
    writeSheet(`${name}.png`, png);
    if (!existsSync(golden(name))) {
      writeFileSync(golden(name), png);
      throw new Error(`${golden(name)} is new: look at it before it is committed`);
    }

    const { mean, shareFarOff } = await differenceOf(image, readFileSync(golden(name)));

    expect(mean).toBeLessThanOrEqual(TOLERANCE.mean);
    expect(shareFarOff).toBeLessThanOrEqual(TOLERANCE.shareFarOff);
  });
});

it('an image that is a little wrong differs from one that is right', async () => {
  const { placement, ...scene } = await sceneOf(SCENES['all-layers']!);
  const moved = await composeScene({ ...scene, placement: { ...placement, x: placement.x + 1 } });

  expect((await differenceOf(moved, readFileSync(golden('all-layers')))).shareFarOff).toBeGreaterThan(
    TOLERANCE.shareFarOff,
  );
});

// To review all of them, open it.
afterAll(() => writeSheet('sheet.html', sheet()));

const sheet = (): string => `<!doctype html>
<title>Composed pictures</title>
<style>
  body { font: 14px sans-serif; display: flex; flex-wrap: wrap; gap: 16px; background: #ddd }
  figure { margin: 0 }
  img { background: repeating-conic-gradient(#fff 0 25%, #ccc 0 50%) 0 / 16px 16px; width: 240px }
</style>
${Object.keys(SCENES)
  .map(
    (name) =>
      `<figure><img src="${name}.png" alt=""><img src="${golden(name)}" alt=""><figcaption>${name}: now, expected</figcaption></figure>`,
  )
  .join('\n')}
`;
