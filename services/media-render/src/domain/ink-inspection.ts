import type { Rectangle, Size } from './geometry.ts';

/** The ink of an artwork, wherever it is printed; lengths are in pixels of the file that was looked at. */
export type InkInspection = Size & {
  /** How many pixels lie on the middle of a line, by how wide that is. */
  widths: Uint32Array;
  /** How many pixels away from any edge have ink, by its alpha. */
  alphas: Uint32Array;
  /** Of all ink; null where there is none. */
  bounds: Rectangle | null;
};

/** Where ink is looked at: one byte of alpha for each pixel. */
type AlphaPlane = Size & { pixels: Uint8Array };

/** Wider than any limit that a printer has, in pixels of a working copy. */
const WIDTH_MAX_PX = 255;
/** From here on alpha is ink; less is what an edge leaves beside it. */
const SEEN_FROM = 16;
/** From here on a pixel belongs to a line. */
const LINE_FROM = 64;
/** A step to the side and one across the corner: within 6 percent of how far it is. */
const [SIDE, CORNER] = [3, 4];
const FAR = 0xffff - CORNER;
/** An edge is blurred by so much where an image is resampled. */
const BLUR_PX = 2;

export function inspectInk(plane: AlphaPlane): InkInspection {
  const distances = distancesInInk(plane);
  const widths = new Uint32Array(WIDTH_MAX_PX + 1);
  const alphas = new Uint32Array(256);
  const box = { left: Infinity, top: Infinity, right: -1, bottom: -1 };
  const { width, height, pixels } = plane;
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      if (pixels[at]! < SEEN_FROM) continue;
      if (x < box.left) box.left = x;
      if (x > box.right) box.right = x;
      if (y < box.top) box.top = y;
      box.bottom = y;
      if (isMiddle(distances, plane, x, y)) widths[widthAt(distances[at]!)]! += 1;
      if (isDeepInside(plane, x, y)) alphas[pixels[at]!]! += 1;
    }
  const bounds =
    box.right < 0
      ? null
      : { x: box.left, y: box.top, width: box.right - box.left + 1, height: box.bottom - box.top + 1 };
  return { width, height, widths, alphas, bounds };
}

/** Where all of an artwork is ink. */
export const solidInk = ({ width, height }: Size): InkInspection => ({
  width,
  height,
  widths: new Uint32Array(WIDTH_MAX_PX + 1),
  alphas: new Uint32Array(256),
  bounds: { x: 0, y: 0, width, height },
});

/** What to mark: pixels of lines narrower than `widthPx`, and of ink fainter than `alpha`. */
export type InkLimits = { widthPx: number; alpha: number };
export const MARKS = { none: 0, thin: 1, faint: 2 } as const;

/** Each pixel's mark; that of a line is as large as `reachPx` to be seen. */
export function markInk(plane: AlphaPlane, { widthPx, alpha }: InkLimits, reachPx: number): Uint8Array {
  const distances = distancesInInk(plane);
  const { width, height, pixels } = plane;
  const marks = new Uint8Array(pixels.length);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      if (pixels[at]! < SEEN_FROM) continue;
      if (pixels[at]! < alpha && isDeepInside(plane, x, y)) marks[at] ||= MARKS.faint;
      if (!isMiddle(distances, plane, x, y) || widthAt(distances[at]!) >= widthPx) continue;
      for (let row = Math.max(0, y - reachPx); row <= Math.min(height - 1, y + reachPx); row += 1)
        marks.fill(MARKS.thin, row * width + Math.max(0, x - reachPx), row * width + Math.min(width, x + reachPx + 1));
    }
  return marks;
}

/** How far each pixel of a line lies from the nearest that is none, in thirds of a pixel. */
function distancesInInk({ width, height, pixels }: AlphaPlane): Uint16Array {
  // A rim of one pixel around all, so that nobody has to ask where the image ends.
  const stride = width + 2;
  const rimmed = new Uint16Array(stride * (height + 2));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) if (pixels[y * width + x]! >= LINE_FROM) rimmed[(y + 1) * stride + x + 1] = FAR;
  const shorten = (at: number, back: number) => {
    if (rimmed[at] === 0) return;
    const [side, above] = [at + back, at + back * stride];
    const near = Math.min(rimmed[side]! + SIDE, rimmed[above]! + SIDE, rimmed[above - 1]! + CORNER);
    rimmed[at] = Math.min(rimmed[at]!, near, rimmed[above + 1]! + CORNER);
  };
  for (let at = stride + 1; at < stride * (height + 1) - 1; at += 1) shorten(at, -1);
  for (let at = stride * (height + 1) - 2; at > stride; at -= 1) shorten(at, 1);
  const distances = new Uint16Array(pixels.length);
  for (let y = 0; y < height; y += 1)
    distances.set(rimmed.subarray((y + 1) * stride + 1, (y + 1) * stride + 1 + width), y * width);
  return distances;
}

/** At least as wide as the line is. */
const widthAt = (distance: number): number => Math.min(WIDTH_MAX_PX, Math.floor((2 * distance) / SIDE));

/** Whether no neighbour lies further inside: so it is along lines and in spots, and not in the corners of what is wide. */
function isMiddle(distances: Uint16Array, { width, height }: Size, x: number, y: number): boolean {
  const own = distances[y * width + x]!;
  if (own === 0) return false;
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1)
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1)
      if (distances[row * width + column]! > own) return false;
  return true;
}

function isDeepInside({ width, height, pixels }: AlphaPlane, x: number, y: number): boolean {
  const [left, right, top, bottom] = [x - BLUR_PX, x + BLUR_PX, y - BLUR_PX, y + BLUR_PX];
  if (left < 0 || top < 0 || right >= width || bottom >= height) return false;
  const row = y * width;
  return (
    pixels[row + left]! >= SEEN_FROM &&
    pixels[row + right]! >= SEEN_FROM &&
    pixels[top * width + x]! >= SEEN_FROM &&
    pixels[bottom * width + x]! >= SEEN_FROM
  );
}
