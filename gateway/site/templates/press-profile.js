import { byId, tell } from '../shared/elements.js';
import { sentenceOf } from '../shared/trouble.js';
import { onLanguage, t } from '../shared/words.js';

/** The profile of the press that prints the shown template's product type. */
export function createPressProfile(reload) {
  let scene = null;
  const form = byId('press');
  const buttons = [byId('save-press'), byId('remove-press')];

  const show = () => {
    form.hidden = !scene?.productType;
    if (form.hidden) return;
    const { name, pressProfile } = scene.productType;
    byId('press-title').textContent = t('press.title', { type: name });
    byId('press-profile').textContent = pressProfile
      ? t('press.present', { name: pressProfile.name })
      : t('press.built-in');
    byId('remove-press').hidden = !pressProfile;
  };

  async function change(done, run) {
    for (const button of buttons) button.disabled = true;
    try {
      await run(scene.api, scene.productType.id);
      form.reset();
      await reload(scene.template.id);
      tell(byId('press-state'), t(done), 'good');
    } catch (error) {
      tell(byId('press-state'), sentenceOf(error), 'bad');
      for (const button of buttons) button.disabled = false;
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const [file] = form.elements.file.files;
    void change('press.saved', (api, id) => api.uploadPressProfile(id, file));
  });
  byId('remove-press').addEventListener('click', () => {
    void change('press.removed', (api, id) => api.removePressProfile(id));
  });
  form.addEventListener('input', () => {
    byId('save-press').disabled = form.elements.file.files.length === 0;
    tell(byId('press-state'), '');
  });
  onLanguage(() => scene && show());

  return {
    start(next) {
      scene = next;
      form.reset();
      byId('save-press').disabled = true;
      byId('remove-press').disabled = false;
      tell(byId('press-state'), '');
      show();
    },
  };
}
