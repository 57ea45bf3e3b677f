import { byId } from '../shared/elements.js';
import { mountHeader } from '../shared/header.js';
import { readLinks } from '../shared/links.js';
import { mountSignIn } from '../shared/sign-in.js';
import { sentenceOf } from '../shared/trouble.js';
import { addWords, onLanguage, t } from '../shared/words.js';
import { mountDisputes } from './disputes.js';
import { mountPeriods } from './periods.js';
import { mountReports } from './reports.js';
import { WORDS } from './words.js';

addWords(WORDS);
mountHeader('finance');

let parts = [];

async function run(task) {
  byId('trouble').textContent = '';
  try {
    await task();
  } catch (error) {
    byId('trouble').textContent = sentenceOf(error);
  }
}

const say = (text) => (byId('said').textContent = text);

onLanguage(() => {
  document.title = `${t('finance.title')} · Estampa`;
  for (const part of parts) part.show();
});
const { logins } = await readLinks();
mountSignIn(document.querySelector('[data-session]'), {
  roles: ['admin'],
  logins,
  async onSession(api) {
    byId('desk').hidden = false;
    parts = [mountReports, mountPeriods, mountDisputes].map((mount) => mount({ api, run, say }));
    for (const part of parts) await run(() => part.load());
  },
});
