import { ApiProblem } from '../shared/api.js';
import { t } from '../shared/words.js';

/** What the API said, field by field; anything else is a failure of this page or of the network, and is told so. */
export function sentenceOf(error) {
  if (!(error instanceof ApiProblem)) return t('failed');
  const fields = error.fields.map(({ path, message }) => `${path}: ${message}`).join('; ');
  return fields ? `${error.message} (${fields})` : error.message;
}
