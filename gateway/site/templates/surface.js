// oxlint-disable-next-line import/no-absolute-path -- the gateway serves the geometry beside these pages
import { locateOn } from '/assets/warp.js';

/** Points that lines of the grid are drawn through, and lines each way. */
const STEPS = 24;
const LINES = 8;
const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];
const SIDE_MIN_PX = 4;

export const shapeOf = ({ warp }) => warp?.kind ?? 'flat';

/** The points that can be moved; those of a flat area are its corners. */
export function pointsOf({ warp, printArea }) {
  if (warp?.kind === 'mesh') return warp.points;
  if (warp?.kind === 'perspective') return warp.corners;
  if (warp?.kind === 'cylinder') return [warp.axis.from, warp.axis.to];
  const seen = locateOn(null, printArea);
  return CORNERS.map(([u, v]) => seen(u, v));
}

/** With one point elsewhere. */
export function withPoint(config, index, point) {
  const { warp, printArea } = config;
  const moved = (points) => points.map((one, at) => (at === index ? point : one));
  if (warp?.kind === 'mesh') return { ...config, warp: { ...warp, points: moved(warp.points) } };
  if (warp?.kind === 'perspective') return { ...config, warp: { ...warp, corners: moved(warp.corners) } };
  if (warp?.kind === 'cylinder') {
    const [from, to] = moved([warp.axis.from, warp.axis.to]);
    return { ...config, warp: { ...warp, axis: { from, to } } };
  }
  return { ...config, printArea: resized(printArea, index, point, config.sourceImage) };
}

/** A flat area whose corner goes to a point; the opposite one stays. */
function resized({ x, y, width, height }, index, point, sourceImage) {
  const [u, v] = CORNERS[index];
  const opposite = { x: x + (1 - u) * width, y: y + (1 - v) * height };
  const side = (from, to, isEnd, max) => {
    const end = Math.min(max, Math.max(0, to));
    return isEnd ? [from, Math.max(SIDE_MIN_PX, end - from)] : [Math.min(end, from - SIDE_MIN_PX), 0];
  };
  const [left, right] = side(opposite.x, point.x, u === 1, sourceImage.width);
  const [top, bottom] = side(opposite.y, point.y, v === 1, sourceImage.height);
  return {
    x: left,
    y: top,
    width: u === 1 ? right : opposite.x - left,
    height: v === 1 ? bottom : opposite.y - top,
  };
}

/** Another shape that lies as the present one does, as far as it can. */
export function reshaped(config, kind, side) {
  const { warp, printArea } = config;
  if (kind === 'flat') return { ...config, warp: null };
  const present = locateOn(warp, printArea);
  const flat = locateOn(null, printArea);
  const seen = (u, v) => present(u, v) ?? flat(u, v);
  if (kind === 'perspective') return { ...config, warp: { kind, corners: CORNERS.map(([u, v]) => seen(u, v)) } };
  if (kind === 'mesh') {
    const points = Array.from({ length: side * side }, (_none, at) =>
      seen((at % side) / (side - 1), Math.floor(at / side) / (side - 1)),
    );
    return { ...config, warp: { kind, columns: side, rows: side, points } };
  }
  const { x, y, width, height } = printArea;
  const middle = x + width / 2;
  const axis = { from: { x: middle, y }, to: { x: middle, y: y + height } };
  const cylinder = { kind, axis, radiusPx: Math.max(1, width / 2 / Math.sin(1)), angle: 115, rotation: 0, sagPx: 0 };
  return { ...config, warp: warp?.kind === kind ? warp : cylinder };
}

/** How the print area lies on the photo, as lines. */
export function gridPath({ warp, printArea }) {
  const seen = locateOn(warp, printArea);
  const lines = Array.from({ length: LINES + 1 }, (_none, at) => at / LINES).flatMap((place) => [
    (along) => seen(along, place),
    (along) => seen(place, along),
  ]);
  return lines.map(lineOf).join('');
}

function lineOf(locate) {
  let path = '';
  let isDown = false;
  for (let step = 0; step <= STEPS; step += 1) {
    const point = locate(step / STEPS);
    if (point) path += `${isDown ? 'L' : 'M'}${point.x.toFixed(2)} ${point.y.toFixed(2)}`;
    isDown = point !== null;
  }
  return path;
}

/** What the API takes of it. */
export const surfaceOf = ({ printArea, warp, displacement, blend, inkOpacity, underbase }) => ({
  printArea,
  warp,
  displacement,
  blend,
  inkOpacity,
  underbase,
});
