/** How alike two images are to a person, for tests: levels of RGB, three a pixel, sRGB. */
type Levels = ArrayLike<number>;

/** The mean colour difference by CIEDE2000; 1 is what can just be noticed. */
export function meanDeltaE(one: Levels, other: Levels): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 3) sum += deltaE(labAt(one, at), labAt(other, at));
  return sum / (one.length / 3);
}

type Lab = [l: number, a: number, b: number];

function labAt(levels: Levels, at: number): Lab {
  const [r, g, b] = [0, 1, 2].map((channel) => linear(levels[at + channel]! / 255)) as Lab;
  const x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const linear = (level: number): number => (level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4);
const curve = (light: number): number =>
  light > 216 / 24_389 ? Math.cbrt(light) : (light * 24_389) / 27 / 116 + 16 / 116;

const DEGREES = 180 / Math.PI;
const cosine = (degrees: number): number => Math.cos(degrees / DEGREES);
const sine = (degrees: number): number => Math.sin(degrees / DEGREES);
const hue = (a: number, b: number): number => (a === 0 && b === 0 ? 0 : (Math.atan2(b, a) * DEGREES + 360) % 360);
const FAR_CHROMA = 25 ** 7;
const lessened = (chroma: number): number => Math.sqrt(chroma ** 7 / (chroma ** 7 + FAR_CHROMA));

/** Sharma, Wu and Dalal, 2005. */
export function deltaE([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const stretch = 1.5 - 0.5 * lessened((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2);
  const [c1, c2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)];
  const [h1, h2] = [hue(a1 * stretch, b1), hue(a2 * stretch, b2)];
  const apart = c1 * c2 === 0 ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const meanHue = c1 * c2 === 0 ? h1 + h2 : (h1 + apart / 2 + 360) % 360;
  const [meanL, meanC] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const t =
    1 -
    0.17 * cosine(meanHue - 30) +
    0.24 * cosine(2 * meanHue) +
    0.32 * cosine(3 * meanHue + 6) -
    0.2 * cosine(4 * meanHue - 63);
  const skew = -2 * lessened(meanC) * sine(60 * Math.exp(-(((meanHue - 275) / 25) ** 2)));
  const ofL = (l2 - l1) / (1 + (0.015 * (meanL - 50) ** 2) / Math.sqrt(20 + (meanL - 50) ** 2));
  const ofC = (c2 - c1) / (1 + 0.045 * meanC);
  const ofH = (2 * Math.sqrt(c1 * c2) * sine(apart / 2)) / (1 + 0.015 * meanC * t);
  return Math.sqrt(ofL ** 2 + ofC ** 2 + ofH ** 2 + skew * ofC * ofH);
}

/** Of each window of so many pixels, every other pixel. */
const WINDOW_PX = 8;
const [C1, C2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];

/** Structural similarity of brightness: 1 where nothing differs, the mean over all windows. */
export function meanSsim(one: Levels, other: Levels, width: number): number {
  const height = one.length / 3 / width;
  let [sum, count] = [0, 0];
  for (let top = 0; top + WINDOW_PX <= height; top += WINDOW_PX / 2) {
    for (let left = 0; left + WINDOW_PX <= width; left += WINDOW_PX / 2) {
      sum += ssim(windowOf(one, width, left, top), windowOf(other, width, left, top));
      count += 1;
    }
  }
  return sum / count;
}

function windowOf(levels: Levels, width: number, left: number, top: number): number[] {
  return Array.from({ length: WINDOW_PX * WINDOW_PX }, (_, pixel) => {
    const at = ((top + Math.floor(pixel / WINDOW_PX)) * width + left + (pixel % WINDOW_PX)) * 3;
    return 0.2126 * levels[at]! + 0.7152 * levels[at + 1]! + 0.0722 * levels[at + 2]!;
  });
}

function ssim(one: number[], other: number[]): number {
  const [mean, otherMean] = [meanOf(one), meanOf(other)];
  const variance = meanOf(one.map((value) => (value - mean) ** 2));
  const otherVariance = meanOf(other.map((value) => (value - otherMean) ** 2));
  const common = meanOf(one.map((value, at) => (value - mean) * (other[at]! - otherMean)));
  return (
    ((2 * mean * otherMean + C1) * (2 * common + C2)) /
    ((mean ** 2 + otherMean ** 2 + C1) * (variance + otherVariance + C2))
  );
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
