import { byId } from '../shared/elements.js';
import { mountHeader } from '../shared/header.js';
import { readLinks } from '../shared/links.js';
import { mountSignIn } from '../shared/sign-in.js';
import { addWords } from '../shared/words.js';
import { createChoices } from './choices.js';
import { createPlacing } from './placing.js';
import { Publishing } from './publishing.js';
import { createSurfaces } from './surfaces.js';
import { WORDS } from './words.js';

addWords(WORDS);
mountHeader('studio');

const { logins } = await readLinks();
const placing = createPlacing();
const publishing = new Publishing();
let artist = null;
const surfaces = createSurfaces(
  (scene) => {
    choices.mark(scene);
    placing.start({ ...scene, api: artist });
  },
  (productType, printed) => publishing.print(productType, printed),
);
placing.onMove((placement) => {
  surfaces.moved(placement);
  publishing.placementMoved();
});
const choices = createChoices((choice) => surfaces.choose(choice));

mountSignIn(byId('sign-in').querySelector('[data-session]'), {
  roles: ['seller'],
  logins,
  async onSession(api) {
    artist = api;
    await publishing.start(api);
    byId('workshop').hidden = false;
    await choices.start(api);
  },
});
