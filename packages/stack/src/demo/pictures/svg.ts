import sharp, { type Sharp } from 'sharp';

export type Size = { width: number; height: number };

export const svg = ({ width, height }: Size, content: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`,
  );

export const drawn = (size: Size, content: string): Sharp => sharp(svg(size, content));

/** How much of each pixel a drawing covers: one byte a pixel. */
export const coverageOf = (size: Size, content: string): Promise<Buffer> =>
  drawn(size, content).ensureAlpha().extractChannel('alpha').raw().toBuffer();

export const repeated = (count: number, piece: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => piece(index)).join('');
