import { byId, h } from '../shared/elements.js';
import { t } from '../shared/words.js';
import { surfaceOf } from './surface.js';

const FURTHER_MAX = 3;
const NEW_SHARE = 0.25;
/** Options that add a surface begin with it, which no key does. */
const ADD = '+';

/** What a template shows, its own surface first, which has no key here; each as the board shows it. */
export const areasOf = ({ surfaces, ...config }) => [
  { key: '', config },
  ...surfaces.map(({ surface, ...area }) => ({ key: surface, config: { ...config, ...area } })),
];

export const withConfig = (areas, key, config) => areas.map((one) => (one.key === key ? { key, config } : one));

/** What the API takes of all of them. */
export const configOf = ([own, ...further]) => ({
  ...surfaceOf(own.config),
  surfaces: further.map(({ key, config }) => {
    const { printWidthMm, bleedMm, safeMm } = config;
    return { surface: key, printWidthMm, bleedMm, safeMm, ...surfaceOf(config) };
  }),
});

/** A new one lies in the middle of the photo. */
function added(areas, key) {
  const { sourceImage } = areas[0].config;
  const [width, height] = [sourceImage.width * NEW_SHARE, sourceImage.height * NEW_SHARE];
  const printArea = { x: (sourceImage.width - width) / 2, y: (sourceImage.height - height) / 2, width, height };
  const flat = { warp: null, displacement: null, blend: 'normal', inkOpacity: 1, underbase: false };
  const measures = { printWidthMm: null, bleedMm: 0, safeMm: 0 };
  return [...areas, { key, config: { ...areas[0].config, ...flat, ...measures, printArea } }];
}

/**
 * The list of a template's surfaces, of which one is on the board, and which can be more or fewer.
 * @param {() => { areas: object[], areaKey: string, shows: string | null, productType: object }} sceneOf what is shown now
 * @param {(areas: object[], key: string) => void} onChange told of other areas, or of another one that is to be shown
 */
export function createAreaList(sceneOf, onChange) {
  const select = byId('surface').elements.area;
  const remove = byId('remove-area');

  select.addEventListener('change', () => {
    const key = select.value.replace(ADD, '');
    const { areas } = sceneOf();
    onChange(key === select.value ? areas : added(areas, key), key);
  });
  remove.addEventListener('click', () => {
    const { areas, areaKey } = sceneOf();
    onChange(
      areas.filter(({ key }) => key !== areaKey),
      '',
    );
    select.focus();
  });

  return {
    /** Types of one surface have nothing to choose. */
    show() {
      const { areas, areaKey, shows, productType } = sceneOf();
      const offered = productType?.surfaces ?? [];
      const own = shows ?? offered[0]?.key;
      const nameOf = (wanted) => offered.find(({ key }) => key === wanted)?.name ?? wanted;
      const free = offered.filter(({ key }) => key !== own && !areas.some((area) => area.key === key));
      const more = areas.length <= FURTHER_MAX ? free : [];
      select.replaceChildren(
        ...areas.map(({ key }) => h('option', { value: key }, nameOf(key || own))),
        ...more.map(({ key, name }) => h('option', { value: `${ADD}${key}` }, t('surface.addArea', { name }))),
      );
      select.value = areaKey;
      select.parentElement.hidden = offered.length <= 1;
      remove.hidden = areaKey === '';
    },
  };
}
