import { type Layer, type PlacedLayer, readPsd } from 'ag-psd';
import type { Rectangle, Size } from '../../domain/geometry.ts';
import type { PlacedPrint } from '../../domain/psd/print-surface.ts';
import { damagedPsd, PSD_DEPTH_MAX } from '../../domain/psd/psd-limits.ts';
import { type PsdWarning, psdWarning, type PsdWarningCode } from '../../domain/psd/warnings.ts';
import type { PsdChannel } from './decode-plane.ts';
import { type PsdScan, scanPsd } from './scan-psd.ts';

type Mask = Rectangle & { elsewhere: number; density: number };

/** A layer or a group of a file, its pixels not decoded yet. */
export type PsdNode = {
  name: string;
  mode: string;
  opacity: number;
  isHidden: boolean;
  isClipped: boolean;
  box: Rectangle;
  mask: Mask | null;
  channels: PsdChannel[];
  /** From below; null for what is no group. */
  children: PsdNode[] | null;
  placed: PlacedPrint | null;
  /** The colour of what fills all of the document. */
  fill: readonly [number, number, number] | null;
  isDrawn: boolean;
  /** What cannot be shown of it. */
  lost: PsdWarning[];
};

export type PsdDocument = Size & { depth: number; isGrey: boolean; nodes: PsdNode[]; lost: PsdWarning[] };

const GREY = 1;
const NAME_MAX_CHARACTERS = 100;

/** The structure of a file that may be anything; `bytes` are changed. */
export function readDocument(bytes: Buffer): PsdDocument {
  const scan = scanPsd(bytes);
  const { width, height, depth, mode } = scan;
  const nodes = childrenOf(parsed(bytes), 0);
  return { width, height, depth, isGrey: mode === GREY, nodes, lost: ofFile(scan) };
}

const ofFile = ({ hasForeignProfile }: PsdScan): PsdWarning[] =>
  hasForeignProfile ? [psdWarning('colour_profile', '')] : [];

const OPTIONS = {
  useRawData: true,
  useImageData: true,
  skipCompositeImageData: true,
  skipThumbnail: true,
  skipLinkedFilesData: true,
};

function parsed(bytes: Buffer): Layer[] {
  try {
    return readPsd(bytes, OPTIONS).children ?? [];
  } catch (error) {
    throw damagedPsd(error instanceof Error ? error.message.slice(0, NAME_MAX_CHARACTERS) : 'it cannot be read');
  }
}

function childrenOf(layers: readonly Layer[], depth: number): PsdNode[] {
  if (depth > PSD_DEPTH_MAX) throw damagedPsd(`groups lie more than ${PSD_DEPTH_MAX} deep`);
  return layers.map((layer) => nodeOf(layer, depth));
}

function nodeOf(layer: Layer, depth: number): PsdNode {
  const { top = 0, left = 0, bottom = 0, right = 0, mask, opacity = 1, vectorFill } = layer;
  const name = (layer.name ?? '').replaceAll(/\p{C}/gu, ' ').trim().slice(0, NAME_MAX_CHARACTERS);
  const box = { x: left, y: top, width: right - left, height: bottom - top };
  const hasPixels = box.width > 0 && box.height > 0;
  const fill = !hasPixels && vectorFill?.type === 'color' ? rgbOf(vectorFill.color) : null;
  const children = layer.children ? childrenOf(layer.children, depth + 1) : null;
  return {
    name,
    mode: layer.blendMode ?? 'normal',
    opacity: opacity * (children ? 1 : (layer.fillOpacity ?? 1)),
    isHidden: layer.hidden ?? false,
    isClipped: layer.clipping ?? false,
    box,
    mask: mask && !mask.disabled ? maskOf(mask) : null,
    channels: layer.rawData?.channels ?? [],
    children,
    placed: layer.placedLayer ? placedOf(layer.placedLayer) : null,
    fill,
    isDrawn: children !== null || hasPixels || fill !== null,
    lost: lostOf(layer, name, hasPixels || fill !== null),
  };
}

const maskOf = ({
  top = 0,
  left = 0,
  bottom = 0,
  right = 0,
  defaultColor,
  userMaskDensity,
}: NonNullable<Layer['mask']>): Mask => ({
  x: left,
  y: top,
  width: right - left,
  height: bottom - top,
  elsewhere: defaultColor ?? 0,
  density: userMaskDensity ?? 1,
});

function rgbOf(color: object): PsdNode['fill'] {
  const { r, g, b } = color as { r?: unknown; g?: unknown; b?: unknown };
  return typeof r === 'number' && typeof g === 'number' && typeof b === 'number' ? [r, g, b] : null;
}

function placedOf({ transform, nonAffineTransform, width, height, warp }: PlacedLayer): PlacedPrint {
  const content = width !== undefined && height !== undefined ? { width, height } : null;
  const numbers = nonAffineTransform ?? transform ?? [];
  const corners = Array.from({ length: numbers.length / 2 }, (_, at) => ({
    x: numbers[at * 2]!,
    y: numbers[at * 2 + 1]!,
  }));
  const { top, left, bottom, right } = warp?.bounds ?? {};
  const bounds =
    top && left && bottom && right ? { width: right.value - left.value, height: bottom.value - top.value } : null;
  const envelope = warp?.customEnvelopeWarp;
  const slices = (of: number[] | undefined) => (of && of.length > 1 ? of : [0, 1]);
  const isCustom = envelope !== undefined && envelope.meshPoints.length > 0;
  return {
    corners,
    content: content ?? bounds,
    envelope: isCustom
      ? { points: envelope.meshPoints, across: slices(envelope.quiltSliceX), down: slices(envelope.quiltSliceY) }
      : null,
    isOtherWarp: !isCustom && warp?.style !== undefined && warp.style !== 'none',
  };
}

/** What the drawing of a layer leaves out. */
function lostOf(layer: Layer, name: string, hasPixels: boolean): PsdWarning[] {
  const { mask, vectorMask, effects, placedLayer, adjustment, vectorFill, blendingRanges } = layer;
  const found: [PsdWarningCode, boolean, string?][] = [
    ['effect', effectsOf(effects).length > 0, effectsOf(effects).join(', ')],
    ['smart_filter', placedLayer?.filter?.enabled ?? false],
    ['adjustment_layer', adjustment !== undefined, adjustment?.type],
    ['fill_layer', vectorFill !== undefined && !hasPixels, vectorFill?.type],
    ['vector_mask', vectorMask !== undefined && !vectorMask.disable && !mask?.fromVectorData],
    ['mask_feather', (mask?.userMaskFeather ?? 0) > 0 || (mask?.vectorMaskFeather ?? 0) > 0],
    ['blend_if', blendingRanges !== undefined && !isWide(blendingRanges)],
    ['knockout', layer.knockout ?? false],
    ['channels', (layer.channelBlendingRestrictions ?? []).length > 0],
    ['artboard', layer.artboard !== undefined],
  ];
  return found.flatMap(([code, isLost, detail]) => (isLost ? [psdWarning(code, name, detail)] : []));
}

function effectsOf(effects: Layer['effects']): string[] {
  if (!effects || effects.disabled) return [];
  return Object.entries(effects).flatMap(([name, value]) => {
    const all: unknown[] = Array.isArray(value) ? value : [value];
    const isOn = all.some((one) => typeof one === 'object' && one !== null && (one as { enabled?: boolean }).enabled);
    return isOn ? [name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)] : [];
  });
}

const isWide = ({
  compositeGrayBlendSource: source,
  compositeGraphBlendDestinationRange: destination,
  ranges,
}: NonNullable<Layer['blendingRanges']>): boolean =>
  [source, destination, ...ranges.flatMap(({ sourceRange, destRange }) => [sourceRange, destRange])].every(
    ([darkFrom, darkTo, brightFrom, brightTo]) =>
      darkFrom === 0 && darkTo === 0 && brightFrom === 255 && brightTo === 255,
  );
