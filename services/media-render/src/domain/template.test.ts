import { describe, expect, it } from 'vitest';
import { readyTemplate, type Template } from './template.ts';

const image = (kind: string) => ({ kind, key: `public/templates/t/${kind}/1.png`, widthPx: 9, heightPx: 9 });
const aTemplate = (template: Partial<Template>): Template => ({
  id: 't',
  isActive: true,
  printArea: { x: 1, y: 2, width: 3, height: 4 },
  sourceImage: { width: 10, height: 20 },
  printWidthMm: 30,
  bleedMm: 3,
  safeMm: 5,
  images: [image('base'), image('shadow'), image('preview')],
  revision: 7,
  ...template,
});

describe('readyTemplate', () => {
  it('has the layers by kind, without the thumbnail', () => {
    expect(readyTemplate(aTemplate({}))).toEqual({
      id: 't',
      revision: 7,
      printArea: { x: 1, y: 2, width: 3, height: 4 },
      printWidthMm: 30,
      bleedMm: 3,
      safeMm: 5,
      sourceImage: { width: 10, height: 20 },
      layers: { base: 'public/templates/t/base/1.png', shadow: 'public/templates/t/shadow/1.png' },
      layerPixels: 2 * 81,
      largestLayerPixels: 81,
    });
  });

  it('without a print area may be covered completely', () => {
    expect(readyTemplate(aTemplate({ printArea: null })).printArea).toEqual({ x: 0, y: 0, width: 10, height: 20 });
  });

  it.each([{ images: [image('shadow')] }, { sourceImage: null }])('rejects %j', (missing) => {
    expect(() => readyTemplate(aTemplate(missing))).toThrow(expect.objectContaining({ kind: 'wrong_state' }));
  });
});
