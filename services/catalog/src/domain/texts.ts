import type { FieldError } from '@estampa/kernel/errors';
import { checkText, type PlacedText, placedText, type TextLayer, type WantedText } from '@estampa/kernel/text-layer';
import { SURFACES_PER_TYPE_MAX } from '@estampa/kernel/product-surfaces';
import type { UsedSurface } from './product-surfaces.ts';
import { repeated } from './repeated.ts';

/**
 * What is wrong with the texts of a line whose product uses these surfaces. `isComplete`: where something is bought, and nothing that is
 * required may be missing.
 */
export function checkTexts(
  texts: readonly WantedText[],
  used: readonly UsedSurface[],
  { path, isComplete }: { path: string; isComplete: boolean },
): FieldError[] {
  if (texts.length > SURFACES_PER_TYPE_MAX)
    return [{ path, code: 'wrong_count', message: `must be at most ${SURFACES_PER_TYPE_MAX}` }];
  const missing = used.filter(
    ({ surface, textLayer }) => textLayer?.required && !texts.some((text) => text.surface === surface),
  );
  return [
    ...texts.flatMap((text, index) => {
      const layer = layerOf(text, used);
      return layer ? checkText(text, layer, `${path}[${index}]`) : [withoutLayer(`${path}[${index}].surface`)];
    }),
    ...repeated(
      texts.map(({ surface }) => surface),
      (index) => `${path}[${index}].surface`,
    ),
    ...(isComplete ? missing : []).map(({ surface }) => ({
      path,
      code: 'required',
      message: `must have a text for ${surface}`,
    })),
  ];
}

const withoutLayer = (path: string): FieldError => ({
  path,
  code: 'unknown_reference',
  message: 'names no surface of the product that takes a text',
});

const layerOf = ({ surface }: WantedText, used: readonly UsedSurface[]): TextLayer | undefined =>
  used.find((one) => one.surface === surface)?.textLayer;

/** What lies on a surface of a line whose texts are right; undefined where nothing does. */
export function textOn({ surface, textLayer }: UsedSurface, texts: readonly WantedText[]): PlacedText | undefined {
  const text = texts.find((one) => one.surface === surface);
  return text && textLayer && placedText(text, textLayer);
}
