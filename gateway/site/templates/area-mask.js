import { byId, h, tell } from '../shared/elements.js';
import { onLanguage, t } from '../shared/words.js';

/** Of the image in the API. */
const kindOf = (areaKey) => `mask@${areaKey}`;

/**
 * The mask of the further surface that is on the board. A surface takes one once it is saved.
 * @param {() => { template: object, areaKey: string }} sceneOf what is shown now
 * @param {(button: Element, done: string, run: (scene: object) => Promise<void>) => Promise<void>} act does one thing at a time
 */
export function createAreaMask(sceneOf, act) {
  const file = byId('surface').elements.mask;
  const [save, remove] = [byId('save-mask'), byId('remove-mask')];

  file.addEventListener('change', () => {
    save.disabled = file.files.length === 0;
    tell(byId('save-state'), '');
  });
  save.addEventListener('click', () => {
    const [chosen] = file.files;
    void act(save, 'mask.saved', ({ api, template, areaKey }) => api.uploadLayer(template.id, kindOf(areaKey), chosen));
  });
  remove.addEventListener('click', () => {
    void act(remove, 'mask.removed', ({ api, template, areaKey }) => api.removeLayer(template.id, kindOf(areaKey)));
  });

  function show() {
    const { template, areaKey } = sceneOf();
    const { sourceImage, surfaces } = template.config;
    const saved = surfaces.find(({ surface }) => surface === areaKey);
    const src = saved?.maskUrl ?? null;
    byId('area-mask').hidden = areaKey === '';
    byId('mask-shown').textContent = t(saved ? (src ? 'mask.own' : 'mask.none') : 'mask.unsaved');
    byId('mask-image').replaceChildren(...(src ? [h('img', { src, alt: t('mask.image'), ...sourceImage })] : []));
    file.disabled = !saved;
    remove.hidden = !src;
  }

  onLanguage(() => sceneOf() && show());

  return {
    /** Another surface, or the same one anew. */
    start() {
      file.value = '';
      save.disabled = true;
      remove.disabled = false;
      show();
    },
  };
}
