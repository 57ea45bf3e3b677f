import { OPAQUE } from '../../domain/blending.ts';
import type { Rectangle, Size } from '../../domain/geometry.ts';
import { clearPixels, type Cover, type Pixels } from '../../domain/psd/pixels.ts';
import type { ByteBudget } from '../../domain/psd/psd-limits.ts';
import { decodePlane } from './decode-plane.ts';
import type { PsdDocument, PsdNode } from './psd-document.ts';

const CHANNEL = { alpha: -1, mask: -2 };
/** A plane of 16 bits, as it is decompressed, and in 8 bits. */
const PLANE_BYTES_PER_PX = 3;

/** What is seen of a layer in the document, without its opacity and its mask. */
export function layerPixels(node: PsdNode, document: PsdDocument, budget: ByteBudget): Pixels {
  if (node.fill) return filled(node.fill, document, budget);
  const seen = seenPart(node.box, document);
  budget.take(seen.width * seen.height * 4);
  const pixels = { ...clearPixels(seen), x: seen.x, y: seen.y };
  for (let at = 3; at < pixels.rgba.length; at += 4) pixels.rgba[at] = OPAQUE;
  for (const channel of node.channels) {
    const targets = targetsOf(channel.id, document.isGrey);
    if (targets.length === 0 || !channel.data) continue;
    withPlane(channel, node.box, document.depth, budget, (plane) => copyPlane(plane, node.box, pixels, targets));
  }
  return pixels;
}

/** How much a mask lets through of each pixel of the document. */
export function maskCover({ mask, channels }: PsdNode, document: PsdDocument, budget: ByteBudget): Cover | null {
  if (!mask) return null;
  budget.take(document.width * document.height);
  const least = (1 - mask.density) * OPAQUE;
  const cover = new Uint8Array(document.width * document.height).fill(least + mask.elsewhere * mask.density);
  const channel = channels.find(({ id }) => id === CHANNEL.mask);
  if (!channel?.data || mask.width < 1 || mask.height < 1) return cover;
  const seen = seenPart(mask, document);
  withPlane(channel, mask, document.depth, budget, (plane) => {
    for (let y = seen.y; y < seen.y + seen.height; y += 1) {
      for (let x = seen.x; x < seen.x + seen.width; x += 1)
        cover[y * document.width + x] = least + plane[(y - mask.y) * mask.width + x - mask.x]! * mask.density;
    }
  });
  return cover;
}

function withPlane(
  channel: PsdNode['channels'][number],
  box: Rectangle,
  depth: number,
  budget: ByteBudget,
  use: (plane: Uint8Array) => void,
): void {
  const bytes = box.width * box.height * PLANE_BYTES_PER_PX;
  budget.take(bytes);
  use(decodePlane(channel, box, depth));
  budget.giveBack(bytes);
}

function filled([r, g, b]: NonNullable<PsdNode['fill']>, document: Size, budget: ByteBudget): Pixels {
  budget.take(document.width * document.height * 4);
  const pixels = clearPixels(document);
  for (let at = 0; at < pixels.rgba.length; at += 4) pixels.rgba.set([r, g, b, OPAQUE], at);
  return pixels;
}

function targetsOf(id: number, isGrey: boolean): number[] {
  if (id === CHANNEL.alpha) return [3];
  if (isGrey) return id === 0 ? [0, 1, 2] : [];
  return id >= 0 && id < 3 ? [id] : [];
}

function seenPart({ x, y, width, height }: Rectangle, document: Size): Rectangle {
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  return {
    x: left,
    y: top,
    width: Math.max(0, Math.min(document.width, x + width) - left),
    height: Math.max(0, Math.min(document.height, y + height) - top),
  };
}

function copyPlane(plane: Uint8Array, box: Rectangle, pixels: Pixels, targets: readonly number[]): void {
  for (let row = 0; row < pixels.height; row += 1) {
    let from = (pixels.y + row - box.y) * box.width + pixels.x - box.x;
    for (let at = row * pixels.width; at < (row + 1) * pixels.width; at += 1, from += 1)
      for (const target of targets) pixels.rgba[at * 4 + target] = plane[from]!;
  }
}
