/** What two opaque colours a (above) and b (below) give, as above*a + below*b + both*a*b. */
type Blend = { above: number; below: number; both: number };

export const OPAQUE = 255;
export const PER_OPAQUE = 1 / OPAQUE;

/** Every blend that templates need is bilinear, so one loop without branches on the mode serves them all. */
export const BLENDS = {
  over: { above: 1, below: 0, both: 0 },
  multiply: { above: 0, below: 0, both: PER_OPAQUE },
  screen: { above: 1, below: 1, both: -PER_OPAQUE },
} as const satisfies Record<string, Blend>;

export type BlendMode = keyof typeof BLENDS;

/** RGBA, four a pixel, from 0 to 255 and not rounded: several layers are laid upon one another before that. */
export type Levels = Float32Array;

/** Lays RGBA pixels over as many others, in place; where neither is opaque both show in their share. */
export function blend(ground: Levels, { pixels: layer, above, below, both }: Layer): void {
  for (let at = 0; at < ground.length; at += 4) {
    const alpha = layer[at + 3]!;
    if (alpha === 0) continue;
    const groundAlpha = ground[at + 3]!;
    const combinedAlpha = alpha + groundAlpha - alpha * groundAlpha * PER_OPAQUE;
    const share = 1 / combinedAlpha;
    const onlyLayer = alpha * (1 - groundAlpha * PER_OPAQUE) * share;
    const onlyGround = groundAlpha * (1 - alpha * PER_OPAQUE) * share;
    const shared = 1 - onlyLayer - onlyGround;
    const ofLayer = onlyLayer + shared * above;
    const ofGround = onlyGround + shared * below;
    const ofBoth = shared * both;
    ground[at] = mixed(layer[at]!, ground[at]!, ofLayer, ofGround, ofBoth);
    ground[at + 1] = mixed(layer[at + 1]!, ground[at + 1]!, ofLayer, ofGround, ofBoth);
    ground[at + 2] = mixed(layer[at + 2]!, ground[at + 2]!, ofLayer, ofGround, ofBoth);
    ground[at + 3] = combinedAlpha;
  }
}

const mixed = (a: number, b: number, ofLayer: number, ofGround: number, ofBoth: number): number =>
  ofLayer * a + ofGround * b + ofBoth * a * b;

/** The shading of a template over some pixels; null where it has none. */
export type Shading = { shadow: Uint8Array | null; highlight: Uint8Array | null; outline: Uint8Array | null };

/** RGBA pixels, and how they blend with what lies beneath them. */
export type Layer = Blend & { pixels: Uint8Array };

/** All that lies above the artwork, from below. */
export function layersOf({ shadow, highlight, outline }: Shading): Layer[] {
  const layers: Layer[] = [];
  const lay = (pixels: Uint8Array | null, { above, below, both }: Blend) =>
    pixels && layers.push({ pixels, above, below, both });
  lay(shadow, BLENDS.multiply);
  lay(highlight, BLENDS.screen);
  lay(outline, BLENDS.over);
  return layers;
}

/** Lays all of it over pixels, in place. */
export function shade(ground: Levels, shading: Shading): void {
  for (const layer of layersOf(shading)) blend(ground, layer);
}

/** Pixels of an artwork: colours multiplied by their alpha, three a pixel; null when all are opaque. */
export type ArtworkPixels = { colour: Uint8Array; alpha: Uint8Array | null };

/** Lays artwork over the ground, in place, as far as the mask lets it through. */
export function blendArtwork(ground: Levels, { colour, alpha }: ArtworkPixels, mask: Uint8Array | null): void {
  for (let pixel = 0; pixel * 4 < ground.length; pixel += 1) {
    const drawn = alpha ? alpha[pixel]! : OPAQUE;
    const through = mask ? mask[pixel]! * PER_OPAQUE : 1;
    const covering = drawn * through;
    if (covering === 0) continue;
    const at = pixel * 4;
    const left = ground[at + 3]! * (1 - covering * PER_OPAQUE);
    const share = 1 / (covering + left);
    for (let channel = 0; channel < 3; channel += 1) {
      const lit = Math.min(colour[pixel * 3 + channel]!, drawn) * through;
      ground[at + channel] = (lit * OPAQUE + ground[at + channel]! * left) * share;
    }
    ground[at + 3] = covering + left;
  }
}
