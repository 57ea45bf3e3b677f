import { byId } from '../shared/elements.js';
import { mountHeader } from '../shared/header.js';
import { readLinks } from '../shared/links.js';
import { mountSignIn } from '../shared/sign-in.js';
import { createThumbs } from '../shared/thumbs.js';
import { addWords } from '../shared/words.js';
import { createEditing } from './editing.js';
import { createImporting } from './importing.js';
import { createPressProfile } from './press-profile.js';
import { createPrintRules } from './print-rules.js';
import { createProductSurfaces } from './product-surfaces.js';
import { WORDS } from './words.js';

addWords(WORDS);
mountHeader('templates');

const { logins } = await readLinks();
let admin = null;
let productTypes = [];
const editing = createEditing(load);
const typeForms = [createProductSurfaces(load), createPrintRules(load), createPressProfile(load)];
const thumbs = createThumbs(byId('templates'), edit);
const importing = createImporting(([first]) => load(first));

function edit(template) {
  const productType = productTypes.find(({ id }) => id === template.productTypeId);
  const scene = { api: admin, template, productType };
  editing.start(scene);
  for (const form of typeForms) form.start(scene);
}

/** All templates and product types anew, and one template chosen. */
async function load(chosenId) {
  const [{ templates }, listed] = await Promise.all([admin.templates(), admin.productTypes({ includeInactive: true })]);
  ({ productTypes } = listed);
  const shown = templates.filter(({ config, images }) => config.sourceImage && images.baseUrl);
  const chosen = shown.find(({ id }) => id === chosenId) ?? shown[0];
  const thumbOf = (template) => ({ value: template, src: template.images.baseUrl, name: template.displayName });
  thumbs.show(shown.map(thumbOf), chosen);
  if (chosen) edit(chosen);
}

mountSignIn(byId('sign-in').querySelector('[data-session]'), {
  roles: ['admin'],
  logins,
  async onSession(api) {
    admin = api;
    byId('workshop').hidden = false;
    await Promise.all([importing.start(api), load(new URLSearchParams(location.search).get('template'))]);
  },
});
