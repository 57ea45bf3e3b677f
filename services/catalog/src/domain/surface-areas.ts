import type { FieldError } from '@estampa/kernel/errors';
import { checkSurface } from '@estampa/kernel/surface';
import { FURTHER_SURFACES_MAX, type SurfaceArea } from '@estampa/kernel/surface-areas';
import type { ProductSurface } from './product-surfaces.ts';
import { repeated } from './repeated.ts';
import { checkPrintArea, checkPrintMargins, type Size } from './template.ts';

const at = (index: number): string => `config.surfaces[${index}]`;

/** What is wrong with where a template shows further surfaces, whichever they are. */
export const checkAreas = (areas: readonly SurfaceArea[], source: Size | null): FieldError[] =>
  areas.length > FURTHER_SURFACES_MAX
    ? [{ path: 'config.surfaces', code: 'wrong_count', message: `must be at most ${FURTHER_SURFACES_MAX}` }]
    : areas.flatMap((area, index) =>
        [
          ...checkExtent(area),
          ...checkPrintArea(area.printArea, source),
          ...checkPrintMargins(area),
          ...shapeOf(area),
        ].map(({ path, ...error }) => ({ ...error, path: path.replace(/^config/, at(index)) })),
      );

const shapeOf = (area: SurfaceArea): FieldError[] =>
  checkExtent(area).length > 0 ? [] : checkSurface(area, area.printArea);

const checkExtent = ({ printArea: { width, height } }: SurfaceArea): FieldError[] =>
  width > 0 && height > 0
    ? []
    : [{ path: 'config.printArea', code: 'out_of_range', message: 'must have a width and a height' }];

/** What is wrong with which ones they are: each is another one of the type, and none that the template shows anyway. */
export function checkAreaNames(
  areas: readonly SurfaceArea[],
  shown: string | null,
  offered: readonly ProductSurface[],
): FieldError[] {
  const main = shown ?? offered[0]!.key;
  const keys = areas.map(({ surface }) => surface);
  return [
    ...keys.flatMap((key, index): FieldError[] => {
      const path = `${at(index)}.surface`;
      if (!offered.some((one) => one.key === key))
        return [{ path, code: 'unknown_reference', message: 'names no surface of the product type' }];
      return key === main ? [{ path, code: 'duplicate', message: 'is the surface of the template itself' }] : [];
    }),
    ...repeated(keys, (index) => `${at(index)}.surface`),
  ];
}
