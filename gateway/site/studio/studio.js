import { byId } from '../shared/elements.js';
import { mountHeader } from '../shared/header.js';
import { readLinks } from '../shared/links.js';
import { mountSignIn } from '../shared/sign-in.js';
import { addWords } from '../shared/words.js';
import { createChoices } from './choices.js';
import { createPlacing } from './placing.js';
import { Publishing } from './publishing.js';
import { WORDS } from './words.js';

addWords(WORDS);
mountHeader('studio');

const { logins } = await readLinks();
const placing = createPlacing();
const publishing = new Publishing(placing);
placing.onMove(() => publishing.placementMoved());

let artist = null;
const choices = createChoices((choice) => {
  publishing.choose(choice);
  placing.start({ ...choice, api: artist });
});

mountSignIn(byId('sign-in').querySelector('[data-session]'), {
  role: 'seller',
  logins,
  async onSession(api) {
    artist = api;
    await publishing.start(api);
    byId('workshop').hidden = false;
    await choices.start(api);
  },
});
