/** What two opaque colours a (above) and b (below) give, as above*a + below*b + both*a*b. */
type Blend = { above: number; below: number; both: number };

const OPAQUE = 255;
const PER_OPAQUE = 1 / OPAQUE;

/** Every blend that templates need is bilinear, so one loop without branches on the mode serves them all. */
export const BLENDS = {
  over: { above: 1, below: 0, both: 0 },
  multiply: { above: 0, below: 0, both: PER_OPAQUE },
  screen: { above: 1, below: 1, both: -PER_OPAQUE },
} as const satisfies Record<string, Blend>;

export type BlendMode = keyof typeof BLENDS;

/** Lays RGBA pixels over others of the same size, in place; where neither is opaque both show in their share. */
export function blend(onto: Buffer, layer: Buffer, mode: BlendMode): void {
  const { above, below, both } = BLENDS[mode];
  const pixels = roundingView(onto);
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = layer[at + 3]!;
    if (alpha === 0) continue;
    const groundAlpha = pixels[at + 3]!;
    const alphaTogether = alpha + groundAlpha - alpha * groundAlpha * PER_OPAQUE;
    const share = 1 / alphaTogether;
    const onlyLayer = alpha * (1 - groundAlpha * PER_OPAQUE) * share;
    const onlyGround = groundAlpha * (1 - alpha * PER_OPAQUE) * share;
    const shared = 1 - onlyLayer - onlyGround;
    const ofLayer = onlyLayer + shared * above;
    const ofGround = onlyGround + shared * below;
    const ofBoth = shared * both;
    pixels[at] = mixed(layer[at]!, pixels[at]!, ofLayer, ofGround, ofBoth);
    pixels[at + 1] = mixed(layer[at + 1]!, pixels[at + 1]!, ofLayer, ofGround, ofBoth);
    pixels[at + 2] = mixed(layer[at + 2]!, pixels[at + 2]!, ofLayer, ofGround, ofBoth);
    pixels[at + 3] = alphaTogether;
  }
}

const mixed = (a: number, b: number, ofLayer: number, ofGround: number, ofBoth: number): number =>
  ofLayer * a + ofGround * b + ofBoth * a * b;

/** Weakens the alpha of RGBA pixels by a mask of one channel, in place. */
export function clip(rgba: Buffer, mask: Buffer): void {
  const pixels = roundingView(rgba);
  for (let index = 0; index < mask.length; index += 1) {
    const at = index * 4 + 3;
    pixels[at] = pixels[at]! * mask[index]! * PER_OPAQUE;
  }
}

const roundingView = ({ buffer, byteOffset, length }: Buffer) => new Uint8ClampedArray(buffer, byteOffset, length);
