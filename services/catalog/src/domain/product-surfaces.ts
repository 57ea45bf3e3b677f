import {
  EXTRA_COST_MAX_CENTS,
  FRONT,
  FRONT_NAME,
  SURFACE_KEY,
  SURFACES_PER_TYPE_MAX,
} from '@estampa/kernel/product-surfaces';
import type { FieldError } from '@estampa/kernel/errors';
import { checkTextLayer, isSameTextLayer, type TextLayer } from '@estampa/kernel/text-layer';
import { repeated } from './repeated.ts';

/** A part of a product that can be printed, such as its front or back. */
export type ProductSurface = {
  key: string;
  name: string;
  /** What can be printed of it; null where it is not known. */
  widthMm: number | null;
  heightMm: number | null;
  /** Added to the base cost of each product that uses it. */
  extraCostCents: number;
  /** Whether every product has to use it. */
  required: boolean;
};

/** A surface of a seller's product, and what is printed on it. */
export type UsedSurface = {
  surface: string;
  artworkId: string;
  /** For words of buyers. */
  textLayer?: TextLayer | undefined;
};

/** What a seller says of it: null removes the layer for texts, and nothing said leaves it as it is. */
export type WantedSurface = Pick<UsedSurface, 'surface' | 'artworkId'> & { textLayer?: TextLayer | null | undefined };

/** What a type has whose admin says nothing of surfaces. */
export const FRONT_ALONE: readonly ProductSurface[] = [
  { key: FRONT, name: FRONT_NAME, widthMm: null, heightMm: null, extraCostCents: 0, required: true },
];

/** What is wrong with the surfaces of a type that has had some already: those stay, and the first one stays the first. */
export function checkProductSurfaces(
  wanted: readonly ProductSurface[],
  known: readonly ProductSurface[] = [],
): FieldError[] {
  if (wanted.length === 0 || wanted.length > SURFACES_PER_TYPE_MAX) {
    return [{ path: 'surfaces', code: 'wrong_count', message: `must be 1 to ${SURFACES_PER_TYPE_MAX}` }];
  }
  const left = known.filter(({ key }) => !wanted.some((one) => one.key === key)).map(({ key }) => key);
  const extraCents = wanted.reduce((sum, { extraCostCents }) => sum + extraCostCents, 0);
  return [
    ...wanted.flatMap(checkProductSurface),
    ...repeated(
      wanted.map(({ key }) => key),
      (index) => `surfaces[${index}].key`,
    ),
    ...(left.length > 0
      ? [{ path: 'surfaces', code: 'immutable', message: `must still name ${left.join(', ')}, which products may use` }]
      : []),
    ...(known[0] && left.length === 0 && wanted[0]!.key !== known[0].key
      ? [{ path: 'surfaces[0].key', code: 'immutable', message: `must stay ${known[0].key}, which all products use` }]
      : []),
    ...(extraCents > EXTRA_COST_MAX_CENTS
      ? [
          {
            path: 'surfaces',
            code: 'too_big',
            message: `must not add more than ${EXTRA_COST_MAX_CENTS} cents in all`,
          },
        ]
      : []),
  ];
}

function checkProductSurface({ key, extraCostCents, required }: ProductSurface, index: number): FieldError[] {
  const at = (field: keyof ProductSurface) => `surfaces[${index}].${field}`;
  const isFirst = index === 0;
  return [
    ...(SURFACE_KEY.test(key) ? [] : [{ path: at('key'), code: 'invalid', message: 'takes 1-30 of a-z, 0-9 and -' }]),
    ...(extraCostCents >= 0 ? [] : [{ path: at('extraCostCents'), code: 'too_small', message: 'must be at least 0' }]),
    ...(isFirst && !required
      ? [
          {
            path: at('required'),
            code: 'first_is_required',
            message: 'must be true: every product uses the first surface',
          },
        ]
      : []),
  ];
}

/** What a product shows where its seller names no surfaces, and of products from before surfaces. */
export const firstSurfaceAlone = (artworkId: string, offered: readonly ProductSurface[]): UsedSurface[] => [
  { surface: offered[0]!.key, artworkId },
];

/** What is wrong with the surfaces of a product whose own artwork is this one. */
export function checkUsedSurfaces(
  used: readonly WantedSurface[],
  artworkId: string,
  offered: readonly ProductSurface[],
): FieldError[] {
  const first = used.find(({ surface }) => surface === offered[0]!.key);
  return [
    ...checkNames(used, offered),
    ...checkTextLayers(used),
    ...(first && first.artworkId !== artworkId
      ? [{ path: 'artworkId', code: 'other_artwork', message: `must be what is printed on ${first.surface}` }]
      : []),
  ];
}

/** The same of a product that exists: whatever else is printed on it, it stays one of its artwork. */
export const checkChangedSurfaces = (
  used: readonly WantedSurface[],
  artworkId: string,
  offered: readonly ProductSurface[],
): FieldError[] => [
  ...checkNames(used, offered),
  ...checkTextLayers(used),
  ...used.flatMap((one, index): FieldError[] => {
    if (one.surface !== offered[0]!.key || one.artworkId === artworkId) return [];
    const message = `must stay ${artworkId}, the product's artworkId`;
    return [{ path: `surfaces[${index}].artworkId`, code: 'immutable', message }];
  }),
];

const checkTextLayers = (used: readonly WantedSurface[]): FieldError[] =>
  used.flatMap(({ textLayer }, index) => (textLayer ? checkTextLayer(textLayer, `surfaces[${index}].textLayer`) : []));

function checkNames(used: readonly WantedSurface[], offered: readonly ProductSurface[]): FieldError[] {
  const keys = offered.map(({ key }) => key);
  const missing = unusedRequired({ used, offered });
  return [
    ...used.flatMap(({ surface }, index) =>
      keys.includes(surface) ? [] : [unknownSurface(`surfaces[${index}].surface`)],
    ),
    ...repeated(
      used.map(({ surface }) => surface),
      (index) => `surfaces[${index}].surface`,
    ),
    ...missing.map(({ key }) => ({
      path: 'surfaces',
      code: 'required',
      message: `must name ${key}, which is required`,
    })),
  ];
}

export type UsedAndOffered = { used: readonly UsedSurface[]; offered: readonly ProductSurface[] };

/** What every product has to use and this one does not. */
export const unusedRequired = ({
  used,
  offered,
}: {
  used: readonly WantedSurface[];
  offered: readonly ProductSurface[];
}): ProductSurface[] => offered.filter(({ key, required }) => required && !used.some(({ surface }) => surface === key));

const unknownSurface = (path: string): FieldError => ({
  path,
  code: 'unknown_reference',
  message: 'names no surface of the product type',
});

/** The surface that a template shows: null, which is the first one, or one of its type. */
export const checkShownSurface = (surface: string | null, offered: readonly ProductSurface[]): FieldError[] =>
  surface === null || offered.some(({ key }) => key === surface) ? [] : [unknownSurface('surface')];

/** The first one has no name in templates, so that those from before surfaces are no others. */
export const shownSurface = (surface: string | null, offered: readonly ProductSurface[]): string | null =>
  surface === offered[0]!.key ? null : surface;

/** In the order of the type's surfaces. */
export const inOrder = (used: readonly UsedSurface[], offered: readonly ProductSurface[]): UsedSurface[] =>
  offered.flatMap(({ key }) => used.filter(({ surface }) => surface === key));

/** What is wanted, with the layers for texts of which nothing is said as they were. */
export const withTextLayers = (wanted: readonly WantedSurface[], before: readonly UsedSurface[]): UsedSurface[] =>
  wanted.map(({ surface, artworkId, textLayer }) => {
    const known = before.find((one) => one.surface === surface);
    const layer = textLayer === undefined ? known?.textLayer : textLayer;
    return { surface, artworkId, ...(layer && { textLayer: layer }) };
  });

/** Those of them that the others do not have, or have with another artwork. */
export const addedTo = <Used extends WantedSurface>(others: readonly UsedSurface[], used: readonly Used[]): Used[] =>
  used.filter(
    (one) => !others.some(({ surface, artworkId }) => surface === one.surface && artworkId === one.artworkId),
  );

export const isSameUse = (one: readonly UsedSurface[], other: readonly UsedSurface[]): boolean =>
  one.length === other.length && addedTo(one, other).length === 0 && other.every((used) => hasSameText(used, one));

const hasSameText = ({ surface, textLayer }: UsedSurface, others: readonly UsedSurface[]): boolean =>
  isSameTextLayer(textLayer, others.find((one) => one.surface === surface)?.textLayer);

/** The surfaces that a product uses, as its type describes them now. */
export const surfacesInUse = ({ used, offered }: UsedAndOffered): (ProductSurface & UsedSurface)[] =>
  inOrder(used, offered).map((one) => ({ ...offered.find(({ key }) => key === one.surface)!, ...one }));

/** What they add to the base cost of each of its variants. */
export const extraCostCents = (surfaces: UsedAndOffered): number =>
  surfacesInUse(surfaces).reduce((sum, surface) => sum + surface.extraCostCents, 0);
