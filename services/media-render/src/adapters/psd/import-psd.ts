import type { PrintBlend } from '@estampa/kernel/surface';
import sharp from 'sharp';
import { OPAQUE } from '../../domain/blending.ts';
import type { Size } from '../../domain/geometry.ts';
import { effectOf } from '../../domain/psd/blend-modes.ts';
import type { Cover, Pixels } from '../../domain/psd/pixels.ts';
import { type PrintSurface, printSurface } from '../../domain/psd/print-surface.ts';
import { ByteBudget, PRINT_AREAS_MAX, PSD_WORKING_BYTES_MAX, unsupportedPsd } from '../../domain/psd/psd-limits.ts';
import { distinct, type PsdWarning, psdWarning } from '../../domain/psd/warnings.ts';
import type { ImageKind } from '../../domain/template.ts';
import { type PsdDocument, type PsdNode, readDocument } from './psd-document.ts';
import { type PrintFound, PsdPainter } from './psd-painter.ts';

/** Print areas by their names. */
export type PsdContents = { printAreas: string[]; warnings: PsdWarning[] };
export type PsdTemplate = Omit<PrintSurface, 'lost'> & {
  sourceImage: Size;
  blend: PrintBlend;
  inkOpacity: number;
  images: { kind: ImageKind; png: Uint8Array }[];
  warnings: PsdWarning[];
};

/** What may be printed on, from below, and what is lost of the file as a whole. */
export function readContents(bytes: Buffer): PsdContents {
  const document = readDocument(bytes);
  const { found, lost } = printsOf(document);
  return { printAreas: found.map(({ name }) => name), warnings: distinct([...document.lost, ...lost]) };
}

/** The template of one print area: its measures, its images and what is lost of it. */
export async function drawTemplate(bytes: Buffer, index: number): Promise<PsdTemplate> {
  const budget = new ByteBudget(PSD_WORKING_BYTES_MAX);
  budget.take(bytes.length);
  const document = readDocument(bytes);
  const target = printsOf(document).found[index];
  if (!target) throw unsupportedPsd(`it has no print area ${index}`);
  const { lost, ...surface } = printSurface(target.placed!, document)!;

  const images: PsdTemplate['images'] = [];
  const painter = new PsdPainter(document, target, budget, async (base) => {
    images.push({ kind: 'base', png: await pngOf(base) });
  });
  const { print, shades } = await painter.paint();
  if (!print) throw unsupportedPsd(`${target.name} is hidden`);
  for (const [kind, pixels] of Object.entries(shades.taken())) {
    images.push({ kind: kind as ImageKind, png: await pngOf(pixels) });
  }
  const mask = maskOf(print, document);
  if (mask) images.push({ kind: 'mask', png: await greyPng(mask, document) });
  const { blend, isNear } = blendOf(print.mode);
  const warnings = [
    ...lost.map((code) => psdWarning(code, target.name)),
    ...(isNear ? [psdWarning('print_blend', target.name, print.mode)] : []),
    ...painter.warnings,
  ];
  const { width, height } = document;
  return {
    ...surface,
    sourceImage: { width, height },
    blend,
    inkOpacity: print.opacity,
    images,
    warnings: distinct(warnings),
  };
}

function printsOf(document: PsdDocument): { found: PsdNode[]; lost: PsdWarning[] } {
  const placed = visiblePlaced(document.nodes);
  const found = placed.filter((node) => printSurface(node.placed!, document) !== null);
  const lost = placed.filter((node) => !found.includes(node)).map(({ name }) => psdWarning('no_area', name));
  if (found.length === 0) throw unsupportedPsd('it has no visible smart object, which would be a print area');
  if (found.length > PRINT_AREAS_MAX)
    throw unsupportedPsd(`it has ${found.length} smart objects; at most ${PRINT_AREAS_MAX} become print areas`);
  return { found, lost };
}

const visiblePlaced = (nodes: readonly PsdNode[]): PsdNode[] =>
  nodes.flatMap((node, at) => {
    if (node.isHidden || (node.isClipped && clipBaseOf(nodes, at)?.isHidden)) return [];
    return node.children ? visiblePlaced(node.children) : node.placed ? [node] : [];
  });

const clipBaseOf = (nodes: readonly PsdNode[], at: number): PsdNode | undefined =>
  nodes.slice(0, at).findLast(({ isClipped }) => !isClipped);

const PRINT_BLENDS = { cover: 'normal', shadow: 'multiply', highlight: 'screen', both: 'normal' } as const;

function blendOf(mode: string): { blend: PrintBlend; isNear: boolean } {
  const effect = effectOf(mode);
  const isNear = !effect || !effect.isExact || effect.kind === 'both';
  return { blend: effect ? PRINT_BLENDS[effect.kind] : 'normal', isNear };
}

/** Where the print shows, by all masks around it together. */
function maskOf({ covers: [first, ...others] }: PrintFound, document: PsdDocument): Cover | null {
  if (!first) return null;
  const cover = Uint8Array.from(first);
  for (const other of others)
    for (let at = 0; at < cover.length; at += 1) cover[at] = (cover[at]! * other[at]!) / OPAQUE;
  return cover.length === document.width * document.height && cover.some((level) => level < OPAQUE) ? cover : null;
}

const PNG = { compressionLevel: 6 };

async function pngOf({ width, height, rgba }: Pixels): Promise<Uint8Array> {
  const image = sharp(rgba, { raw: { width, height, channels: 4 } });
  let isOpaque = true;
  for (let at = 3; at < rgba.length && isOpaque; at += 4) isOpaque = rgba[at] === OPAQUE;
  return ownBytes(await (isOpaque ? image.removeAlpha() : image).png(PNG).toBuffer());
}

const greyPng = async (cover: Cover, { width, height }: Size): Promise<Uint8Array> =>
  ownBytes(
    await sharp(cover, { raw: { width, height, channels: 1 } })
      .toColourspace('b-w')
      .png(PNG)
      .toBuffer(),
  );

/** Bytes that can be given away to another thread. */
const ownBytes = (buffer: Buffer): Uint8Array => new Uint8Array(buffer);
