import { ApiProblem } from './api.js';
import { addWords, hasWords, t } from './words.js';

addWords({
  pt: {
    failed: 'Algo não funcionou. Tente de novo.',
    'problem.invalid_credentials': 'O e-mail ou a senha não confere.',
    'problem.account_suspended': 'Esta conta está suspensa.',
    'problem.account_inactive': 'Esta conta está desativada.',
    'problem.already_exists': 'Isto já existe.',
    'problem.unauthenticated': 'Sua sessão terminou. Entre de novo.',
    'problem.rate_limited': 'Foram tentativas demais. Espere um pouco e tente de novo.',
    'problem.invalid_token': 'Este endereço não vale mais: já foi usado, foi trocado por outro mais novo ou venceu.',
  },
  en: {
    failed: 'Something did not work. Try again.',
    'problem.invalid_credentials': 'The e-mail or the password is wrong.',
    'problem.account_suspended': 'This account is suspended.',
    'problem.account_inactive': 'This account is inactive.',
    'problem.already_exists': 'This exists already.',
    'problem.unauthenticated': 'Your session has ended. Sign in again.',
    'problem.rate_limited': 'These were too many attempts. Wait a little and try again.',
    'problem.invalid_token': 'This address works no longer: it was used, replaced by a newer one, or has expired.',
  },
});

/** What the API said, in words of the page where it has some; anything else is a failure of this page or of the network. */
export function sentenceOf(error) {
  if (!(error instanceof ApiProblem)) return t('failed');
  const words = `problem.${codeOf(error)}`;
  if (hasWords(words)) return t(words);
  const fields = error.fields.map(({ path, message }) => `${path}: ${message}`).join('; ');
  return fields ? `${error.message} (${fields})` : error.message;
}

/** A session's token that is refused means that the session has ended; a link's is refused with 400. */
const codeOf = ({ status, code }) => (status === 401 && code === 'invalid_token' ? 'unauthenticated' : code);
