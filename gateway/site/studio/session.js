import { connect } from '../shared/api.js';
import { h, tell } from '../shared/elements.js';
import { onLanguage, t } from '../shared/words.js';
import { sentenceOf } from './trouble.js';

/**
 * A way to sign in: by a button for each demo account of that role, or by e-mail and password. Tokens stay in this page's
 * memory.
 * @param {Element} place where it stands
 * @param {{ role: string, logins: object[], canSignUp?: boolean, onSession: (api: object) => Promise<void> }} options
 */
export function mountSession(place, { role, logins, canSignUp = false, onSession }) {
  const fields = () =>
    [
      ...logins
        .filter((login) => login.role === role)
        .map(({ email, password }) =>
          h('button', { type: 'button', click: () => enter(email, password) }, t('session.as', { role: t(role) })),
        ),
      h(
        'label',
        {},
        t('session.email'),
        h('input', { name: 'email', type: 'email', autocomplete: 'username', required: true }),
      ),
      h(
        'label',
        {},
        t('session.password'),
        h('input', {
          name: 'password',
          type: 'password',
          autocomplete: 'current-password',
          minlength: 8,
          required: true,
        }),
      ),
      h('button', { class: 'quiet', name: 'way', value: 'in' }, t('session.signIn')),
      canSignUp && h('button', { class: 'quiet', name: 'way', value: 'up' }, t('session.signUp')),
    ].filter(Boolean);

  const state = h('p', { class: 'note', role: 'status' });
  const form = h('form', { class: 'session-form', submit: signInByForm });
  place.append(form, state);
  onLanguage(() => {
    if (form.hidden) return;
    form.replaceChildren(...fields());
  });

  function signInByForm(event) {
    event.preventDefault();
    const { email, password } = form.elements;
    void enter(email.value, password.value, event.submitter?.value === 'up');
  }

  async function enter(email, password, isNew = false) {
    try {
      const nobody = connect();
      const tokens = await (isNew
        ? nobody.signUp(email, password, email.split('@')[0])
        : nobody.logIn(email, password));
      await onSession(connect(tokens));
      form.hidden = true;
      onLanguage(() => tell(state, t('session.in', { email }), 'good'));
    } catch (error) {
      tell(state, sentenceOf(error), 'bad');
    }
  }
}
