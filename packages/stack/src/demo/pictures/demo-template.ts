import type { Template } from '@estampa/client';
import type { Size } from './svg.ts';

type Config = Template['config'];

/** The images of a mockup template, all PNG and of the size `sourceImage`. */
export type DemoTemplate = {
  base: Buffer;
  mask: Buffer;
  shadow: Buffer;
  highlight: Buffer;
  /** Lies over all of it. */
  outline?: Buffer;
  /** Where it folds, and its grain. */
  displacement?: Buffer;
  texture?: Buffer;
  /** Where it is cloth, which may have any colour. */
  colourMask?: Buffer;
  printArea: { x: number; y: number } & Size;
  sourceImage: Size;
  /** How prints show on it; flat and as they are where nothing is said. */
  surface?: Partial<Pick<Config, 'warp' | 'displacement' | 'blend' | 'inkOpacity' | 'underbase'>>;
};
