import { byId } from '../shared/elements.js';
import { mountHeader } from '../shared/header.js';
import { readLinks } from '../shared/links.js';
import { mountSignIn } from '../shared/sign-in.js';
import { addWords, onLanguage, t } from '../shared/words.js';
import { mountCreating } from './creating.js';
import { mountList } from './list.js';
import { WORDS } from './words.js';

addWords(WORDS);
mountHeader('coupons');

let parts = [];

onLanguage(() => {
  document.title = `${t('coupons.title')} · Estampa`;
  for (const part of parts) part.show();
});
const { logins } = await readLinks();
mountSignIn(document.querySelector('[data-session]'), {
  roles: ['admin', 'seller'],
  logins,
  async onSession(api, { roles }) {
    const say = (text) => (byId('said').textContent = text);
    byId('desk').hidden = false;
    const list = mountList({ api, say });
    const funders = [roles.includes('admin') && 'platform', roles.includes('seller') && 'seller'].filter(Boolean);
    parts = [list, mountCreating({ api, say, funders, onCreated: list.load })];
    for (const part of parts) part.show();
    await list.load();
  },
});
