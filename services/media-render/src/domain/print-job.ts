import type { Placement } from './placement.ts';
import type { PrintArea } from './print-quality.ts';

/** All that a print is made from; the same for every item that was sold of it. */
export type PrintJob = {
  artworkId: string;
  artworkVersion: number;
  placement: Placement;
  printArea: PrintArea;
};
