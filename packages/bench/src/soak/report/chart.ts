import type { Series } from '../verdict/series.ts';

export interface Line {
  readonly name: string;
  /** Over milliseconds, in the unit of its panel. */
  readonly series: Series;
}

export interface Panel {
  readonly title: string;
  readonly lines: readonly Line[];
  /** Powers of ten are equally far apart; what is not above 0 is left out. */
  readonly isLogarithmic?: boolean;
}

export interface Sheet {
  readonly panels: readonly Panel[];
  readonly endMs: number;
  /** Until here it is shaded. */
  readonly warmUpMs: number;
}

const COLUMNS = 2;
const PANEL = { width: 680, height: 300 };
const PLOT = { left: 56, top: 34, width: 400, height: 226 };
const LEGEND = { left: PLOT.left + PLOT.width + 14, lineHeight: 17 };
const COLOURS = [
  '#0b6bcb',
  '#d1495b',
  '#2a9d5c',
  '#b8860b',
  '#7b4ab8',
  '#0f8b8d',
  '#8d5524',
  '#4a5568',
  '#e377c2',
  '#6b8e23',
  '#17202a',
  '#ff7f0e',
  '#5dade2',
  '#a93226',
  '#1abc9c',
  '#9a7d0a',
];
const TICKS_ABOUT = 5;
const MINUTE_MS = 60_000;

/** All panels as one SVG image, two in a row. */
export function sheetOf({ panels, endMs, warmUpMs }: Sheet): string {
  const [width, height] = [COLUMNS * PANEL.width, Math.ceil(panels.length / COLUMNS) * PANEL.height];
  const drawn = panels.map((panel, index) => {
    const [x, y] = [(index % COLUMNS) * PANEL.width, Math.floor(index / COLUMNS) * PANEL.height];
    return `<g transform="translate(${x} ${y})">${panelOf(panel, endMs, warmUpMs)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="12" fill="#1f2933">
<rect width="${width}" height="${height}" fill="#fff"/>
${drawn.join('\n')}
</svg>
`;
}

function panelOf({ title, lines, isLogarithmic = false }: Panel, endMs: number, warmUpMs: number): string {
  const values = lines.flatMap(({ series }) => series.map(([, value]) => value)).filter((value) => value > 0);
  const ticks = isLogarithmic ? decadesOf(values) : ticksOf(Math.max(0, ...values));
  const [least, most] = [ticks[0]!, ticks.at(-1)!];
  const scaled = (value: number) => (isLogarithmic ? Math.log(value / least) / Math.log(most / least) : value / most);
  const x = (atMs: number) => rounded(PLOT.left + (atMs / endMs) * PLOT.width);
  const y = (value: number) => rounded(PLOT.top + (1 - scaled(value)) * PLOT.height);
  const bottom = PLOT.top + PLOT.height;
  const rows = ticks.map(
    (tick) =>
      `<line x1="${PLOT.left}" x2="${PLOT.left + PLOT.width}" y1="${y(tick)}" y2="${y(tick)}" stroke="#e3e8ee"/>` +
      `<text x="${PLOT.left - 6}" y="${y(tick) + 4}" text-anchor="end">${figureOf(tick)}</text>`,
  );
  const minutes = ticksOf(endMs / MINUTE_MS).filter((minute) => minute * MINUTE_MS <= endMs);
  const columns = minutes.map(
    (minute) => `<text x="${x(minute * MINUTE_MS)}" y="${bottom + 17}" text-anchor="middle">${figureOf(minute)}</text>`,
  );
  const curves = lines.map(({ series, name }, index) => {
    const colour = COLOURS[index % COLOURS.length]!;
    const shown = series.filter(([, value]) => Number.isFinite(value) && (!isLogarithmic || value > 0));
    const points = shown.map(([atMs, value]) => `${x(atMs)},${y(value)}`).join(' ');
    const top = PLOT.top + index * LEGEND.lineHeight;
    return (
      `<polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${points}"/>` +
      `<rect x="${LEGEND.left}" y="${top}" width="10" height="10" fill="${colour}"/>` +
      `<text x="${LEGEND.left + 15}" y="${top + 9}" font-size="11">${escaped(name)}</text>`
    );
  });
  return [
    `<text x="${PLOT.left}" y="20" font-size="14" font-weight="600">${escaped(title)}</text>`,
    `<rect x="${PLOT.left}" y="${PLOT.top}" width="${rounded(x(warmUpMs) - PLOT.left)}" height="${PLOT.height}" fill="#f5f7fa"/>`,
    ...rows,
    ...columns,
    `<text x="${PLOT.left + PLOT.width}" y="${bottom + 32}" text-anchor="end">minutes</text>`,
    ...curves,
  ].join('');
}

/** From 0 to the first above the highest value, by steps of 1, 2 or 5 times a power of ten. */
export function ticksOf(most: number): number[] {
  if (most <= 0) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(most / TICKS_ABOUT));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => most / one <= TICKS_ABOUT)!;
  const count = Math.ceil(most / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** The powers of ten that enclose all values. */
export function decadesOf(values: readonly number[]): number[] {
  if (values.length === 0) return [1, 10];
  const first = Math.floor(Math.log10(values.reduce((one, other) => Math.min(one, other))));
  const last = Math.max(first + 1, Math.ceil(Math.log10(values.reduce((one, other) => Math.max(one, other)))));
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
}

const figureOf = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 3 });
const rounded = (value: number): number => Math.round(value * 10) / 10;
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
