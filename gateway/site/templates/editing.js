import { byId, h, tell } from '../shared/elements.js';
import { onLanguage, t } from '../shared/words.js';
import { createAreaMask } from './area-mask.js';
import { Board } from './board.js';
import { areasOf, createAreaList, withConfig } from './areas.js';
import { mountSaving } from './saving.js';
import { reshaped, shapeOf } from './surface.js';
import { createTrials } from './trials.js';

const PERCENT = { style: 'percent' };
const PIXELS = { style: 'decimal', maximumFractionDigits: 1 };
const SHOWN_AS = { strengthPx: PIXELS, blurPx: PIXELS, inkOpacity: PERCENT, grain: PERCENT };

/**
 * Shaping one template: its points on the board, its sliders beside it, and a render of the test artwork after each change.
 * @param {(id: string) => Promise<void>} reload loads the templates anew after one was changed
 */
export function createEditing(reload) {
  let scene = null;
  const form = byId('surface');
  const fields = form.elements;
  const board = new Board(change);
  const ask = createTrials(board);
  const sceneOf = () => scene;
  const areaMask = createAreaMask(sceneOf, mountSaving(sceneOf, reload));
  const areaList = createAreaList(sceneOf, (areas, key) => {
    const isOther = areas !== scene.areas;
    scene = { ...scene, areas };
    choose(key);
    if (isOther) unsaved();
  });

  function change(config) {
    scene = { ...scene, config, areas: withConfig(scene.areas, scene.areaKey, config) };
    board.show(config);
    write();
    unsaved();
    ask(scene);
  }

  /** Which of its surfaces is on the board. */
  function choose(areaKey) {
    const { config } = scene.areas.find(({ key }) => key === areaKey);
    scene = { ...scene, areaKey, config };
    areaList.show();
    areaMask.start();
    board.show(config);
    write();
    ask(scene);
  }

  function unsaved() {
    byId('save').disabled = false;
    tell(byId('save-state'), '');
  }

  const write = () => scene && writeFields(fields, scene);

  form.addEventListener('input', ({ target }) => {
    if (!scene || ['area', 'mask'].includes(target.name)) return;
    const { config } = scene;
    const [side, isSide] = [Number(fields.points.value), fields.points.validity.valid];
    if (target.name === 'shape' || (target.name === 'points' && isSide))
      return change(reshaped(config, fields.shape.value, side));
    if (target.name === 'grain') return write();
    if (target.name === 'shows') {
      scene = { ...scene, shows: target.value };
      areaList.show();
      return unsaved();
    }
    const [strengthPx, blurPx] = [Number(fields.strengthPx.value), Number(fields.blurPx.value)];
    const displacement = strengthPx === 0 && blurPx === 0 ? null : { strengthPx, blurPx };
    change({ ...config, displacement, blend: fields.blend.value, inkOpacity: Number(fields.inkOpacity.value) });
  });

  byId('reset').addEventListener('click', () => scene && start(scene));
  onLanguage(write);

  function start({ api, template, productType }) {
    const { sourceImage } = template.config;
    const printArea = template.config.printArea ?? { x: 0, y: 0, ...sourceImage };
    const areas = areasOf({ ...template.config, printArea });
    const before = scene?.template.id === template.id ? scene.areaKey : '';
    scene = { api, template, productType, shows: template.surface, areas };
    offerSurfaces(fields.shows, productType?.surfaces ?? [], template.surface);
    board.set(template);
    choose(areas.some(({ key }) => key === before) ? before : '');
    for (const id of ['texture', 'displacement', 'activate']) byId(id).disabled = false;
    byId('save').disabled = true;
  }

  return { start };
}

/** A type that is not listed leaves what the template shows as it is. */
function offerSurfaces(select, surfaces, shown) {
  select.replaceChildren(...surfaces.map(({ key, name }) => h('option', { value: key }, name)));
  select.value = shown ?? surfaces[0]?.key;
  select.parentElement.hidden = surfaces.length <= 1;
}

function writeFields(fields, { config, template }) {
  const { displacement, blend, inkOpacity } = config;
  fields.shape.value = shapeOf(config);
  fields.points.disabled = shapeOf(config) !== 'mesh';
  if (shapeOf(config) === 'mesh') fields.points.value = config.warp.columns;
  fields.strengthPx.value = displacement?.strengthPx ?? 0;
  fields.blurPx.value = displacement?.blurPx ?? 0;
  for (const name of ['strengthPx', 'blurPx']) fields[name].disabled = template.images.displacementUrl === null;
  fields.blend.value = blend;
  fields.inkOpacity.value = inkOpacity;
  for (const [name, format] of Object.entries(SHOWN_AS))
    fields[name].nextElementSibling.textContent = Number(fields[name].value).toLocaleString(undefined, format);
  byId('activate').textContent = t(template.isActive ? 'surface.deactivate' : 'surface.activate');
}
