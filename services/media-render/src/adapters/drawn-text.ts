import { setImmediate } from 'node:timers/promises';
import type { PlacedText } from '@estampa/kernel/text-layer';
import sharp from 'sharp';
import { type Coverage, filled } from '../domain/filled-outline.ts';
import { type Rectangle, roundedOut, type Size } from '../domain/geometry.ts';
import { textInBox } from '../domain/text-layout.ts';
import { lineOf } from './text-font.ts';

/** A text in its place on a print area that is drawn as `area`, at whatever resolution that is: print and preview differ in nothing else. */
export async function drawnText({ text, font, curve, box }: PlacedText, area: Rectangle): Promise<Coverage> {
  const place = {
    x: area.x + box.x * area.width,
    y: area.y + box.y * area.height,
    width: box.width * area.width,
    height: box.height * area.height,
  };
  const { strokes, bounds } = textInBox(await lineOf(text, font), curve, place);
  return filled(strokes, roundedOut(bounds), () => setImmediate());
}

/** A text in its colour as a PNG at `path`, and where it lies on the canvas. */
export async function textLayer(
  text: PlacedText,
  canvas: Size,
  path: string,
): Promise<{ input: string; left: number; top: number }> {
  const { x: left, y: top, width, height, pixels } = await drawnText(text, { x: 0, y: 0, ...canvas });
  await sharp({ create: { width, height, channels: 3, background: text.color } })
    .joinChannel(Buffer.from(pixels.buffer), { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toFile(path);
  return { input: path, left, top };
}
