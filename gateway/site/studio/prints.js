import { effectiveDpi, fitOf, fitted } from './geometry.js';

const isPlaceable = ({ config, images }) => config.printArea && config.sourceImage && images.baseUrl;

/**
 * Where an artwork can be placed on the photos of a type: the print area of each template, without a key, and the further surfaces that it
 * shows. By the order of surfaces, and what a template is of comes before what it shows beside that.
 */
export function areasOf({ surfaces, templates }) {
  const of = (surface, template, key, config) => ({ surface, template, key, config });
  const placeable = templates.filter(isPlaceable);
  const own = (surface) =>
    placeable
      .filter((one) => surfaceShownBy(one, surfaces) === surface)
      .map((template) => of(surface, template, null, template.config));
  const further = (surface) =>
    placeable.flatMap((template) =>
      template.config.surfaces
        .filter(({ surface: key }) => key === surface.key)
        .map((area) => of(surface, template, surface.key, { ...template.config, ...area })),
    );
  return [...surfaces.flatMap(own), ...surfaces.flatMap(further)];
}

/** A template that names no surface shows the first one. */
const surfaceShownBy = ({ surface }, surfaces) => surfaces.find(({ key }) => key === surface) ?? surfaces[0];

/** Where nobody has placed it, it is as large as the print area allows. */
export const placementOn = (side, area) => side.placements.get(area) ?? fitted(area.config, side.artwork);

/** What a template shows of some sides: first what lies on its own surface, where there is any. */
export const printsOn = (template, { areas }, sides) =>
  areas
    .filter((area) => area.template === template)
    .flatMap((area) => {
      const side = sides.find(({ surface }) => surface === area.surface);
      return side ? [{ area, artwork: side.artwork, placement: placementOn(side, area) }] : [];
    });

/** A template shows only what is printed on its own surface, and what lies beside that. */
export const isShown = ([first]) => first.area.key === null;

/** The mockups of what is printed, each with all that its template shows. */
export const mockupsOf = (productType, printed) =>
  [...new Set(printed.map(({ area }) => area.template))]
    .map((template) => ({ template, prints: printsOn(template, productType, printed) }))
    .filter(({ prints }) => isShown(prints));

/** As the API takes what lies on further surfaces; types of one surface are asked for nothing of it. */
export const furtherOf = ([, ...further], isNamed = false) =>
  further.length === 0
    ? undefined
    : further.map(({ area, artwork, placement }) => ({
        surface: area.key,
        ...(isNamed && { artworkId: artwork.id }),
        ...placement,
      }));

/** What there is to say of one side before it is rendered, as words and their values; `host` has to be printed for it to be seen. */
export function findingOf(side, productType, printed) {
  const { area, artwork, leastDpi, surface } = side;
  const placement = placementOn(side, area);
  const dpi = effectiveDpi(placement, area.config);
  const isSeen = mockupsOf(productType, printed).some(({ prints }) => prints.some((one) => one.area === area));
  const [host] = productType.areas.filter(({ template, key }) => template === area.template && key === null);
  const said = { surface: surface.name, dpi, least: leastDpi, host: host.surface.name };
  if (!isSeen) return ['surfaces.unseen', said, false];
  if (!fitOf(placement, artwork, area.config).fits) return ['surfaces.beyond', said, false];
  if (dpi === null) return ['surfaces.noDpi', said, true];
  return dpi < leastDpi ? ['surfaces.lowDpi', said, false] : ['surfaces.dpi', said, true];
}
