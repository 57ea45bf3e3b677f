import { FRONT, FRONT_NAME } from '@estampa/kernel/product-surfaces';
import type { Product, ProductState, Render, SurfaceName, Template, TypeState } from './product-state.ts';

type PrintedSurface = SurfaceName & { textLayer?: object };

/** A surface of a product: null is the first one of its type, which templates do not name. */
type Surface = string | null;

const shownBy = ({ surface }: Pick<Template, 'surface'>): Surface => surface ?? null;

/** What is printed on a surface; undefined where the product does not use it. */
const artworkOn = ({ artworkId, surfaces = [] }: Pick<Product, 'artworkId' | 'surfaces'>, surface: Surface) =>
  surface === null ? artworkId : surfaces.slice(1).find((used) => used.surface === surface)?.artworkId;

/** The surfaces that a product uses, its first one first. */
export const surfacesOf = ({ surfaces = [] }: Pick<Product, 'surfaces'>): Surface[] => [
  null,
  ...surfaces.slice(1).map(({ surface }) => surface),
];

/** What is printed of a product as people call it: of one without surfaces the first of its type, of such a type the front. */
export function printedSurfaces(
  { surfaces = [] }: Pick<Product, 'surfaces'>,
  { surfaces: known = [] }: Pick<TypeState['type'], 'surfaces'>,
): PrintedSurface[] {
  const offered = known.length > 0 ? known : [{ key: FRONT, name: FRONT_NAME }];
  const used = surfaces.length > 0 ? surfaces : [{ surface: offered[0]!.key }];
  return used.map(({ surface: key, textLayer }: { surface: string; textLayer?: object | undefined }) => ({
    key,
    name: offered.find((one) => one.key === key)?.name ?? key,
    ...(textLayer && { textLayer }),
  }));
}

/** The renders that show a product: on each template those of what is printed on the surface that it shows. */
export function rendersOf<R extends Pick<Render, 'artworkId' | 'templateId'>>(
  product: Pick<Product, 'artworkId' | 'surfaces'>,
  templates: readonly Template[],
  rendersOn: (artworkId: string, templateId: string) => readonly R[],
): R[] {
  return templates.flatMap((template) => {
    const artworkId = artworkOn(product, shownBy(template));
    return artworkId === undefined ? [] : rendersOn(artworkId, template.id);
  });
}

/** A product as if it had this surface alone: what is sold is printed from renders of it. */
export function onSurface<S extends Pick<ProductState, 'templates' | 'renders'>>(state: S, surface: Surface): S {
  const templates = state.templates.filter((template) => shownBy(template) === surface);
  const shown = new Set(templates.map(({ id }) => id));
  return { ...state, templates, renders: state.renders.filter(({ templateId }) => shown.has(templateId)) };
}
