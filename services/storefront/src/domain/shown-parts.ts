import type {
  Artwork,
  Asset,
  CatalogVariant,
  GalleryImage,
  Option,
  Render,
  SurfaceName,
  Template,
} from './product-state.ts';

/**
 * The public part of a state, as text. If it is equal before and after a change, nothing has to be derived. `null` means that
 * nothing is public.
 */
export type ShownPart = string | null;

type ProductType = {
  productType?: { slug: string; name: string; surfaces?: readonly SurfaceName[] | undefined } | undefined;
  assets: readonly Asset[];
  options: readonly Option[];
};

export const shownOfType = ({ productType, assets, options }: ProductType): ShownPart =>
  textOf({
    slug: productType?.slug,
    name: productType?.name,
    surfaces: productType?.surfaces?.map(({ key, name }) => [key, name]),
    assets: assets.map(({ key, keyLabelPt, value, labelPt, isActive }) => [key, keyLabelPt, value, labelPt, isActive]),
    options: options
      .filter(({ isActive }) => isActive)
      .map(({ key, labelPt, inputType, displayBehavior, required, values }) => ({
        option: [key, labelPt, inputType, displayBehavior, required],
        values: values
          .filter(({ isActive }) => isActive)
          .map(({ value, labelPt: label, hexColor }) => [value, label, hexColor]),
      })),
  });

export const shownOfVariant = ({ assets, isActive }: CatalogVariant): ShownPart => (isActive ? textOf(assets) : null);

type Shown<T> = T & { deleted: boolean };

export const shownOfTemplate = (template: Shown<Template>): ShownPart => {
  const { productTypeId, assets, options, surface, areas = [], isActive, createdAt, deleted } = template;
  const further = areas.map((area) => area.surface);
  return isActive && !deleted
    ? textOf({ productTypeId, assets, options: options?.values, surface, further, createdAt })
    : null;
};

/** Tags are part of it because searches match them. */
export const shownOfArtwork = ({ title, previewKey, dominantColor, tags, deleted }: Shown<Artwork>): ShownPart =>
  deleted ? null : textOf({ title, previewKey, dominantColor, tags });

export const shownOfRender = ({ imageKey, createdAt, status, deleted }: Shown<Render>): ShownPart =>
  deleted || status !== 'rendered' ? null : textOf({ imageKey, createdAt });

type Gallery = { images: readonly GalleryImage[]; deleted: boolean };

export const shownOfGallery = ({ images, deleted }: Gallery): ShownPart =>
  deleted || images.length === 0
    ? null
    : textOf(images.map(({ imageKey, altText, isPrimary, position }) => [imageKey, altText, isPrimary, position]));

/** JSON in which the members of each object are sorted. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) => (isDictionary(member) ? sorted(member) : member));

const isDictionary = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sorted = (dictionary: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(dictionary).toSorted(([one], [other]) => (one < other ? -1 : 1)));
