import sharp from 'sharp';
import { aTemplate, type Media, sampleImage } from './media.ts';

export const BASE = { r: 210, g: 205, b: 200 };
export const INK = { r: 20, g: 90, b: 200 };
export const SIZE = { width: 400, height: 500 };
export const PRINT_AREA = { x: 100, y: 150, width: 200, height: 200 };
export const PLACED = { x: 100, y: 150, scale: 2, rotation: 0 };

export const aShirt = async (media: Media, details: { productTypeId?: string } = {}) =>
  aTemplate(
    media,
    {
      base: await sampleImage(SIZE, BASE).png().toBuffer(),
      shadow: await sampleImage(SIZE, { r: 128, g: 128, b: 128 }).png().toBuffer(),
    },
    { printArea: PRINT_AREA, ...details },
  );

export async function colours(bytes: Buffer | ArrayBuffer, points: [number, number][]): Promise<number[][]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return points.map(([x, y]) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]);
}

export const shaded = ({ r, g, b }: typeof INK) => [r, g, b].map((channel) => (channel * 128) / 255);
/** By how much the worst channel of all points differs. */
export const far = (seen: number[][], expected: number[][]) =>
  Math.max(...seen.flatMap((colour, at) => colour.map((channel, index) => Math.abs(channel - expected[at]![index]!))));
