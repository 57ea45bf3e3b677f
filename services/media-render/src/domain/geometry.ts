export type Point = { x: number; y: number };
export type Size = { width: number; height: number };
export type Rectangle = Point & Size;

/** Of an image as its file states. */
export const sizeInPx = ({ widthPx, heightPx }: { widthPx: number; heightPx: number }): Size => ({
  width: widthPx,
  height: heightPx,
});

export const centreOf = ({ x, y, width, height }: Rectangle): Point => ({ x: x + width / 2, y: y + height / 2 });

export const times = ({ x, y, width, height }: Rectangle, factor: number): Rectangle => ({
  x: x * factor,
  y: y * factor,
  width: width * factor,
  height: height * factor,
});

/** The common part; null when there is none. */
export function intersection(one: Rectangle, other: Rectangle): Rectangle | null {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** The least rectangle of integer coordinates that covers this one. */
export const roundedOut = ({ x, y, width, height }: Rectangle): Rectangle =>
  fromEdges(Math.floor(x), Math.floor(y), Math.ceil(x + width), Math.ceil(y + height));

/** Each edge moved to the nearest integer. */
export const rounded = ({ x, y, width, height }: Rectangle): Rectangle =>
  fromEdges(Math.round(x), Math.round(y), Math.round(x + width), Math.round(y + height));

/** Rotates a point clockwise about the origin (y points down, as in images). */
export function turned({ x, y }: Point, degrees: number): Point {
  const { sine, cosine } = sineAndCosine(degrees);
  return { x: x * cosine - y * sine, y: x * sine + y * cosine };
}

/** The least upright rectangle around a box of this size turned about its centre. */
export function sizeOfTurned({ width, height }: Size, degrees: number): Size {
  const { sine, cosine } = sineAndCosine(degrees);
  return {
    width: Math.abs(width * cosine) + Math.abs(height * sine),
    height: Math.abs(width * sine) + Math.abs(height * cosine),
  };
}

/** The least upright rectangle around some points. */
export function boundsOf(points: readonly Point[]): Rectangle {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return fromEdges(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
}

export const cornersOf = ({ x, y, width, height }: Rectangle): Point[] => [
  { x, y },
  { x: x + width, y },
  { x, y: y + height },
  { x: x + width, y: y + height },
];

const fromEdges = (left: number, top: number, right: number, bottom: number): Rectangle => ({
  x: left,
  y: top,
  width: right - left,
  height: bottom - top,
});

// Quarter rotations are exact, so that they leave no tiny overflow behind.
const QUARTERS = [
  { sine: 0, cosine: 1 },
  { sine: 1, cosine: 0 },
  { sine: 0, cosine: -1 },
  { sine: -1, cosine: 0 },
] as const;

function sineAndCosine(degrees: number): { sine: number; cosine: number } {
  const quarter = degrees / 90;
  if (Number.isInteger(quarter)) return QUARTERS[((quarter % 4) + 4) % 4]!;
  const radians = (degrees * Math.PI) / 180;
  return { sine: Math.sin(radians), cosine: Math.cos(radians) };
}
