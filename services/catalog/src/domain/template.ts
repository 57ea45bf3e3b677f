import { slugOf } from '@estampa/kernel/slug';
import { DomainError, type FieldError, unknownReference, wrongState } from '@estampa/kernel/errors';
import type { Surface } from '@estampa/kernel/surface';
import { isShownOn, type SurfaceArea, type SurfaceMask } from '@estampa/kernel/surface-areas';
import type { AssetChoice } from './combinations.ts';
import type { OptionRule } from './options.ts';
import type { ColourMask, TemplateColour } from './template-colours.ts';

/** Of the photo; a further surface may have a mask of its own beside them. */
export const IMAGE_KINDS = [
  'base',
  'mask',
  'outline',
  'shadow',
  'highlight',
  'preview',
  'displacement',
  'texture',
  'colourMask',
] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number] | SurfaceMask;

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

/** Another route stands at the address that a template of this id would have. */
export const isReservedTemplateId = (id: string): boolean => id === 'import-psd';

export const isTemplateId = (text: string): boolean => TEMPLATE_ID.test(text);

/** `Camiseta (Frente)` is `camiseta-frente`. */
export const templateIdOf = (displayName: string): string => slugOf(displayName, TEMPLATE_ID_LENGTH_MAX) || NAMELESS_ID;

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

/** Bleed and safe line are lengths on the product, so there has to be a scale for them. */
export const PRINT_MARGIN_MAX_MM = 20;

type PrintMargins = { printWidthMm: number | null; bleedMm: number; safeMm: number };

export function checkPrintMargins({ printWidthMm, bleedMm, safeMm }: PrintMargins): FieldError[] {
  return Object.entries({ bleedMm, safeMm }).flatMap(([name, margin]): FieldError[] => {
    const path = `config.${name}`;
    if (!(margin >= 0 && margin <= PRINT_MARGIN_MAX_MM))
      return [{ path, code: 'out_of_range', message: `must be between 0 and ${PRINT_MARGIN_MAX_MM} millimetres` }];
    if (margin === 0 || printWidthMm !== null) return [];
    return [{ path, code: 'print_width_required', message: 'needs printWidthMm, which defines a millimetre' }];
  });
}

const liesInside = (area: Rectangle, source: Size): boolean =>
  area.x >= 0 && area.y >= 0 && area.x + area.width <= source.width && area.y + area.height <= source.height;

/** An inspected upload and its public copy. */
export type CompletedImage = {
  kind: ImageKind;
  uploadKey: string;
  imageKey: string;
  widthPx: number;
  heightPx: number;
};

/** The template with more images, each in place of an earlier one of its kind. The base brings the template to life. */
export function withImages(
  template: Template & { areas?: readonly SurfaceArea[] },
  completed: readonly CompletedImage[],
): Template {
  const added = completed.map(({ kind, imageKey: key, widthPx, heightPx }) => ({ kind, key, widthPx, heightPx }));
  mustBeShown(template.areas ?? [], added);
  const base = added.find(({ kind }) => kind === 'base');
  const sourceImage = template.sourceImage ?? (base ? { width: base.widthPx, height: base.heightPx } : null);
  const areas = [template, ...(template.areas ?? [])];
  const [outside] = areas.flatMap(({ printArea }) => checkPrintArea(printArea, sourceImage));
  if (outside) throw new DomainError('invalid', outside.code, `${outside.path} ${outside.message}`);

  return {
    printArea: template.printArea,
    sourceImage,
    isActive: template.isActive || base !== undefined,
    images: [...template.images.filter(({ kind }) => !added.some((one) => one.kind === kind)), ...added],
    // The thumbnail is no layer: renders stay as they are.
    revision: template.revision + (added.some(({ kind }) => kind !== 'preview') ? 1 : 0),
  };
}

/** The template without one of its images; without its base there would be none to show. */
export function withoutImage(
  { images, revision }: Pick<Template, 'images' | 'revision'>,
  kind: ImageKind,
): Pick<Template, 'images' | 'revision'> {
  if (kind === 'base') throw wrongState('The base of a template is replaced, not removed');
  const left = images.filter((image) => image.kind !== kind);
  const isLayer = left.length < images.length && kind !== 'preview';
  return { images: left, revision: revision + (isLayer ? 1 : 0) };
}

/** Rejects the mask of a surface that is none of the further ones. */
export function mustBeShown(areas: readonly SurfaceArea[], images: readonly { kind: ImageKind }[]): void {
  if (!images.every(({ kind }) => isShownOn(kind, areas))) throw unknownReference('kind', 'further surface');
}

/** Without the masks of surfaces that are none of the further ones any more. */
export const imagesOn = (areas: readonly SurfaceArea[], images: readonly TemplateImage[]): TemplateImage[] =>
  images.filter(({ kind }) => isShownOn(kind, areas));

/** What an admin says of a template. */
export type TemplateFields = Pick<Template, 'printArea' | 'sourceImage' | 'isActive'> &
  Surface & {
    /** How wide the print area is on the product. */
    printWidthMm: number | null;
    /** What is printed beyond the print area on every side. */
    bleedMm: number;
    /** Distance inside the print area's edge within which nothing important should lie; it does not change renders. */
    safeMm: number;
    displayName: string;
    assets: Record<string, string>;
    options: Record<string, string> | null;
    /** Null where the product has the colour of its photo. */
    colourMask: ColourMask | null;
    /** Which surface of its type it shows; null is the first one. */
    surface: string | null;
    /** Where it shows further ones. */
    areas: SurfaceArea[];
  };

export type TemplateChange = Partial<TemplateFields>;

type Changed = TemplateFields & Pick<Template, 'revision'> & { colours: TemplateColour[] };

/** Fields after a change; the revision grows when renders or print files on it would differ. */
export function changed(template: Changed, wanted: Partial<Changed>): Changed {
  const after = { ...template, ...wanted };
  const { displayName, assets, options, safeMm, isActive, surface } = after;
  const { printArea, sourceImage, printWidthMm, bleedMm, colourMask, colours } = after;
  const { warp, displacement, blend, inkOpacity, underbase, areas } = after;
  const measures = { printArea, sourceImage, printWidthMm, bleedMm, colourMask, colours };
  const shown = { ...measures, warp, displacement, blend, inkOpacity, underbase, areas };
  const looksSame = Object.entries(shown).every(([name, value]) => isSameValue(value, template[name as keyof Changed]));
  const revision = template.revision + (looksSame ? 0 : 1);
  return { displayName, assets, options, ...shown, safeMm, isActive, surface, revision };
}

/** Whether nothing was changed. */
export const isSame = (template: Changed, after: Changed): boolean =>
  template.revision === after.revision &&
  template.displayName === after.displayName &&
  template.isActive === after.isActive &&
  template.safeMm === after.safeMm &&
  template.surface === after.surface &&
  isSameValue(template.assets, after.assets) &&
  isSameValue(template.options, after.options);

/** Of two JSON values. */
function isSameValue(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const [members, others] = [Object.entries(one), other as Record<string, unknown>];
  return (
    members.length === Object.keys(other).length && members.every(([key, value]) => isSameValue(value, others[key]))
  );
}
