import { byId, tell } from '../shared/elements.js';
import { onLanguage, t } from '../shared/words.js';
import { effectiveDpi, fitOf, fitted, scaledTo, turnedTo } from './geometry.js';
import { createPreview } from './preview.js';
import { Stage } from './stage.js';

const STEP_SHARE = 0.01;
const SCALE_STEP = 1.02;
const WIDE_STEPS = 10;

/** Placing an artwork on a template: by pointer, by keyboard and by numbers, with its fit and the real preview. */
export function createPlacing() {
  let scene = null;
  let placement = null;
  let checked = null;
  const listeners = [];
  const stage = new Stage(move);
  const preview = createPreview(stage, (result) => {
    checked = result;
    tellFit();
  });

  function show(next) {
    placement = next;
    checked = null;
    stage.show(placement);
    tellFit();
    writeNumbers(placement);
    preview.ask(scene, placement);
  }

  function move(next) {
    show(next);
    for (const listener of listeners) listener(placement);
  }

  /** What the server said of this very placement, or until then, and beside other prints, what the same rule says here. */
  function tellFit() {
    if (!scene) return;
    const { area, prints } = scene;
    const isAlone = prints.length === 1;
    const { overflow, fits } = (isAlone && checked) || fitOf(placement, scene.artwork, area.config);
    const sides = Object.entries(overflow).filter(([, pixels]) => pixels > 0);
    const beyond = sides.map(([side, pixels]) => t(`side.${side}`, { pixels })).join(', ');
    tell(
      byId('fit'),
      fits ? [t('place.fits'), beyond].filter(Boolean).join(' · ') : t('place.beyond', { beyond }),
      fits ? 'good' : 'bad',
    );
    byId('fit').dataset.checked = String(checked !== null);
    byId('fit').dataset.overflow = JSON.stringify(overflow);
    const dpi = effectiveDpi(placement, area.config);
    tell(byId('dpi'), dpiSentence(dpi, scene.leastDpi), dpi !== null && dpi < scene.leastDpi ? 'bad' : '');
  }

  byId('numbers').addEventListener('input', ({ target }) => {
    const value = Number(target.value);
    if (!scene || target.value === '' || !Number.isFinite(value)) return;
    if (target.name === 'scale') move(scaledTo(placement, scene.artwork, value / 100));
    else if (target.name === 'rotation') move(turnedTo(placement, value));
    else move({ ...placement, [target.name]: value });
  });
  byId('numbers').addEventListener('submit', (event) => event.preventDefault());
  byId('stage').addEventListener('keydown', (event) => {
    const moved = scene && movedByKey(event, placement, scene);
    if (!moved) return;
    event.preventDefault();
    move(moved);
  });
  byId('fitted').addEventListener('click', () => scene && move(fitted(scene.area.config, scene.artwork)));
  onLanguage(tellFit);

  return {
    /** Begins anew with `{ artwork, area, placement, prints, leastDpi, host, api }`. */
    start(next) {
      stage.set((scene = next));
      show(scene.placement);
    },
    onMove: (listener) => void listeners.push(listener),
  };
}

function writeNumbers({ x, y, scale, rotation }) {
  const shown = { x: x.toFixed(1), y: y.toFixed(1), scale: (scale * 100).toFixed(1), rotation: rotation.toFixed(1) };
  for (const [name, value] of Object.entries(shown)) {
    const input = byId('numbers').elements[name];
    if (input !== document.activeElement) input.value = value;
  }
}

function dpiSentence(dpi, least) {
  if (dpi === null) return t('place.noDpi');
  return t(dpi < least ? 'place.lowDpi' : 'place.dpi', { dpi, least });
}

/** Arrows, + and -, [ and ]; with Shift ten times as far; 0 fits. Null for any other key. */
function movedByKey({ key, shiftKey, ctrlKey, metaKey, altKey }, placement, { artwork, area }) {
  if (ctrlKey || metaKey || altKey) return null;
  const far = shiftKey ? WIDE_STEPS : 1;
  const step = area.config.printArea.width * STEP_SHARE * far;
  const turn = (degrees) => turnedTo(placement, placement.rotation + degrees);
  const scale = (factor) => scaledTo(placement, artwork, placement.scale * factor);
  switch (key) {
    case 'ArrowLeft':
      return { ...placement, x: placement.x - step };
    case 'ArrowRight':
      return { ...placement, x: placement.x + step };
    case 'ArrowUp':
      return { ...placement, y: placement.y - step };
    case 'ArrowDown':
      return { ...placement, y: placement.y + step };
    case '+':
    case '=':
      return scale(SCALE_STEP);
    case '-':
    case '_':
      return scale(1 / SCALE_STEP);
    case '[':
      return turn(-1);
    case '{':
      return turn(-WIDE_STEPS);
    case ']':
      return turn(1);
    case '}':
      return turn(WIDE_STEPS);
    case '0':
      return fitted(area.config, artwork);
    default:
      return null;
  }
}
