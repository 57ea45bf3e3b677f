import { byId } from '../shared/elements.js';
import { mountHeader } from '../shared/header.js';
import { readLinks } from '../shared/links.js';
import { mountSignIn } from '../shared/sign-in.js';
import { createThumbs } from '../shared/thumbs.js';
import { addWords } from '../shared/words.js';
import { createEditing } from './editing.js';
import { createImporting } from './importing.js';
import { WORDS } from './words.js';

addWords(WORDS);
mountHeader('templates');

const { logins } = await readLinks();
let admin = null;
const editing = createEditing(load);
const thumbs = createThumbs(byId('templates'), (template) => editing.start({ api: admin, template }));
const importing = createImporting(([first]) => load(first));

/** All templates anew, and one of them chosen. */
async function load(chosenId) {
  const { templates } = await admin.templates();
  const shown = templates.filter(({ config, images }) => config.sourceImage && images.baseUrl);
  const chosen = shown.find(({ id }) => id === chosenId) ?? shown[0];
  const thumbOf = (template) => ({ value: template, src: template.images.baseUrl, name: template.displayName });
  thumbs.show(shown.map(thumbOf), chosen);
  if (chosen) editing.start({ api: admin, template: chosen });
}

mountSignIn(byId('sign-in').querySelector('[data-session]'), {
  role: 'admin',
  logins,
  async onSession(api) {
    admin = api;
    byId('workshop').hidden = false;
    await Promise.all([importing.start(api), load(new URLSearchParams(location.search).get('template'))]);
  },
});
