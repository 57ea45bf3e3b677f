import type { PlacedText as PlacedTextMessage } from '@estampa/contracts/media/v1/placed_text';
import { isTextFont } from '@estampa/kernel/text-fonts';
import type { PlacedText } from '@estampa/kernel/text-layer';

/** A text that was checked when it was sold. */
export function placedTextOf({ text, font, color, box, curve }: PlacedTextMessage): PlacedText {
  if (!isTextFont(font) || !box) throw new Error(`a text in the font ${font} cannot be drawn`);
  return { text, font, color, box: { x: box.x, y: box.y, width: box.width, height: box.height }, curve };
}
