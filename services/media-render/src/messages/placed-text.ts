import type { PlacedText as PlacedTextMessage } from '@estampa/contracts/catalog/v1/placed_text';
import { unknownReference } from '@estampa/kernel/errors';
import { isTextFont } from '@estampa/kernel/text-fonts';
import type { PlacedText } from '@estampa/kernel/text-layer';

/** A text that was checked when it was sold. */
export function placedTextOf({ text, font, color, box, curve }: PlacedTextMessage): PlacedText {
  if (!isTextFont(font) || !box) throw unknownReference('print.text.font', 'font');
  return { text, font, color, box: { x: box.x, y: box.y, width: box.width, height: box.height }, curve };
}
