import { type Point, type Rectangle, turned } from './geometry.ts';

/** As fonts draw: a curve has one or two points that it bends towards. */
export type Stroke = { kind: 'move' | 'line' | 'bend' | 'curve'; points: readonly Point[] };

/** In em, y downwards, the start of its base line at the origin. */
export type Glyph = {
  strokes: readonly Stroke[];
  advance: number;
  /** How much closer the next one stands, or further away. */
  kerning: number;
};

/** Glyphs of one line, and how far its font reaches above and below the base line, in em. */
export type Line = { glyphs: readonly Glyph[]; ascent: number; descent: number };

/** A line of text where it is drawn. */
type DrawnText = { strokes: readonly Stroke[]; bounds: Rectangle };

/** Of the arc that a line stands on, in em: on a narrower one glyphs would run into each other. A short text takes less of an arc. */
const RADIUS_MIN_EM = 1.5;

/** The line as large as the box takes it, in the middle; on an arc of `curve` degrees, whose middle is highest above 0. */
export function textInBox(line: Line, curve: number, box: Rectangle): DrawnText {
  const placed = placedGlyphs(line, curve);
  const strokes = placed.flatMap((glyph) => glyph.strokes);
  const points = [...placed.flatMap(({ cell }) => cell), ...strokes.flatMap((stroke) => stroke.points)];
  const em = boundsOfMany(points);
  const scale = Math.min(box.width / em.width, box.height / em.height);
  const left = box.x + (box.width - em.width * scale) / 2 - em.x * scale;
  const top = box.y + (box.height - em.height * scale) / 2 - em.y * scale;
  const onBox = ({ x, y }: Point): Point => ({ x: left + x * scale, y: top + y * scale });
  const drawn = strokes.map(({ kind, points: ends }) => ({ kind, points: ends.map(onBox) }));
  return { strokes: drawn, bounds: boundsOfMany(drawn.flatMap((stroke) => stroke.points)) };
}

/** A glyph on its line, and the corners of what its font reserves for it. */
type PlacedGlyph = { strokes: Stroke[]; cell: Point[] };

function placedGlyphs({ glyphs, ascent, descent }: Line, curve: number): PlacedGlyph[] {
  const width = glyphs.reduce(
    (sum, { advance, kerning }, at) => sum + advance + (at + 1 < glyphs.length ? kerning : 0),
    0,
  );
  const arc = Math.min((Math.abs(curve) * Math.PI) / 180, width / RADIUS_MIN_EM);
  const radius = arc > 0 ? (Math.sign(curve) * width) / arc : null;
  let pen = 0;
  return glyphs.map(({ strokes, advance, kerning }) => {
    const onLine = radius === null ? along(pen) : onArc(pen + advance / 2 - width / 2, advance / 2, radius);
    pen += advance + kerning;
    const cell = [-ascent, descent].flatMap((y) => [0, advance].map((x) => onLine({ x, y })));
    return { cell, strokes: strokes.map(({ kind, points }) => ({ kind, points: points.map(onLine) })) };
  });
}

const along =
  (pen: number) =>
  ({ x, y }: Point): Point => ({ x: pen + x, y });

/** What stands upright `away` from the middle of the arc; the middle of its base line is where it touches. */
function onArc(away: number, half: number, radius: number): (point: Point) => Point {
  const angle = away / radius;
  const at = { x: radius * Math.sin(angle), y: radius * (1 - Math.cos(angle)) };
  return ({ x, y }) => {
    const point = turned({ x: x - half, y }, (angle * 180) / Math.PI);
    return { x: at.x + point.x, y: at.y + point.y };
  };
}

/** Without spreading them: a line has tens of thousands. */
function boundsOfMany(points: readonly Point[]): Rectangle {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
