import type { PlacedText } from '@estampa/kernel/text-layer';
import type { PrintArea } from './print-quality.ts';

/** A text whose box is in parts of the print area, with it in parts of all that is printed: the bleed lies around the area. */
export function textOnPrint(text: PlacedText, { bounds, widthMm, bleedMm = 0 }: PrintArea): PlacedText {
  if (bleedMm === 0 || widthMm === null) return text;
  const bleedPx = (bleedMm * bounds.width) / widthMm;
  const [across, down] = [bleedPx / bounds.width, bleedPx / bounds.height];
  const { x, y, width, height } = text.box;
  const box = {
    x: across + x * (1 - 2 * across),
    y: down + y * (1 - 2 * down),
    width: width * (1 - 2 * across),
    height: height * (1 - 2 * down),
  };
  return { ...text, box };
}
