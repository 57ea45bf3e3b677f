import sharp from 'sharp';

const RED = { r: 255, g: 0, b: 0 };
const BLUE = { r: 0, g: 0, b: 255 };

/** Left half red, right half blue. */
export async function halves(width: number, height: number): Promise<Buffer> {
  const left = await sharp({ create: { width: width / 2, height, channels: 3, background: RED } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: BLUE } })
    .composite([{ input: left, left: 0, top: 0 }])
    .png()
    .toBuffer();
}

export const RED_PIXEL = [255, 0, 0, 255];
export const BLUE_PIXEL = [0, 0, 255, 255];

/** How many pixels a PNG has in a metre each way, and the unit. */
export const pHYs = (png: Buffer) => {
  const at = png.indexOf('pHYs', 0, 'latin1');
  return at < 0 ? null : [png.readUInt32BE(at + 4), png.readUInt32BE(at + 8), png[at + 12]];
};
