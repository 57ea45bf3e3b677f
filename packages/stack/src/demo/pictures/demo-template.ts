import type { Size } from './svg.ts';

/** The images of a mockup template, all PNG and of the size `sourceImage`. */
export type DemoTemplate = {
  base: Buffer;
  mask: Buffer;
  shadow: Buffer;
  highlight: Buffer;
  printArea: { x: number; y: number } & Size;
  sourceImage: Size;
};
