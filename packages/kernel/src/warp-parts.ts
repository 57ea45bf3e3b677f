import type { Point, Warp } from './warp.ts';

/** A warp as messages have it: one of the three is set. */
type WarpParts = {
  perspective?: { corners: Point[] } | undefined;
  cylinder?:
    | {
        axis?: { from?: Point | undefined; to?: Point | undefined } | undefined;
        radiusPx: number;
        angle: number;
        rotation: number;
        sagPx: number;
      }
    | undefined;
  mesh?: { columns: number; rows: number; points: Point[] } | undefined;
};

const ORIGIN: Point = { x: 0, y: 0 };

/** Null when nothing is set. Whether it is a sound one is a matter of `checkSurface`, the number of corners too. */
export function warpOf({ perspective, cylinder, mesh }: WarpParts): Warp | null {
  if (perspective) return { kind: 'perspective', ...perspective } as unknown as Warp;
  if (mesh) return { kind: 'mesh', ...mesh };
  if (!cylinder) return null;
  const { axis, ...shape } = cylinder;
  return { kind: 'cylinder', ...shape, axis: { from: axis?.from ?? ORIGIN, to: axis?.to ?? ORIGIN } };
}

export function partsOf(warp: Warp): WarpParts {
  switch (warp.kind) {
    case 'perspective':
      return { perspective: { corners: [...warp.corners] } };
    case 'cylinder': {
      const { kind: _kind, ...cylinder } = warp;
      return { cylinder };
    }
    case 'mesh':
      return { mesh: { columns: warp.columns, rows: warp.rows, points: [...warp.points] } };
  }
}
