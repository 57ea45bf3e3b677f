import { byId, h } from '../shared/elements.js';
import { createThumbs } from '../shared/thumbs.js';
import { onLanguage, reais, t } from '../shared/words.js';
import { findingOf, placementOn, printsOn } from './prints.js';

/** Where a type says nothing else. */
const GOOD_DPI_MIN = 150;

/**
 * What lies on each surface of a product type: artwork, where on which template it is placed, and whether it is printed. One of them is
 * on the stage; those that nobody has touched show what was chosen last. Types of one surface show nothing of this.
 * @param {(scene: object) => void} onStage told of the surface that is shown from now on, and of all that its template shows with it
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
    stage();
  });

  const printed = () => sides.filter((side) => side.isPrinted);
  const tellPrinted = () => onPrinted(productType, printed());

  /** What is looked at is shown as if it were printed. */
  function stage() {
    const shown = sides.filter((side) => side === current || side.isPrinted);
    const { artwork, area, leastDpi } = current;
    const prints = printsOn(area.template, productType, shown);
    const host = productType.areas.find(({ template, key }) => template === area.template && key === null);
    onStage({ artwork, area, leastDpi, placement: placementOn(current, area), prints, host: host.surface.name });
  }

  function show() {
    byId('surface-choice').hidden = sides.length <= 1;
    if (sides.length <= 1) return;
    thumbs.show(sides.map(thumbOf), current);
    const { isPrinted: checked, surface } = current;
    const isAlone = checked && printed().length === 1;
    Object.assign(isPrinted, { checked, disabled: surface.required || isAlone });
    byId('is-printed-text').textContent = surface.required ? t('surfaces.required') : t('surfaces.print');
    byId('surface-size').textContent = sizeOf(surface);
    showFindings();
  }

  function showFindings() {
    if (sides.length > 1)
      byId('findings').replaceChildren(...printed().map((side) => finding(side, productType, printed())));
  }

  isPrinted.addEventListener('change', () => {
    current.isPrinted = isPrinted.checked;
    show();
    tellPrinted();
  });
  onLanguage(() => current && show());

  return {
    /** Another artwork or place on the surface that the place is of; another type begins anew. */
    choose({ artwork, area, productType: chosen }) {
      if (chosen !== productType) {
        productType = chosen;
        sides = sidesOf(productType, artwork);
        current = null;
      }
      const side = sides.find(({ surface }) => surface === area.surface);
      // A place of another surface is chosen to see that, which may have an artwork of its own already.
      const shown = current !== null && side !== current && side.isOwn ? side.artwork : artwork;
      if (side.artwork !== shown) Object.assign(side, { artwork: shown, placements: new Map() });
      Object.assign(side, { area, isPrinted: true, isOwn: true });
      for (const other of sides.filter((one) => !one.isOwn))
        Object.assign(other, { artwork: shown, area: besideOf(area, other, productType), placements: new Map() });
      current = side;
      show();
      tellPrinted();
      stage();
    },
    /** Whatever is moved is meant to be printed. */
    moved(placement) {
      const wasPrinted = current.isPrinted;
      current.placements.set(current.area, placement);
      Object.assign(current, { isPrinted: true, isOwn: true });
      if (wasPrinted) return showFindings();
      show();
      tellPrinted();
    },
  };
}

/** Every surface that some template shows; those that have to be printed are from the start. */
function sidesOf({ surfaces, areas, printRules }, artwork) {
  const leastDpi = printRules?.minDpi ?? GOOD_DPI_MIN;
  return surfaces.flatMap((surface) => {
    const area = areas.find((one) => one.surface === surface);
    const placements = new Map();
    return area ? [{ surface, area, artwork, placements, isPrinted: surface.required, isOwn: false, leastDpi }] : [];
  });
}

/** Where a surface that nobody has placed lies: on the same photo, where that is possible. */
const besideOf = ({ template }, side, { areas }) =>
  areas.find((one) => one.template === template && one.surface === side.surface) ?? side.area;

function finding(side, productType, printed) {
  const [words, values, isGood] = findingOf(side, productType, printed);
  return h('li', { class: isGood ? null : 'bad' }, t(words, values));
}

const extraCost = ({ extraCostCents }) =>
  extraCostCents > 0 ? t('surfaces.extra', { cost: reais(extraCostCents) }) : t('surfaces.noExtra');

const thumbOf = (side) => ({
  value: side,
  src: side.area.template.images.baseUrl,
  name: [
    h('span', { class: side.isPrinted ? 'printed' : null }, side.surface.name),
    h('span', { class: 'soft' }, extraCost(side.surface)),
  ],
});

const sizeOf = ({ widthMm, heightMm }) =>
  widthMm && heightMm ? t('surfaces.size', { width: widthMm, height: heightMm }) : '';
