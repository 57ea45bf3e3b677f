/**
 * The geometry of a placement, by the rules of the API: x and y are the top-left corner of the artwork before it is
 * turned, in pixels of the template; it turns clockwise about its own middle.
 */
const BLEED_SHARE = 0.05;
/** What sums of fractions may be off by. */
const ROUNDING_PX = 1e-6;
const MM_PER_INCH = 25.4;
export const SCALE_MIN = 0.01;
export const SCALE_MAX = 20;

/** As large as the print area allows, in its middle. */
export function fitted({ printArea }, { widthPx, heightPx }) {
  const scale = Math.min(printArea.width / widthPx, printArea.height / heightPx);
  return centredOn(
    { x: printArea.x + printArea.width / 2, y: printArea.y + printArea.height / 2 },
    { widthPx, heightPx },
    { scale, rotation: 0 },
  );
}

export const centreOf = ({ x, y, scale }, { widthPx, heightPx }) => ({
  x: x + (widthPx * scale) / 2,
  y: y + (heightPx * scale) / 2,
});

const centredOn = (centre, { widthPx, heightPx }, { scale, rotation }) => ({
  x: centre.x - (widthPx * scale) / 2,
  y: centre.y - (heightPx * scale) / 2,
  scale,
  rotation,
});

/** Scaled about its middle, within what the API takes. */
export const scaledTo = (placement, artwork, scale) =>
  centredOn(centreOf(placement, artwork), artwork, {
    scale: Math.min(SCALE_MAX, Math.max(SCALE_MIN, scale)),
    rotation: placement.rotation,
  });

export const turnedTo = (placement, rotation) => ({ ...placement, rotation: ((rotation % 360) + 360) % 360 });

/** The upright box around the turned artwork. */
export function boundsOf(placement, artwork) {
  const centre = centreOf(placement, artwork);
  const angle = (placement.rotation * Math.PI) / 180;
  const [width, height] = [artwork.widthPx * placement.scale, artwork.heightPx * placement.scale];
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const [boxWidth, boxHeight] = [width * cos + height * sin, width * sin + height * cos];
  return { x: centre.x - boxWidth / 2, y: centre.y - boxHeight / 2, width: boxWidth, height: boxHeight };
}

/** How far the artwork leaves the print area at each side, and whether that is within the bleed. */
export function fitOf(placement, artwork, { printArea }) {
  const bounds = boundsOf(placement, artwork);
  const beyond = {
    top: printArea.y - bounds.y,
    right: bounds.x + bounds.width - printArea.x - printArea.width,
    bottom: bounds.y + bounds.height - printArea.y - printArea.height,
    left: printArea.x - bounds.x,
  };
  const isWithin = (extent, ...sides) => sides.every((side) => side <= extent * BLEED_SHARE + ROUNDING_PX);
  const fits =
    isWithin(printArea.width, beyond.left, beyond.right) && isWithin(printArea.height, beyond.top, beyond.bottom);
  const whole = Object.entries(beyond).map(([side, px]) => [side, Math.max(0, Math.ceil(px - ROUNDING_PX))]);
  return { overflow: Object.fromEntries(whole), fits };
}

export function bleedOf({ printArea: { x, y, width, height } }) {
  const [across, down] = [width * BLEED_SHARE, height * BLEED_SHARE];
  return { x: x - across, y: y - down, width: width + 2 * across, height: height + 2 * down };
}

/** Pixels of the artwork for each inch of the print; null where the template has no physical size. */
export const effectiveDpi = ({ scale }, { printArea, printWidthMm }) =>
  printWidthMm ? Math.round((printArea.width * MM_PER_INCH) / (scale * printWidthMm)) : null;
