import { byId, tell } from '../shared/elements.js';
import { sentenceOf } from '../shared/trouble.js';
import { t } from '../shared/words.js';
import { layerOfPhoto } from './photo-layers.js';
import { configOf } from './areas.js';

/**
 * All buttons that change the template itself.
 * @param {() => { api: object, template: object, areas: object[] }} sceneOf what is shown now
 * @param {(id: string) => Promise<void>} reload loads the templates anew
 * @returns what other buttons are done with
 */
export function mountSaving(sceneOf, reload) {
  const form = byId('surface');

  /** Does one thing at a time, and says how it went. */
  async function act(button, done, run) {
    button.disabled = true;
    tell(byId('save-state'), '');
    try {
      const scene = sceneOf();
      await run(scene);
      await reload(scene.template.id);
      tell(byId('save-state'), t(done), 'good');
    } catch (error) {
      tell(byId('save-state'), sentenceOf(error), 'bad');
      button.disabled = false;
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void act(byId('save'), 'surface.saved', ({ api, template, areas, shows }) =>
      api.updateTemplate(template.id, { surface: shows, config: configOf(areas) }),
    );
  });
  byId('activate').addEventListener('click', ({ target }) => {
    const isActive = !sceneOf().template.isActive;
    void act(target, isActive ? 'surface.activated' : 'surface.deactivated', ({ api, template }) =>
      api.updateTemplate(template.id, { isActive }),
    );
  });
  for (const kind of ['texture', 'displacement']) {
    byId(kind).addEventListener('click', ({ target }) => {
      const strength = Number(form.elements.grain.value);
      void act(target, 'photo.done', async ({ api, template: { id, images } }) =>
        api.uploadLayer(id, kind, await layerOfPhoto(images.baseUrl, kind, strength)),
      );
    });
  }
  return act;
}
