import { DomainError, type FieldError } from '@estampa/kernel/errors';
import { centreOf, type Rectangle, type Size, sizeOfTurned } from './geometry.ts';

/** Where an artwork lies on a template, in pixels of the template's source image. */
export type Placement = {
  /** Top-left corner of the artwork before it is turned. */
  x: number;
  y: number;
  /** 1 is the original size. */
  scale: number;
  /** Degrees, clockwise, about the centre of the scaled artwork. */
  rotation: number;
};

export const SIDES = ['top', 'right', 'bottom', 'left'] as const;
export type Overflow = Record<(typeof SIDES)[number], number>;

export type Fit = { fits: boolean; overflow: Overflow; artworkBounds: Rectangle };

export const SCALE_MIN = 0.01;
export const SCALE_MAX = 20;
/** Of the print area's extent along the axis; printers bleed that much. */
export const BLEED_SHARE = 0.05;
/** Below what is visible, so that floating-point errors do not decide. */
const EPSILON_PX = 1e-6;

/** The one fit rule, for preview and render: no side leaves the print area by more than the bleed. */
export function fit(artwork: Size, placement: Placement, printArea: Rectangle): Fit {
  const artworkBounds = boundsOfPlaced(artwork, placement);
  const overflow = overflowOf(artworkBounds, printArea);
  return { fits: SIDES.every((side) => isWithinBleed(side, overflow, printArea)), overflow, artworkBounds };
}

/** Rejects what does not fit, naming all four overflows. */
export function mustFit(artwork: Size, placement: Placement, printArea: Rectangle): Fit {
  const result = fit(artwork, placement, printArea);
  if (result.fits) return result;

  const fields = SIDES.map((side): FieldError => {
    const code = isWithinBleed(side, result.overflow, printArea) ? 'within_bleed' : 'does_not_fit';
    return { path: `overflow.${side}`, code, message: `${Math.ceil(result.overflow[side])} px outside the print area` };
  });
  throw new DomainError('invalid', 'does_not_fit', 'The artwork does not fit the print area', { fields });
}

/** The upright box around the placed and turned artwork. */
export function boundsOfPlaced(artwork: Size, { x, y, scale, rotation }: Placement): Rectangle {
  const box = { x, y, width: artwork.width * scale, height: artwork.height * scale };
  const centre = centreOf(box);
  const { width, height } = sizeOfTurned(box, rotation);
  return { x: centre.x - width / 2, y: centre.y - height / 2, width, height };
}

/** As large as the print area allows, in its middle. */
export function fittedAndCentred(artwork: Size, printArea: Rectangle): Placement {
  const largest = Math.min(printArea.width / artwork.width, printArea.height / artwork.height);
  const scale = Math.min(Math.max(largest, SCALE_MIN), SCALE_MAX);
  const centre = centreOf(printArea);
  return {
    x: centre.x - (artwork.width * scale) / 2,
    y: centre.y - (artwork.height * scale) / 2,
    scale,
    rotation: 0,
  };
}

/** At another scale, as far as scales go. */
export const rescaled = (placement: Placement, factor: number): Placement => ({
  ...placement,
  scale: Math.min(Math.max(placement.scale * factor, SCALE_MIN), SCALE_MAX),
});

/** Where an artwork is rendered: as requested, else as large as fits, in the middle; rejected where it does not fit. */
export function placementToRender(artwork: Size, printArea: Rectangle, requested: Placement | null): Placement {
  const placement = checkedPlacement(requested ?? fittedAndCentred(artwork, printArea));
  mustFit(artwork, placement, printArea);
  return placement;
}

/** The print area with its bleed: nothing of the artwork shows outside. */
export function withBleed({ x, y, width, height }: Rectangle): Rectangle {
  const [horizontal, vertical] = [width * BLEED_SHARE, height * BLEED_SHARE];
  return { x: x - horizontal, y: y - vertical, width: width + 2 * horizontal, height: height + 2 * vertical };
}

/** The rules of a placement's numbers; the rotation comes back modulo 360. */
export function checkedPlacement({ x, y, scale, rotation }: Placement): Placement {
  const fields = [
    ...Object.entries({ x, y, rotation }).flatMap(([path, value]) =>
      Number.isFinite(value) ? [] : [{ path, code: 'invalid', message: 'must be a number' }],
    ),
    ...(scale >= SCALE_MIN && scale <= SCALE_MAX
      ? []
      : [{ path: 'scale', code: 'out_of_range', message: `must be from ${SCALE_MIN} to ${SCALE_MAX}` }]),
  ];
  if (fields.length > 0) {
    throw new DomainError('invalid', 'validation_failed', 'The placement is not valid', { fields });
  }
  return { x, y, scale, rotation: normalizedDegrees(rotation) };
}

/** From 0 up to, but not including, 360. */
function normalizedDegrees(degrees: number): number {
  const normalized = ((degrees % 360) + 360) % 360;
  return normalized === 0 ? 0 : normalized;
}

function overflowOf(bounds: Rectangle, area: Rectangle): Overflow {
  const beyond = (distance: number) => (distance > EPSILON_PX ? withoutDust(distance) : 0);
  return {
    top: beyond(area.y - bounds.y),
    right: beyond(bounds.x + bounds.width - area.x - area.width),
    bottom: beyond(bounds.y + bounds.height - area.y - area.height),
    left: beyond(area.x - bounds.x),
  };
}

/** 10.0000000001 px are 10 px, also when they are rounded up. */
const withoutDust = (distance: number) => {
  const whole = Math.round(distance);
  return Math.abs(distance - whole) < EPSILON_PX ? whole : distance;
};

function isWithinBleed(side: (typeof SIDES)[number], overflow: Overflow, { width, height }: Rectangle): boolean {
  const extent = side === 'top' || side === 'bottom' ? height : width;
  return overflow[side] <= extent * BLEED_SHARE + EPSILON_PX;
}
