import { OPAQUE, PER_OPAQUE } from '../blending.ts';
import type { Size } from '../geometry.ts';
import type { Effect } from './blend-modes.ts';
import { clearPixels, eachPixel, lay, type Pixels } from './pixels.ts';
import type { ByteBudget } from './psd-limits.ts';

type Kind = 'shadow' | 'highlight' | 'outline' | 'texture';
type Factors = { multiplied: number; added: number };

/** What one level does to the colour beneath, as a factor and a share of white. */
const FACTORS: Record<Exclude<Effect['kind'], 'cover'>, (level: number) => Factors> = {
  shadow: (level) => ({ multiplied: level, added: 0 }),
  highlight: (level) => ({ multiplied: 1, added: level }),
  both: (level) => (level <= 0.5 ? { multiplied: 2 * level, added: 0 } : { multiplied: 1, added: 2 * level - 1 }),
};

/**
 * All that lies above a print, put together as templates have it: the print is multiplied by the shadow, then screened with the
 * highlight, then covered by the outline. Whatever the order of the layers was, this is what they give.
 */
export class Shades {
  readonly #size: Size;
  readonly #budget: ByteBudget;
  /** RGB of shadow and texture begin white, the others clear; each is made when it is first needed. */
  readonly #planes: Partial<Record<Kind, Pixels>> = {};

  constructor(size: Size, budget: ByteBudget) {
    this.#size = size;
    this.#budget = budget;
  }

  lay(pixels: Pixels, kind: Effect['kind']): void {
    if (kind === 'cover') return lay(this.#plane('outline'), pixels, null);
    const shadow = this.#plane('shadow').rgba;
    const highlight = kind === 'shadow' ? this.#planes.highlight?.rgba : this.#plane('highlight').rgba;
    const outline = this.#planes.outline?.rgba;
    const factorsOf = FACTORS[kind];
    eachPixel(pixels, this.#size.width, (at, beneath) => {
      const alpha = pixels.rgba[at * 4 + 3]! * PER_OPAQUE;
      if (alpha === 0) return;
      for (let channel = 0; channel < 3; channel += 1) {
        const place = beneath * 4 + channel;
        const { multiplied, added } = factorsOf(pixels.rgba[at * 4 + channel]! * PER_OPAQUE);
        shadeOne({ shadow, highlight, outline }, place, {
          multiplied: 1 - alpha * (1 - multiplied),
          added: alpha * added,
        });
      }
    });
  }

  /** Multiplied into the print alone. */
  layTexture(pixels: Pixels): void {
    const texture = this.#plane('texture').rgba;
    eachPixel(pixels, this.#size.width, (at, beneath) => {
      const alpha = pixels.rgba[at * 4 + 3]! * PER_OPAQUE;
      for (let channel = 0; channel < 3; channel += 1)
        texture[beneath * 4 + channel]! *= 1 - alpha * (1 - pixels.rgba[at * 4 + channel]! * PER_OPAQUE);
    });
  }

  /** Those that there are, as layers of a template: what changes nothing is transparent. */
  taken(): Partial<Record<Kind, Pixels>> {
    const { shadow, highlight } = this.#planes;
    if (shadow) toTransparent(shadow.rgba, OPAQUE);
    if (highlight) toTransparent(highlight.rgba, 0);
    const isSeen = ({ rgba }: Pixels) => rgba.some((level, at) => at % 4 === 3 && level > 0);
    return Object.fromEntries(Object.entries(this.#planes).filter(([, plane]) => isSeen(plane)));
  }

  #plane(kind: Kind): Pixels {
    const known = this.#planes[kind];
    if (known) return known;
    this.#budget.take(this.#size.width * this.#size.height * 4);
    const plane = clearPixels(this.#size);
    if (kind === 'shadow' || kind === 'texture') plane.rgba.fill(OPAQUE);
    this.#planes[kind] = plane;
    return plane;
  }
}

type Levels = {
  shadow: Uint8ClampedArray;
  highlight: Uint8ClampedArray | undefined;
  outline: Uint8ClampedArray | undefined;
};

/**
 * Shading so far gives `lit + shade * (1 - lit) * print`. Multiplied by a factor and screened with a share of white that is again
 * of this form.
 */
function shadeOne({ shadow, highlight, outline }: Levels, place: number, { multiplied, added }: Factors): void {
  const lit = highlight ? highlight[place]! * PER_OPAQUE : 0;
  const passed = shadow[place]! * PER_OPAQUE * (1 - lit) * multiplied;
  const darkened = lit * multiplied;
  if (highlight) highlight[place] = (darkened + added - darkened * added) * OPAQUE;
  shadow[place] = darkened >= 1 ? OPAQUE : (passed / (1 - darkened)) * OPAQUE;
  if (!outline) return;
  const covered = outline[place]! * PER_OPAQUE * multiplied;
  outline[place] = (covered + added - covered * added) * OPAQUE;
}

/** Opaque colours as the most transparent ones that do the same; `neutral` does nothing. */
function toTransparent(rgba: Uint8ClampedArray, neutral: number): void {
  for (let at = 0; at < rgba.length; at += 4) {
    let alpha = 0;
    for (let channel = 0; channel < 3; channel += 1) alpha = Math.max(alpha, Math.abs(rgba[at + channel]! - neutral));
    rgba[at + 3] = alpha;
    if (alpha === 0) continue;
    for (let channel = 0; channel < 3; channel += 1)
      rgba[at + channel] = neutral + ((rgba[at + channel]! - neutral) * OPAQUE) / alpha;
  }
}
