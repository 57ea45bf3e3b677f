import { byId, setAttributes, svg } from '../shared/elements.js';
import { onLanguage, t } from '../shared/words.js';
import { gridPath, pointsOf, shapeOf, withPoint } from './surface.js';

const POINT_PX = 9;
const WIDE_STEPS = 10;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const TURNS = { PageDown: 1, PageUp: -1 };

/** The photo with the surface over it: its points are moved by a pointer and by keys. */
export class Board {
  #root = byId('board');
  #photo = picture('');
  #trial = picture('trial');
  #grid = svg('path', { class: 'grid' });
  #points = svg('g', {});
  #onMove;
  #config = null;
  #current = 0;
  #dragged = null;

  /** @param {(config: object) => void} onMove told of every change that is made here */
  constructor(onMove) {
    this.#onMove = onMove;
    const root = this.#root;
    root.replaceChildren(this.#photo, this.#trial, this.#grid, this.#points);
    root.addEventListener('pointerdown', (event) => this.#begin(event));
    root.addEventListener('pointermove', (event) => this.#go(event));
    for (const end of ['pointerup', 'pointercancel']) root.addEventListener(end, () => this.#end());
    root.addEventListener('keydown', (event) => this.#press(event));
    root.addEventListener('focusin', ({ target }) => this.#choose(Number(target.dataset.index ?? this.#current)));
    new ResizeObserver(() => this.#config && this.#draw()).observe(root);
    onLanguage(() => this.#config && this.#draw());
  }

  /** Another template. */
  set(template) {
    const { width, height } = template.config.sourceImage;
    setAttributes(this.#root, { viewBox: `0 0 ${width} ${height}` });
    for (const whole of [this.#photo, this.#trial]) setAttributes(whole, { x: 0, y: 0, width, height });
    this.#photo.setAttribute('href', template.images.baseUrl);
    this.#current = 0;
    this.showTrial(null);
  }

  show(config) {
    this.#config = config;
    this.#draw();
  }

  /** A real render of what is shown, or null. */
  showTrial(url) {
    if (url) this.#trial.setAttribute('href', url);
    this.#root.classList.toggle('has-trial', url !== null);
  }

  /** As large on the screen whatever the template's size. */
  #draw() {
    const unit = this.#root.viewBox.baseVal.width / this.#root.clientWidth || 1;
    this.#grid.setAttribute('d', gridPath(this.#config));
    const points = pointsOf(this.#config);
    this.#current = Math.min(this.#current, points.length - 1);
    while (this.#points.childElementCount > points.length) this.#points.lastElementChild.remove();
    while (this.#points.childElementCount < points.length) this.#points.append(handle(this.#points.childElementCount));
    for (const [at, point] of points.entries()) {
      const mark = this.#points.children[at];
      const label = labelOf(this.#config, at, point);
      setAttributes(mark, { 'aria-label': label, 'aria-roledescription': t('point.role') });
      setAttributes(mark, { tabindex: at === this.#current ? 0 : -1, transform: `translate(${point.x} ${point.y})` });
      setAttributes(mark.firstChild, { r: POINT_PX * unit });
    }
    byId('point').textContent = labelOf(this.#config, this.#current, points[this.#current]);
  }

  #choose(index) {
    if (index === this.#current) return;
    this.#current = index;
    this.#draw();
  }

  #begin(event) {
    const mark = event.target.closest('.point');
    if (!mark || event.button !== 0) return;
    event.preventDefault();
    mark.focus({ preventScroll: true });
    this.#root.setPointerCapture(event.pointerId);
    const at = this.#pointOf(event);
    const from = pointsOf(this.#config)[this.#current];
    this.#dragged = { dx: from.x - at.x, dy: from.y - at.y };
    this.#root.classList.add('is-moving');
  }

  #go(event) {
    if (!this.#dragged) return;
    const { x, y } = this.#pointOf(event);
    this.#move({ x: x + this.#dragged.dx, y: y + this.#dragged.dy });
  }

  #end() {
    this.#dragged = null;
    this.#root.classList.remove('is-moving');
  }

  #press(event) {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || !this.#config) return;
    const points = pointsOf(this.#config);
    if (TURNS[key]) {
      event.preventDefault();
      this.#points.children[(this.#current + TURNS[key] + points.length) % points.length].focus();
    } else if (STEPS[key]) {
      event.preventDefault();
      const [right, down] = STEPS[key].map((step) => step * (shiftKey ? WIDE_STEPS : 1));
      const { x, y } = points[this.#current];
      this.#move({ x: x + right, y: y + down });
    }
  }

  #move(point) {
    this.#config = withPoint(this.#config, this.#current, point);
    this.#draw();
    this.#onMove(this.#config);
  }

  /** Where it is on the photo, in its pixels. */
  #pointOf({ clientX, clientY }) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.#root.getScreenCTM().inverse());
  }
}

const picture = (name) => svg('image', { class: name || null, preserveAspectRatio: 'none' });

const handle = (index) => svg('g', { class: 'point', role: 'button', 'data-index': index }, svg('circle', {}));

function labelOf(config, index, { x, y }) {
  const place = { x: Math.round(x), y: Math.round(y), number: index + 1 };
  const shape = shapeOf(config);
  if (shape === 'mesh') {
    const { columns } = config.warp;
    const [row, column] = [Math.floor(index / columns) + 1, (index % columns) + 1];
    return t('point.mesh', { ...place, row, column });
  }
  return t(shape === 'cylinder' ? `point.axis${index}` : `point.corner${index}`, place);
}
