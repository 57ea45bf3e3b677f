import { h, tell } from './elements.js';
import { isSignedIn, session, signOut } from './session.js';
import { sentenceOf } from './trouble.js';
import { addWords, onLanguage, t } from './words.js';

addWords({
  pt: {
    admin: 'administração',
    seller: 'artista de demonstração',
    customer: 'cliente de demonstração',
    'session.as': 'Entrar como {role}',
    'session.in': 'Você entrou como {email}.',
    'session.noStore': 'Você entrou como {email}, e esta conta não tem loja.',
    'session.noAdmin': 'Você entrou como {email}, e esta conta não é de administração.',
    'session.orders': 'Meus pedidos',
    'session.templates': 'Modelos (administração)',
    'session.email': 'E-mail',
    'session.password': 'Senha',
    'session.signIn': 'Entrar',
    'session.signUp': 'Criar conta de cliente',
    'session.signOut': 'Sair',
    'session.forgot': 'Esqueci a minha senha',
  },
  en: {
    admin: 'admin',
    seller: 'demo artist',
    customer: 'demo customer',
    'session.as': 'Sign in as {role}',
    'session.in': 'You are signed in as {email}.',
    'session.noStore': 'You are signed in as {email}, and this account has no store.',
    'session.noAdmin': 'You are signed in as {email}, and this account is not of an admin.',
    'session.orders': 'My orders',
    'session.templates': 'Templates (admin)',
    'session.email': 'E-mail',
    'session.password': 'Password',
    'session.signIn': 'Sign in',
    'session.signUp': 'Create a customer account',
    'session.signOut': 'Sign out',
    'session.forgot': 'Forgot my password',
  },
});

const ORDERS = '/account';
const TEMPLATES = '/studio/templates';

/**
 * A way to sign in: by a button for each demo account of that role, or by e-mail and password. Whoever signed in before in
 * this tab still is. Where a seller or an admin is wanted, another account goes to its orders; an admin goes from the studio of
 * artists to that of templates.
 * @param {Element} place where it stands
 * @param {{ roles: ('seller' | 'customer' | 'admin')[], logins: object[], canSignUp?: boolean,
 *   onSession: (api: object, account: object) => Promise<void> }} options
 */
export function mountSignIn(place, { roles, logins, canSignUp = false, onSession }) {
  const state = h('p', { class: 'note', role: 'status', tabindex: -1 });
  const trouble = h('p', { class: 'note bad', role: 'alert' });
  const form = h('form', { class: 'session-form', submit: signInByForm });
  const leave = h('button', { class: 'quiet', type: 'button', 'data-sign-out': true, click: () => void signedOut() });
  const orders = h('a', { class: 'button quiet', href: ORDERS, hidden: true });
  const templates = h('a', { class: 'button quiet', href: TEMPLATES, hidden: true });
  const present = h('div', { class: 'row', hidden: true }, state, templates, orders, leave);
  let account = null;
  const isWelcome = () => roles.includes('customer') || roles.some((role) => account.roles.includes(role));
  const isForSellers = roles.includes('seller') && !roles.includes('admin');
  const hasTemplates = () => isForSellers && account.roles.includes('admin');

  place.append(form, present, trouble);
  onLanguage(() => {
    const typed = Object.fromEntries(new FormData(form));
    form.replaceChildren(...fieldsOf({ roles, logins, canSignUp, enter }));
    for (const [name, value] of Object.entries(typed)) form.elements[name].value = value;
    leave.textContent = t('session.signOut');
    orders.textContent = t('session.orders');
    templates.textContent = t('session.templates');
    showAccount();
  });
  if (isSignedIn()) void resume();

  function signInByForm(event) {
    event.preventDefault();
    const { email, password } = form.elements;
    void enter(email.value, password.value, event.submitter?.value === 'up');
  }

  async function enter(email, password, isNew = false) {
    trouble.textContent = '';
    try {
      await (isNew ? session.signUp(email, password, email.split('@')[0]) : session.logIn(email, password));
      account = await session.ownAccount();
      if (!isWelcome()) return location.assign(hasTemplates() ? TEMPLATES : ORDERS);
      await begin();
      state.focus();
    } catch (error) {
      trouble.textContent = sentenceOf(error);
    }
  }

  /** A session that has ended meanwhile is no trouble: one signs in again. */
  async function resume() {
    try {
      account = await session.ownAccount();
      if (isWelcome()) await begin();
      else showAccount();
    } catch (error) {
      if (isSignedIn()) trouble.textContent = sentenceOf(error);
    }
  }

  async function begin() {
    showAccount();
    await onSession(session, account);
  }

  function showAccount() {
    if (!account) return;
    form.hidden = true;
    present.hidden = false;
    orders.hidden = isWelcome();
    templates.hidden = !hasTemplates();
    const other = roles.includes('seller') ? 'session.noStore' : 'session.noAdmin';
    tell(state, t(isWelcome() ? 'session.in' : other, account), isWelcome() ? 'good' : '');
  }

  async function signedOut() {
    await signOut().catch(() => undefined);
    location.reload();
  }
}

const fieldsOf = ({ roles, logins, canSignUp, enter }) =>
  [
    ...logins
      .filter(({ role }) => roles.includes(role))
      .map(({ role, email, password }) =>
        h('button', { type: 'button', click: () => void enter(email, password) }, t('session.as', { role: t(role) })),
      ),
    field('session.email', { name: 'email', type: 'email', autocomplete: 'username' }),
    field('session.password', {
      name: 'password',
      type: 'password',
      autocomplete: 'current-password',
      minlength: 8,
    }),
    h('button', { class: 'quiet', name: 'way', value: 'in' }, t('session.signIn')),
    canSignUp && h('button', { class: 'quiet', name: 'way', value: 'up' }, t('session.signUp')),
    h('a', { href: '/password/forgot' }, t('session.forgot')),
  ].filter(Boolean);

const field = (key, attributes) => h('label', {}, t(key), h('input', { ...attributes, required: true }));
