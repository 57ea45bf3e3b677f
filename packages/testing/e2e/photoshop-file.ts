import { type Layer, writePsdBuffer } from 'ag-psd';

const SIZE = { width: 600, height: 800 };
const OBJECT_ID = '20953ddb-9391-11ec-b4f1-c15674f50bc4';

type Colour = readonly [r: number, g: number, b: number];

const plain = (name: string, [r, g, b]: Colour, width: number, more: Partial<Layer> = {}): Layer => {
  const data = new Uint8ClampedArray(width * SIZE.height * 4).fill(255);
  for (let at = 0; at < data.length; at += 4) data.set([r, g, b], at);
  return { name, left: 0, top: 0, imageData: { width, height: SIZE.height, data }, ...more };
};

/** A photo with a tilted print, a shadow over its left half, and an effect that templates have not. */
export const photoshopFile = (): Buffer =>
  writePsdBuffer(
    {
      ...SIZE,
      children: [
        plain('Photo', [200, 200, 205], SIZE.width, { effects: { dropShadow: [{ enabled: true }] } }),
        plain('Design', [250, 250, 250], SIZE.width, {
          placedLayer: {
            id: OBJECT_ID,
            placed: OBJECT_ID,
            type: 'raster',
            transform: [150, 220, 450, 200, 460, 610, 140, 590],
            width: 300,
            height: 400,
          },
        }),
        plain('Shadow', [150, 150, 150], SIZE.width / 2, { blendMode: 'multiply' }),
      ],
    },
    { noBackground: true },
  );
