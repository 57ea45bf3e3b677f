import { byId } from '../shared/elements.js';
import { sentenceOf } from '../shared/trouble.js';
import { t } from '../shared/words.js';
import { surfaceOf } from './surface.js';

const DELAY_MS = 200;

/** Asks for a render of the test artwork once the surface rests for a moment; whatever was asked before is given up. */
export function createTrials(board) {
  let timer = null;
  let asked = new AbortController();
  const state = byId('trial-state');

  async function render({ api, template, areaKey, config }, signal) {
    state.textContent = t('trial.asking');
    const began = performance.now();
    const isKnown = template.config.surfaces.some(({ surface }) => surface === areaKey);
    const trial = { config: surfaceOf(config), ...(isKnown && { surface: areaKey }) };
    const { url } = await api.tryTemplate(template.id, trial, signal);
    const image = new Image();
    image.src = url;
    await image.decode();
    if (signal.aborted) return;
    board.showTrial(url);
    state.dataset.trial = 'shown';
    state.textContent = t('trial.real', { ms: Math.round(performance.now() - began) });
  }

  return function ask(scene) {
    clearTimeout(timer);
    asked.abort();
    const current = (asked = new AbortController());
    state.dataset.trial = 'asked';
    timer = setTimeout(() => {
      render(scene, current.signal).catch((error) => {
        if (current.signal.aborted) return;
        state.dataset.trial = 'failed';
        state.textContent = sentenceOf(error);
      });
    }, DELAY_MS);
  };
}
