import { byId, h } from '../shared/elements.js';
import { createThumbs } from '../shared/thumbs.js';
import { onLanguage, reais, t } from '../shared/words.js';
import { fitted } from './geometry.js';

/** Where a type says nothing else. */
const GOOD_DPI_MIN = 150;

/**
 * What lies on each surface of a product type: artwork, template and placement, and whether it is printed. One of them is on the
 * stage; those that nobody has touched show what was chosen last. Types of one surface show nothing of this.
 * @param {(side: object) => void} onStage told of the surface that is shown from now on
 * @param {(productType: object, printed: object[]) => void} onPrinted told of all that is printed, in the order of the type, whenever
 *   that changes
 */
export function createSurfaces(onStage, onPrinted) {
  let productType = null;
  let sides = [];
  let current = null;
  const isPrinted = byId('is-printed');
  const thumbs = createThumbs(byId('surfaces'), (side) => {
    current = side;
    show();
    onStage(side);
  });

  const printed = () => sides.filter((side) => side.isPrinted);
  const tellPrinted = () => onPrinted(productType, printed());

  function show() {
    byId('surface-choice').hidden = sides.length <= 1;
    if (sides.length <= 1) return;
    thumbs.show(sides.map(thumbOf), current);
    const { isPrinted: checked, surface } = current;
    const isAlone = checked && printed().length === 1;
    Object.assign(isPrinted, { checked, disabled: surface.required || isAlone });
    byId('is-printed-text').textContent = surface.required ? t('surfaces.required') : t('surfaces.print');
    byId('surface-size').textContent = sizeOf(surface);
  }

  isPrinted.addEventListener('change', () => {
    current.isPrinted = isPrinted.checked;
    show();
    tellPrinted();
  });
  onLanguage(() => current && show());

  return {
    /** Another artwork or template on the surface that the template shows; another type begins anew. */
    choose({ artwork, template, productType: chosen }) {
      if (chosen !== productType) {
        productType = chosen;
        sides = sidesOf(productType, artwork);
        current = null;
      }
      const side = sides.find(({ surface }) => surface === surfaceShownBy(template, productType));
      // A template of another surface is chosen to see that, which may have an artwork of its own already.
      const shown = current !== null && side !== current && side.isOwn ? side.artwork : artwork;
      if (side.artwork !== shown || side.template !== template) Object.assign(side, placedOn(template, shown));
      Object.assign(side, { isPrinted: true, isOwn: true });
      for (const other of sides) if (!other.isOwn) Object.assign(other, placedOn(other.template, shown));
      current = side;
      show();
      tellPrinted();
      onStage(side);
    },
    /** Whatever is moved is meant to be printed. */
    moved(placement) {
      const wasPrinted = current.isPrinted;
      Object.assign(current, { placement, isPrinted: true, isOwn: true });
      if (wasPrinted) return;
      show();
      tellPrinted();
    },
  };
}

const isPlaceable = ({ config, images }) => config.printArea && config.sourceImage && images.baseUrl;

/** All templates of a type that an artwork can be placed on, by the order of the surfaces that they show. */
export const placeableOf = (productType) =>
  productType.surfaces.flatMap((surface) =>
    productType.templates.filter((one) => isPlaceable(one) && surfaceShownBy(one, productType) === surface),
  );

/** A template that names no surface shows the first one. */
export const surfaceShownBy = ({ surface }, { surfaces }) => surfaces.find(({ key }) => key === surface) ?? surfaces[0];

const placedOn = (template, artwork) => ({ template, artwork, placement: fitted(template.config, artwork) });

/** Every surface that some template shows; those that have to be printed are from the start. */
function sidesOf(productType, artwork) {
  const leastDpi = productType.printRules?.minDpi ?? GOOD_DPI_MIN;
  return productType.surfaces.flatMap((surface) => {
    const template = placeableOf(productType).find((one) => surfaceShownBy(one, productType) === surface);
    return template
      ? [{ surface, isPrinted: surface.required, isOwn: false, leastDpi, ...placedOn(template, artwork) }]
      : [];
  });
}

const extraCost = ({ extraCostCents }) =>
  extraCostCents > 0 ? t('surfaces.extra', { cost: reais(extraCostCents) }) : t('surfaces.noExtra');

const thumbOf = (side) => ({
  value: side,
  src: side.template.images.baseUrl,
  name: [
    h('span', { class: side.isPrinted ? 'printed' : null }, side.surface.name),
    h('span', { class: 'soft' }, extraCost(side.surface)),
  ],
});

const sizeOf = ({ widthMm, heightMm }) =>
  widthMm && heightMm ? t('surfaces.size', { width: widthMm, height: heightMm }) : '';
