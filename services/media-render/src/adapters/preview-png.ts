import { availableParallelism } from 'node:os';
import { type Band, bandsOf, compressBand, joinBands } from './banded-png.ts';
import { compose, type DrawnArtworks, type Mockup } from './compositor.ts';
import type { Rows } from './raster.ts';

/** A mockup whose blank image is compressed already, for the rows that no artwork touches. */
export type PreviewMockup = Mockup & { bands: readonly Band[] };

export async function preparePreview(mockup: Mockup): Promise<PreviewMockup> {
  const bands = bandsOf(mockup.blank).map((rows) => compressBand(rows, compose(mockup, [], rows)));
  return { ...mockup, bands: await Promise.all(bands) };
}

/** The image as PNG; only rows that an artwork touches are composed and compressed. */
export async function previewPng(mockup: PreviewMockup, artworks: DrawnArtworks): Promise<Uint8Array> {
  const { blank, bands } = mockup;
  const regions = artworks.flatMap((artwork) => artwork?.region ?? []);
  if (regions.length === 0) return joinBands(blank, bands);
  const from = Math.min(...regions.map(({ y }) => y));
  const to = Math.max(...regions.map(({ y, height }) => y + height));
  const above = bands.filter((band) => band.to <= from);
  const below = bands.filter((band) => band.from >= to);
  const changed = { from: above.at(-1)?.to ?? 0, to: below[0]?.from ?? blank.height };
  const drawn = partsOf(changed).map((rows) => compressBand(rows, compose(mockup, artworks, rows)));
  return joinBands(blank, [...above, ...(await Promise.all(drawn)), ...below]);
}

/** Twice as many as can be compressed at once: while some are, the next is composed. */
const PARTS = 2 * availableParallelism();

function partsOf({ from, to }: Rows): Rows[] {
  const rows = Math.ceil((to - from) / PARTS);
  const count = Math.ceil((to - from) / rows);
  return Array.from({ length: count }, (_, part) => ({
    from: from + part * rows,
    to: Math.min(to, from + (part + 1) * rows),
  }));
}
