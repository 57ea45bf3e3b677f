import { byId, setAttributes, svg } from '../shared/elements.js';
import { bleedOf, centreOf, scaledTo, turnedTo } from './geometry.js';

const HANDLE_PX = 9;
const TURN_HANDLE_PX = 30;
const SNAP_DEGREES = 15;

/**
 * The template with the artwork upon it: dragged, scaled and turned by a pointer. It shows the artwork itself at once,
 * and a real preview in its place as soon as there is one.
 */
export class Stage {
  #root = byId('stage');
  #picture = image('');
  #faint = image('faint');
  #art = image('');
  #others = svg('g');
  #preview = image('preview');
  #clip = svg('rect');
  #printArea = svg('rect', { class: 'print-area' });
  #box = svg('rect', { class: 'box', 'data-does': 'move' });
  #stem = svg('line', { class: 'stem' });
  #turn = svg('circle', { class: 'handle turn', 'data-does': 'turn' });
  #corners = [-1, 1].flatMap((right) =>
    [-1, 1].map((down) => ({ right, down, mark: svg('rect', { class: 'handle', 'data-does': 'scale' }) })),
  );
  #frame = svg(
    'g',
    { class: 'frame' },
    this.#box,
    this.#stem,
    this.#corners.map(({ mark }) => mark),
    this.#turn,
  );
  #onMove;
  #artwork = null;
  #placement = null;
  #gesture = null;

  /** @param {(placement: object) => void} onMove told of every change that a pointer makes */
  constructor(onMove) {
    this.#onMove = onMove;
    const root = this.#root;
    root.replaceChildren(
      svg('defs', {}, svg('clipPath', { id: 'bleed' }, this.#clip)),
      this.#picture,
      svg('g', { class: 'overlay' }, this.#others, this.#faint, svg('g', { 'clip-path': 'url(#bleed)' }, this.#art)),
      this.#preview,
      this.#printArea,
      this.#frame,
    );
    root.addEventListener('pointerdown', (event) => this.#begin(event));
    root.addEventListener('pointermove', (event) => this.#go(event));
    for (const end of ['pointerup', 'pointercancel']) root.addEventListener(end, () => (this.#gesture = null));
    new ResizeObserver(() => this.#placement && this.show(this.#placement)).observe(root);
  }

  /** Another place or artwork, beside what else is printed there. */
  set({ area, artwork, prints }) {
    this.#artwork = artwork;
    const { config } = area;
    const { images } = area.template;
    const { width, height } = config.sourceImage;
    setAttributes(this.#root, { viewBox: `0 0 ${width} ${height}` });
    for (const whole of [this.#picture, this.#preview]) setAttributes(whole, { x: 0, y: 0, width, height });
    this.#picture.setAttribute('href', images.baseUrl);
    for (const layer of [this.#faint, this.#art]) layer.setAttribute('href', artwork.previewUrl);
    setAttributes(this.#clip, bleedOf(config));
    setAttributes(this.#printArea, config.printArea);
    this.#others.replaceChildren(...prints.filter((one) => one.area !== area).flatMap(still));
  }

  show(placement) {
    this.#placement = placement;
    const centre = centreOf(placement, this.#artwork);
    const width = this.#artwork.widthPx * placement.scale;
    const height = this.#artwork.heightPx * placement.scale;
    const transform = transformOf(centre, placement);
    const extent = extentOf(width, height);
    for (const layer of [this.#faint, this.#art]) setAttributes(layer, { ...extent, transform });
    setAttributes(this.#frame, { transform });
    setAttributes(this.#box, extent);
    this.#drawHandles(width, height);
  }

  /** A real preview of what is placed, or null: then the artwork itself is shown. */
  showPreview(url) {
    if (url) this.#preview.setAttribute('href', url);
    this.#root.classList.toggle('has-preview', url !== null);
  }

  /** As large on the screen whatever the template's size. */
  #drawHandles(width, height) {
    const unit = this.#root.viewBox.baseVal.width / this.#root.clientWidth || 1;
    const side = HANDLE_PX * 2 * unit;
    const square = { width: side, height: side, rx: side / 4 };
    for (const { right, down, mark } of this.#corners)
      setAttributes(mark, { x: (right * width - side) / 2, y: (down * height - side) / 2, ...square });
    const top = -height / 2 - TURN_HANDLE_PX * unit;
    setAttributes(this.#turn, { cx: 0, cy: top, r: side / 2 });
    setAttributes(this.#stem, { x1: 0, y1: -height / 2, x2: 0, y2: top });
  }

  #begin(event) {
    const { does } = event.target.dataset;
    if (!does || event.button !== 0) return;
    event.preventDefault();
    this.#root.focus({ preventScroll: true });
    this.#root.setPointerCapture(event.pointerId);
    this.#gesture = { does, from: this.#pointOf(event), placement: this.#placement };
  }

  #go(event) {
    if (!this.#gesture) return;
    const gesture = GESTURES[this.#gesture.does];
    this.#onMove(gesture(this.#gesture, this.#pointOf(event), this.#artwork, event.shiftKey));
  }

  /** Where it is on the template, in its pixels. */
  #pointOf({ clientX, clientY }) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.#root.getScreenCTM().inverse());
  }
}

const transformOf = ({ x, y }, { rotation }) => `translate(${x} ${y}) rotate(${rotation})`;

const extentOf = (width, height) => ({ x: -width / 2, y: -height / 2, width, height });

/** What lies on another surface, which is not moved now. */
function still({ area, artwork, placement }, index) {
  const id = `bleed-${index}`;
  const art = image('');
  const extent = extentOf(artwork.widthPx * placement.scale, artwork.heightPx * placement.scale);
  const transform = transformOf(centreOf(placement, artwork), placement);
  setAttributes(art, { ...extent, transform, href: artwork.previewUrl });
  return [
    svg('clipPath', { id }, svg('rect', bleedOf(area.config))),
    svg('g', { 'clip-path': `url(#${id})` }, art),
    svg('rect', { class: 'print-area still', ...area.config.printArea }),
  ];
}

const image = (name) => svg('image', { class: name || null, preserveAspectRatio: 'none' });

const GESTURES = {
  move: ({ from, placement }, at) => ({ ...placement, x: placement.x + at.x - from.x, y: placement.y + at.y - from.y }),
  scale({ from, placement }, at, artwork) {
    const centre = centreOf(placement, artwork);
    const reach = (point) => Math.hypot(point.x - centre.x, point.y - centre.y);
    return scaledTo(placement, artwork, placement.scale * (reach(at) / Math.max(1, reach(from))));
  },
  turn({ placement }, at, artwork, isSnapping) {
    const centre = centreOf(placement, artwork);
    const degrees = (Math.atan2(at.x - centre.x, centre.y - at.y) * 180) / Math.PI;
    return turnedTo(placement, isSnapping ? Math.round(degrees / SNAP_DEGREES) * SNAP_DEGREES : degrees);
  },
};
