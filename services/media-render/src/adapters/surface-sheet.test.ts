import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isFlat } from '../domain/surface-layout.ts';
import { FLAT_SURFACE } from '@estampa/kernel/surface';
import { pngOf } from './composition-scenes.ts';
import { ARTWORKS, composeTrial, SOURCE, SURFACES } from './surface-trials.ts';

/** To review all of them, open `surfaces.html`. */
const SHEET = join(import.meta.dirname, '../../../../.local/test/images');

it('leaves a sheet of every artwork on every surface, flat and bent', async () => {
  mkdirSync(SHEET, { recursive: true });
  const names: string[] = [];
  for (const [surfaceName, surface] of Object.entries({ flat: {}, ...SURFACES })) {
    for (const [artworkName, artwork] of Object.entries(ARTWORKS)) {
      const image = await composeTrial({ surface, artwork, output: SOURCE });
      const name = `${surfaceName} ${artworkName}`.replaceAll(' ', '-');
      writeFileSync(join(SHEET, `${name}.png`), await pngOf(image));
      names.push(name);
      expect(isFlat({ ...FLAT_SURFACE, ...surface })).toBe(surfaceName === 'flat');
    }
  }
  const figures = names.map(
    (name) => `<figure><img src="${name}.png" alt=""><figcaption>${name}</figcaption></figure>`,
  );
  writeFileSync(join(SHEET, 'surfaces.html'), `<!doctype html>\n<title>Bent prints</title>\n${figures.join('\n')}\n`);
});
