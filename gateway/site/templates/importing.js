import { byId, h, tell } from '../shared/elements.js';
import { sentenceOf } from '../shared/trouble.js';
import { t } from '../shared/words.js';

const ASK_EVERY_MS = 700;

/** Uploads a Photoshop file and follows its import; `onDone` gets the templates that it became. */
export function createImporting(onDone) {
  let api = null;
  const form = byId('import');
  const bar = byId('import-progress');

  async function run(event) {
    event.preventDefault();
    const { file, displayName, productTypeId } = form.elements;
    const [button] = form.getElementsByTagName('button');
    button.disabled = true;
    byId('import-warnings').replaceChildren();
    tell(byId('import-state'), t('import.sending'));
    try {
      const wanted = { displayName: displayName.value, productTypeId: productTypeId.value };
      await follow(await api.importPsd(file.files[0], wanted));
    } catch (error) {
      tell(byId('import-state'), sentenceOf(error), 'bad');
    } finally {
      button.disabled = false;
      bar.hidden = true;
    }
  }

  async function follow(begun) {
    let present = begun;
    while (present.state === 'queued' || present.state === 'running') {
      const { done, total } = present.progress;
      bar.hidden = false;
      if (total > 0) bar.value = done / total;
      tell(byId('import-state'), t('import.running', { done, total: total || '…' }));
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
      present = await api.templateImport(begun.id);
    }
    byId('import-warnings').replaceChildren(
      ...present.warnings.map(({ layer, message }) => h('li', {}, layer ? `${layer}: ${message}` : message)),
    );
    if (present.failure) return tell(byId('import-state'), present.failure.message, 'bad');
    form.reset();
    const count = present.templateIds.length;
    tell(byId('import-state'), t('import.done', { count, lost: present.warnings.length }), 'good');
    await onDone(present.templateIds);
  }

  form.addEventListener('submit', (event) => void run(event));

  return {
    async start(session) {
      api = session;
      const { productTypes } = await api.productTypes();
      form.elements.productTypeId.replaceChildren(
        ...productTypes.map(({ id, name }) => h('option', { value: id }, name)),
      );
    },
  };
}
