import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ByteBudget } from '../../domain/psd/psd-limits.ts';
import { decodePlane } from './decode-plane.ts';
import { drawTemplate } from './import-psd.ts';
import { type PsdNode, readDocument } from './psd-document.ts';
import { PsdPainter } from './psd-painter.ts';
import { psdHeader } from './scan-psd.ts';

const HEADER_BYTES = 26;
const CHANNELS_AT = 12;
const GREY = 1;
const BUDGET_BYTES = 1e6;
/** Above all layers, so that everything is drawn beneath it. */
const PRINT: PsdNode = {
  name: 'Print',
  mode: 'normal',
  opacity: 1,
  isHidden: false,
  isClipped: false,
  box: { x: 0, y: 0, width: 0, height: 0 },
  mask: null,
  channels: [],
  children: null,
  placed: null,
  fill: null,
  isDrawn: false,
  lost: [],
};

const file = (name: string): Buffer => readFileSync(new URL(`photoshop/${name}.psd`, import.meta.url));

async function painted(bytes: Buffer): Promise<number[]> {
  const document = readDocument(Buffer.from(bytes));
  document.nodes.push(PRINT);
  let seen: number[] = [];
  const painter = new PsdPainter(document, PRINT, new ByteBudget(BUDGET_BYTES), ({ rgba }) => {
    seen = Array.from(rgba);
    return Promise.resolve();
  });
  await painter.paint();
  expect(painter.warnings).toEqual([]);
  return seen;
}

/** The channels of the image that Photoshop stores beside the layers: all of them over white. */
function merged(bytes: Buffer): Uint8Array[] {
  const { width, height, depth, mode } = psdHeader(bytes)!;
  const channels = bytes.readUInt16BE(CHANNELS_AT);
  let at = HEADER_BYTES;
  for (let section = 0; section < 3; section += 1) at += 4 + bytes.readUInt32BE(at);
  const stored = { compression: bytes.readUInt16BE(at), data: bytes.subarray(at + 2) };
  const all = decodePlane(stored, { width, height: height * channels }, depth);
  const plane = (channel: number) => all.subarray(channel * width * height, (channel + 1) * width * height);
  return [0, 1, 2].map((channel) => plane(mode === GREY ? 0 : channel));
}

describe('a file by Photoshop', () => {
  it.each(['divide', 'clipping', 'groups', 'grey-16-bits'])('is drawn as Photoshop shows it: %s', async (name) => {
    const bytes = file(name);
    const seen = await painted(bytes);
    const overWhite = (pixel: number, channel: number) => {
      const [level, opacity] = [seen[pixel * 4 + channel]!, seen[pixel * 4 + 3]!];
      return (level * opacity + 255 * (255 - opacity)) / 255;
    };

    for (const [channel, plane] of merged(bytes).entries())
      for (const [pixel, level] of plane.entries())
        expect(Math.abs(overWhite(pixel, channel) - level), `${pixel} ${channel}`).toBeLessThanOrEqual(1);
  });

  it.each(['divide', 'clipping', 'groups', 'grey-16-bits'])(
    'without a smart object is no template: %s',
    async (name) => {
      await expect(drawTemplate(file(name), 0)).rejects.toMatchObject({ reason: 'unsupported_psd' });
    },
  );
});
