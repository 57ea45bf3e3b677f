import { byId } from '../shared/elements.js';
import { mountHeader } from '../shared/header.js';
import { readLinks } from '../shared/links.js';
import { addWords } from '../shared/words.js';
import { Buying } from './buying.js';
import { createChoices } from './choices.js';
import { createPlacing } from './placing.js';
import { Publishing } from './publishing.js';
import { mountSession } from './session.js';
import { sentenceOf } from './trouble.js';
import { WORDS } from './words.js';

addWords(WORDS);
mountHeader('studio');

const { logins } = await readLinks();
const buying = new Buying();
const placing = createPlacing();
const publishing = new Publishing(placing, (storeSlug, productSlug) => buying.show(storeSlug, productSlug));
placing.onMove(() => publishing.placementMoved());

let artist = null;
const choices = createChoices((choice) => {
  publishing.choose(choice);
  placing.start({ ...choice, api: artist });
});

mountSession(byId('sign-in').querySelector('[data-session]'), {
  role: 'seller',
  logins,
  async onSession(api) {
    artist = api;
    await publishing.start(api);
    byId('workshop').hidden = false;
    await choices.start(api);
  },
});
mountSession(byId('buyer').querySelector('[data-session]'), {
  role: 'customer',
  logins,
  canSignUp: true,
  onSession: (api) => buying.signedIn(api),
});

// The front page leads here to buy what it shows.
const wanted = new URLSearchParams(location.search);
if (wanted.has('store') && wanted.has('product')) {
  try {
    await buying.show(wanted.get('store'), wanted.get('product'));
    byId('buy').scrollIntoView();
  } catch (error) {
    byId('buy').hidden = false;
    byId('buy-title').textContent = sentenceOf(error);
  }
}
