import { ApiProblem } from '../shared/api.js';
import { byId } from '../shared/elements.js';
import { t } from '../shared/words.js';
import { furtherOf, isShown } from './prints.js';

const PREVIEW_DELAY_MS = 120;

/**
 * Asks for the real image once the artwork rests for a moment, with all that the template shows; whatever was asked before is given up.
 * By a button it has the colours of a press.
 */
export function createPreview(stage, onResult) {
  const proof = byId('proof');
  let timer = null;
  let asked = new AbortController();
  let shownUrl = null;
  let last = null;
  const isProof = () => proof.getAttribute('aria-pressed') === 'true';

  async function fetchPreview(api, templateId, wanted, signal) {
    byId('preview-state').textContent = t('place.asking');
    const began = performance.now();
    const result = await api.previewPlacement(templateId, wanted, signal);
    const url = URL.createObjectURL(result.blob);
    await loaded(url);
    if (signal.aborted) return URL.revokeObjectURL(url);
    stage.showPreview(url);
    if (shownUrl) URL.revokeObjectURL(shownUrl);
    shownUrl = url;
    const { fits, overflow } = result;
    onResult({ fits, overflow });
    const ms = Math.round(performance.now() - began);
    byId('preview-state').textContent = t(wanted.softProof ? 'place.realProof' : 'place.real', { ms });
  }

  function ask(scene, placement) {
    last = [scene, placement];
    clearTimeout(timer);
    asked.abort();
    const current = (asked = new AbortController());
    stage.showPreview(null);
    const wanted = wantedOf(scene, placement);
    byId('preview-state').textContent = wanted ? t('place.sketch') : t('place.unseen', { host: scene.host });
    if (!wanted) return;
    const { api, area } = scene;
    timer = setTimeout(() => {
      const body = { ...wanted, ...(isProof() && { softProof: true }) };
      fetchPreview(api, area.template.id, body, current.signal).catch((error) => {
        if (current.signal.aborted) return;
        byId('preview-state').textContent = error instanceof ApiProblem ? error.message : t('failed');
      });
    }, PREVIEW_DELAY_MS);
  }

  proof.addEventListener('click', () => {
    proof.setAttribute('aria-pressed', String(!isProof()));
    if (last) ask(...last);
  });
  return { ask };
}

/** With what is moved where it is now; null where the template does not show it, as its own surface is bare. */
function wantedOf({ prints, area }, placement) {
  if (!isShown(prints)) return null;
  const now = prints.map((one) => (one.area === area ? { ...one, placement } : one));
  const [own] = now;
  return { artworkId: own.artwork.id, ...own.placement, surfaces: furtherOf(now, true) };
}

/** Decoded, so that swapping it in does not flicker. */
function loaded(url) {
  const image = new Image();
  image.src = url;
  return image.decode();
}
