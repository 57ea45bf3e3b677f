import { FRONT, FRONT_NAME } from '@estampa/kernel/product-surfaces';
import { bestMockup, mockupName } from '@estampa/kernel/mockup-name';
import type { Product, ProductState, Render, SurfaceName, Template, TypeState } from './product-state.ts';

type PrintedSurface = SurfaceName & { textLayer?: object };

/** A surface of a product: null is the first one of its type, which templates do not name. */
type Surface = string | null;

const shownBy = ({ surface }: Pick<Template, 'surface'>): Surface => surface ?? null;

/** What is printed on a surface; undefined where the product does not use it. */
const artworkOn = ({ artworkId, surfaces = [] }: Pick<Product, 'artworkId' | 'surfaces'>, surface: Surface) =>
  surface === null ? artworkId : surfaces.slice(1).find((used) => used.surface === surface)?.artworkId;

/** What is printed on the further surfaces that a template shows. */
const furtherPrints = ({ surfaces = [] }: Pick<Product, 'surfaces'>, { areas = [] }: Pick<Template, 'areas'>) =>
  surfaces.filter((used) => areas.some(({ surface }) => surface === used.surface));

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

/** The renders that show a product: on each template the best one. */
export function rendersOf<R extends Pick<Render, 'artworkId' | 'templateId'>>(
  product: Pick<Product, 'artworkId' | 'surfaces'>,
  templates: readonly Template[],
  /** All of an artwork on a template, whatever they show on further surfaces. */
  rendersOn: (artworkId: string, templateId: string) => readonly R[],
): R[] {
  return templates.flatMap((template) => {
    const artworkId = artworkOn(product, shownBy(template));
    if (artworkId === undefined) return [];
    const wanted = mockupName(template.id, furtherPrints(product, template));
    const best = bestMockup(rendersOn(artworkId, template.id), wanted, product.surfaces ?? []);
    return best ? [{ ...best, templateId: template.id }] : [];
  });
}

/** A product as if it had this surface alone: what is sold is printed from renders of it, also of those that show it beside another. */
export function onSurface<S extends Pick<ProductState, 'product' | 'templates' | 'renders'>>(
  state: S,
  surface: Surface,
): S {
  const own = state.templates.filter((template) => shownBy(template) === surface);
  const shown = new Set(own.map(({ id }) => id));
  const key = surface ?? state.product.surfaces?.[0]?.surface;
  const further = state.templates.flatMap((template) =>
    (template.areas ?? []).flatMap((area) =>
      area.surface === key ? [{ ...template, printArea: area.printArea, areas: [] }] : [],
    ),
  );
  const others = new Set(further.map(({ id }) => id));
  const renders = state.renders.flatMap((render) => {
    if (shown.has(render.templateId)) return [render];
    const other = others.has(render.templateId) ? render.others?.find((one) => one.surface === key) : undefined;
    return other ? [{ ...render, ...other, others: [] }] : [];
  });
  return { ...state, templates: [...own, ...further], renders };
}
