import { ApiProblem } from '../shared/api.js';
import { byId, setAttributes } from '../shared/elements.js';
import { mountHeader } from '../shared/header.js';
import { sentenceOf } from '../shared/trouble.js';
import { addWords, hasWords, onLanguage, t } from '../shared/words.js';
import { WAYS } from './ways.js';
import { WORDS } from './words.js';

addWords(WORDS);
mountHeader('credentials');

const path = location.pathname.toLowerCase().replace(/\/$/, '');
const way = WAYS[path];
const token = takeToken();

/** Words are chosen when they are shown, so that they follow the language. */
let lead = () => (way.name === 'invite' ? t('invite.plain') : '');
let trouble = () => '';
let state = () => '';
let onward = null;

/** Out of the address at once: it is not to be read over a shoulder, kept by the browser or sent on; a reload has it still. */
function takeToken() {
  const given = new URLSearchParams(location.search).get('token') ?? history.state?.token ?? '';
  history.replaceState({ token: given }, '', path);
  return given;
}

function show() {
  document.title = `${t(`${way.name}.title`)} · Estampa`;
  byId('title').textContent = t(`${way.name}.title`);
  byId('lead').textContent = lead();
  byId('entry').hidden = !way.field;
  byId('field').textContent = way.field ? t(way.field) : '';
  byId('hint').textContent = way.hint ? t(way.hint) : '';
  byId('send').textContent = t(`${way.name}.send`);
  byId('trouble').textContent = trouble();
  byId('state').textContent = state();
  byId('onward').hidden = onward === null;
  if (!onward) return;
  const [key, href] = onward;
  byId('onward').textContent = t(key);
  byId('onward').href = href;
}

/** Nothing can be done with this token any more, or with none. */
function close(key) {
  byId('form').hidden = true;
  lead = () => '';
  trouble = () => t(key);
  onward = way.anew ?? null;
}

function fail(error) {
  trouble = () => sentenceOf(error);
  if (!(error instanceof ApiProblem)) return;
  if (error.code === 'invalid_token') return close(`${way.name}.closed`);
  if (error.code === 'already_exists') {
    close('invite.taken');
    onward = ['credentials.account', '/account'];
  }
  const [field] = error.fields;
  if (field) trouble = () => t(keyOf(field.code));
}

function keyOf(code) {
  if (way.name === 'forgot') return 'forgot.invalid';
  return hasWords(`password.${code}`) ? `password.${code}` : 'password.weak';
}

async function begin() {
  setAttributes(byId('input'), way.input ?? {});
  if (way.needsToken && token === '') return close('credentials.noToken');
  try {
    const opened = await way.open(token);
    if (!opened) return close(`${way.name}.closed`);
    lead = () => t(opened.lead, opened.values);
    byId('form').hidden = false;
  } catch (error) {
    fail(error);
  }
}

async function send(event) {
  event.preventDefault();
  byId('send').disabled = true;
  trouble = () => '';
  byId('trouble').textContent = '';
  try {
    await way.send(token, byId('input').value);
    history.replaceState(null, '', path);
    byId('form').hidden = true;
    lead = () => '';
    state = () => t(`${way.name}.done`);
    onward = [`${way.name}.onward`, way.onward];
  } catch (error) {
    fail(error);
  }
  byId('send').disabled = false;
  setAttributes(byId('input'), { 'aria-invalid': trouble() !== '' });
  show();
  const next = byId('form').hidden ? (state() ? 'state' : 'onward') : way.field ? 'input' : 'send';
  byId(next).focus();
}

byId('form').addEventListener('submit', (event) => void send(event));
await begin();
onLanguage(show);
