import { connect } from '../shared/api.js';
import { forgetSession, session } from '../shared/session.js';

const nobody = connect();

const PASSWORD = { type: 'password', autocomplete: 'new-password', minlength: 8 };

/**
 * What the addresses in e-mails lead to, by path: the words, what one fills in if anything, and what it does.
 * `open` gives what the lead says when the token still works, else null.
 */
export const WAYS = {
  '/password/reset': {
    name: 'reset',
    field: 'password.field',
    hint: 'password.hint',
    input: PASSWORD,
    needsToken: true,
    open: async (token) => ((await nobody.isResetOpen(token)) ? { lead: 'reset.lead' } : null),
    async send(token, password) {
      await nobody.resetPassword(token, password);
      forgetSession();
    },
    onward: '/account',
    anew: ['reset.anew', '/password/forgot'],
  },
  '/password/forgot': {
    name: 'forgot',
    field: 'forgot.field',
    input: { type: 'email', autocomplete: 'username' },
    needsToken: false,
    open: async () => ({ lead: 'forgot.lead' }),
    send: (_token, email) => nobody.requestPasswordReset(email),
    onward: '/account',
  },
  '/signup/seller': {
    name: 'invite',
    field: 'password.field',
    hint: 'password.hint',
    input: PASSWORD,
    needsToken: true,
    async open(token) {
      const { valid, name, email } = await nobody.invitation(token);
      return valid ? { lead: 'invite.lead', values: { name, email } } : null;
    },
    /** Whoever was signed in here is no longer: the session is the new artist's. */
    send: (token, password) => session.signUpSeller(token, password),
    onward: '/studio',
  },
  /** By a button: programs that follow links of e-mails to look for harm press none. */
  '/email/verify': {
    name: 'verify',
    needsToken: true,
    open: async () => ({ lead: 'verify.lead' }),
    send: (token) => nobody.verifyEmail(token),
    onward: '/account',
    anew: ['verify.anew', '/account'],
  },
};
