import { SURFACE_KEY } from './product-surfaces.ts';
import { FLAT_SURFACE, PRINT_BLENDS, type PrintBlend, type Surface } from './surface.ts';
import { partsOf, warpOf } from './warp-parts.ts';

/** Beside the one that its own print area is. */
export const FURTHER_SURFACES_MAX = 3;

/** An image of a template that says where ink shows on one of its further surfaces: `mask@sleeve`. */
export type SurfaceMask = `mask@${string}`;
export const SURFACE_MASK = new RegExp(SURFACE_KEY.source.replace('^', '^mask@'));

export const surfaceMask = (surface: string): SurfaceMask => `mask@${surface}`;
export const isSurfaceMask = (kind: string): kind is SurfaceMask => SURFACE_MASK.test(kind);

/** Whether it is no mask, or that of one of these surfaces. */
export const isShownOn = (kind: string, areas: readonly { surface: string }[]): boolean =>
  !isSurfaceMask(kind) || areas.some(({ surface }) => kind === surfaceMask(surface));

type Area = { x: number; y: number; width: number; height: number };

/** A further surface that a template shows, and where: by its key, how large it is, and how prints show there. */
export type SurfaceArea = Surface & {
  surface: string;
  printArea: Area;
  printWidthMm: number | null;
  bleedMm: number;
  safeMm: number;
};

/** The same as messages have it. */
type AreaParts = {
  surface: string;
  printArea?: Area | undefined;
  printWidthMm?: number | undefined;
  bleedMm: number;
  safeMm: number;
  warp?: Parameters<typeof warpOf>[0] | undefined;
  displacement?: { strengthPx: number; blurPx: number } | undefined;
  blend: string;
  inkOpacity: number;
  underbase: boolean;
};

const NOWHERE: Area = { x: 0, y: 0, width: 0, height: 0 };

/** A blend of a later version is not known here. */
export const areaOf = ({ printArea, printWidthMm, warp, displacement, blend, ...area }: AreaParts): SurfaceArea => ({
  ...area,
  printArea: printArea ?? NOWHERE,
  printWidthMm: printWidthMm ?? null,
  warp: warp ? warpOf(warp) : null,
  displacement: displacement ?? null,
  blend: PRINT_BLENDS.find((known) => known === blend) ?? FLAT_SURFACE.blend,
});

export const partsOfArea = ({ warp, displacement, printWidthMm, ...area }: SurfaceArea) => ({
  ...area,
  blend: area.blend satisfies PrintBlend as string,
  printWidthMm: printWidthMm ?? undefined,
  warp: warp ? partsOf(warp) : undefined,
  displacement: displacement ?? undefined,
});
