import type { TextLayer as TextLayerMessage } from '@estampa/contracts/catalog/v1/text_layer';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { TextFont } from '@estampa/kernel/text-fonts';
import type { TextLayer } from '@estampa/kernel/text-layer';

export const textLayerMessage = ({ fonts, colors, ...layer }: TextLayer): AllFields<TextLayerMessage> => ({
  ...layer,
  fonts: [...fonts],
  colors: [...colors],
});

const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };

/** As it is checked: fonts may be unknown ones, and a box that is left out has no size. */
export const textLayerOf = ({ fonts, colors, box = NOWHERE, ...layer }: TextLayerMessage): TextLayer => ({
  fonts: fonts as TextFont[],
  colors: colors.map((color) => color.toUpperCase()),
  box: { x: box.x, y: box.y, width: box.width, height: box.height },
  maxCharacters: layer.maxCharacters,
  curve: layer.curve,
  required: layer.required,
});
