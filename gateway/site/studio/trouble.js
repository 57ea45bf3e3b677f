import { ApiProblem } from '../shared/api.js';
import { t } from '../shared/words.js';

/** What the API said; anything else is a failure of this page or of the network, and is told so. */
export const sentenceOf = (error) => (error instanceof ApiProblem ? error.message : t('failed'));
