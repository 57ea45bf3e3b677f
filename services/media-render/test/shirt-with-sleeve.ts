import { randomUUID } from 'node:crypto';
import { aTemplate, type Media, sampleImage } from './media.ts';
import { BASE, SIZE } from './shirt.ts';

const FRONT = { x: 20, y: 100, width: 200, height: 200 };
export const SLEEVE = { x: 280, y: 100, width: 100, height: 100 };
/** On the front, on the sleeve, on neither. */
export const POINTS: [number, number][] = [
  [120, 200],
  [330, 150],
  [250, 450],
];
export const ON_FRONT = { x: 20, y: 100, scale: 2, rotation: 0 };
export const ON_SLEEVE = { x: 280, y: 100, scale: 1, rotation: 0 };

export const aShirtOfTwoAreas = async (
  media: Media,
  productTypeId: string = randomUUID(),
  layers: Record<string, Buffer> = {},
) =>
  aTemplate(
    media,
    { base: await sampleImage(SIZE, BASE).png().toBuffer(), ...layers },
    {
      printArea: FRONT,
      areas: [{ surface: 'sleeve', printArea: SLEEVE, blend: 'normal', inkOpacity: 1, printWidthMm: 100, safeMm: 5 }],
      productTypeId,
    },
  );
