import sharp, { type Sharp } from 'sharp';

/** An image of SVG, also in a process where threads of earlier tests have left sharp only the formats that strangers may send. */
export function svgImage(markup: string): Sharp {
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  return sharp(Buffer.from(markup));
}
