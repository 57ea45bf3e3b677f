import { DomainError, type FieldError } from '@estampa/kernel/errors';
import type { AssetChoice } from './combinations.ts';
import type { OptionRule } from './options.ts';

export const IMAGE_KINDS = ['base', 'mask', 'outline', 'shadow', 'highlight', 'preview'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

export type Rectangle = { x: number; y: number; width: number; height: number };
export type Size = { width: number; height: number };
export type TemplateImage = { kind: ImageKind; key: string; widthPx: number; heightPx: number };

export type Template = {
  isActive: boolean;
  printArea: Rectangle | null;
  sourceImage: Size | null;
  images: TemplateImage[];
  revision: number;
};

export const TEMPLATE_ID_LENGTH_MAX = 80;
const NAMELESS_ID = 'template';
const TEMPLATE_ID = new RegExp(`^[a-z0-9-]{1,${TEMPLATE_ID_LENGTH_MAX}}$`);

export const isTemplateId = (text: string): boolean => TEMPLATE_ID.test(text);

/** Lower case, accents dropped, everything else a hyphen: `Camiseta (Frente)` is `camiseta-frente`. */
export function templateIdOf(displayName: string): string {
  const plain = displayName.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const hyphenated = plain.replaceAll(/[^a-z0-9]+/g, '-').slice(0, TEMPLATE_ID_LENGTH_MAX);
  return hyphenated.replaceAll(/^-|-$/g, '') || NAMELESS_ID;
}

/** A template may speak only of assets and options that its product type has. */
export function checkTemplateTerms(
  terms: { assets: Record<string, string>; options: Record<string, string> | null },
  known: { assets: readonly AssetChoice[]; options: readonly OptionRule[] },
): FieldError[] {
  const assetValues = Map.groupBy(known.assets, ({ key }) => key);
  const optionValues = new Map(known.options.map(({ key, values }) => [key, values]));
  return [
    ...checkTerms('assets', terms.assets, (key) => assetValues.get(key)?.map(({ value }) => value)),
    ...checkTerms('options', terms.options ?? {}, (key) => optionValues.get(key)),
  ];
}

function checkTerms(
  path: string,
  terms: Record<string, string>,
  valuesOf: (key: string) => readonly string[] | undefined,
): FieldError[] {
  return Object.entries(terms).flatMap(([key, value]): FieldError[] => {
    const values = valuesOf(key);
    if (!values) return [{ path: `${path}.${key}`, code: 'unknown_key', message: 'is no key of the product type' }];
    if (values.includes(value)) return [];
    return [{ path: `${path}.${key}`, code: 'unknown_value', message: `${value} is no value of this key` }];
  });
}

export function checkPrintArea(area: Rectangle | null, source: Size | null): FieldError[] {
  if (!area || !source || liesInside(area, source)) return [];
  const message = `must lie inside the source image of ${source.width} x ${source.height} pixels`;
  return [{ path: 'config.printArea', code: 'outside_source_image', message }];
}

const liesInside = (area: Rectangle, source: Size): boolean =>
  area.x >= 0 && area.y >= 0 && area.x + area.width <= source.width && area.y + area.height <= source.height;

/** The template with one more image, in place of an earlier one of its kind. The base brings the template to life. */
export function withImage(template: Template, image: TemplateImage): Template {
  const isBase = image.kind === 'base';
  const sourceImage = template.sourceImage ?? (isBase ? { width: image.widthPx, height: image.heightPx } : null);
  const [outside] = checkPrintArea(template.printArea, sourceImage);
  if (outside) throw new DomainError('invalid', outside.code, `${outside.path} ${outside.message}`);

  return {
    printArea: template.printArea,
    sourceImage,
    isActive: template.isActive || isBase,
    images: [...template.images.filter(({ kind }) => kind !== image.kind), image],
    // The thumbnail is no layer: renders stay as they are.
    revision: template.revision + (image.kind === 'preview' ? 0 : 1),
  };
}
