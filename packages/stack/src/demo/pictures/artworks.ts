import { randomNumbers } from '../../random.ts';
import { drawn, repeated } from './svg.ts';

const SIZE = { width: 2_400, height: 3_000 };

type Palette = { sky: string; glow: string; sun: string; hills: readonly [string, string, string, string, string] };

const PALETTES: readonly Palette[] = [
  { sky: '#23395b', glow: '#f2a65a', sun: '#f6d186', hills: ['#d9695f', '#b24c63', '#7d3c63', '#4c2f57', '#2b2140'] },
  { sky: '#0f4c5c', glow: '#f3b391', sun: '#ffe8c2', hills: ['#e36f4e', '#c1533f', '#7f3b3d', '#45343f', '#22262f'] },
  { sky: '#3d2c5e', glow: '#ff9eaa', sun: '#ffe3b3', hills: ['#7aa6a1', '#4c8577', '#32675f', '#234a4a', '#152e33'] },
];

const DESIGNS = [landscape, leaves, shapes] as const;

/** A transparent PNG; seeds go through the designs, then through the colours. */
export function artwork(seed: number): Promise<Buffer> {
  const index = Math.max(0, Math.trunc(seed) - 1);
  const design = DESIGNS[index % DESIGNS.length]!;
  const palette = PALETTES[Math.floor(index / DESIGNS.length) % PALETTES.length]!;
  return drawn(SIZE, design(palette, randomNumbers(seed)))
    .png({ compressionLevel: 7 })
    .toBuffer();
}

type Random = () => number;

/** An arched window on a sunset over hills and water. */
function landscape({ sky, glow, sun, hills }: Palette, random: Random): string {
  const ridge = (base: number, height: number, roughness: number) => {
    const points = Array.from({ length: 13 }, (_, index) => {
      const x = index * 200;
      const swing = Math.sin(index * 0.9 + base) * height + (random() - 0.5) * roughness;
      return `${x} ${Math.round(base - swing)}`;
    });
    const curve = points.slice(1).map((point, index) => {
      const [x = 0, y = 0] = point.split(' ').map(Number);
      const [beforeX = 0, beforeY = 0] = points[index]!.split(' ').map(Number);
      return `C${beforeX + 100} ${beforeY} ${x - 100} ${y} ${x} ${y}`;
    });
    return `M${points[0]} ${curve.join(' ')} L2400 3000 L0 3000 Z`;
  };
  const stars = repeated(60, () => {
    const radius = (2 + random() * 5).toFixed(1);
    return `<circle cx="${Math.round(random() * 2400)}" cy="${Math.round(random() * 1100)}" r="${radius}" fill="#fff" fill-opacity="${(0.3 + random() * 0.6).toFixed(2)}"/>`;
  });
  const bands = repeated(
    9,
    (index) => `<rect x="600" y="${1530 + index * 62}" width="1200" height="${8 + index * 5}" fill="${glow}"/>`,
  );
  return `
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="${sky}"/><stop offset="0.62" stop-color="${glow}"/><stop offset="1" stop-color="${glow}"/>
      </linearGradient>
      <clipPath id="window"><path d="M200 2900 L200 1200 A1000 1000 0 0 1 2200 1200 L2200 2900 Z"/></clipPath>
      <clipPath id="disc"><circle cx="1200" cy="1480" r="520"/></clipPath>
    </defs>
    <g clip-path="url(#window)">
      <rect width="2400" height="3000" fill="url(#sky)"/>${stars}
      <circle cx="1200" cy="1480" r="640" fill="${sun}" fill-opacity="0.18"/>
      <circle cx="1200" cy="1480" r="520" fill="${sun}"/>
      <g clip-path="url(#disc)">${bands}</g>
      ${hills.map((color, index) => `<path d="${ridge(1900 + index * 210, 120 - index * 10, 90)}" fill="${color}"/>`).join('')}
      ${birds(sky)}
    </g>
    <path d="M200 2900 L200 1200 A1000 1000 0 0 1 2200 1200 L2200 2900 Z" fill="none" stroke="${sun}" stroke-width="26"/>
    <path d="M130 2960 L130 1200 A1070 1070 0 0 1 2270 1200 L2270 2960 Z" fill="none" stroke="${hills[1]}" stroke-width="12"/>`;
}

const birds = (color: string): string =>
  repeated(5, (index) => {
    const [x, y, size] = [620 + index * 150 + (index % 2) * 60, 760 + (index % 3) * 90, 34 + index * 5];
    return `<path d="M${x - size} ${y - size / 2} Q${x - size / 3} ${y - size} ${x} ${y} Q${x + size / 3} ${y - size} ${x + size} ${y - size / 2}" fill="none" stroke="${color}" stroke-width="9" stroke-linecap="round"/>`;
  });

/** Three branches before a sun. */
function leaves({ sun, glow, sky, hills }: Palette): string {
  const leaf = (x: number, y: number, angle: number, length: number, color: string) => `
    <g transform="translate(${x} ${y}) rotate(${angle}) scale(${length / 400})">
      <path d="M0 0 C-130 -90 -150 -270 0 -400 C150 -270 130 -90 0 0 Z" fill="${color}"/>
      <path d="M0 0 C130 -90 150 -270 0 -400 Z" fill="#000" fill-opacity="0.12"/>
      <path d="M0 20 L0 -372" stroke="${sun}" stroke-width="7" stroke-opacity="0.7"/>
      ${repeated(5, (index) => `<path d="M0 ${-60 - index * 58} L${-70 + index * 4} ${-130 - index * 50} M0 ${-60 - index * 58} L${70 - index * 4} ${-130 - index * 50}" stroke="${sun}" stroke-width="4.5" stroke-opacity="0.5" fill="none"/>`)}
    </g>`;
  const branch = (x: number, lean: number, height: number, colors: readonly string[]) => {
    const tip = { x: x + lean, y: 2780 - height };
    const pairs = repeated(7, (index) => {
      const t = 0.2 + index * 0.115;
      const at = { x: x + lean * t * t, y: 2780 - height * t };
      const length = 470 - index * 34;
      const color = colors[index % colors.length]!;
      return (
        leaf(at.x, at.y, -58 + lean / 40 + index * 4, length, color) +
        leaf(at.x, at.y, 58 + lean / 40 - index * 4, length, color)
      );
    });
    return `<path d="M${x} 2860 Q${x} ${2780 - height / 2} ${tip.x} ${tip.y}" fill="none" stroke="${colors[0]}" stroke-width="20" stroke-linecap="round"/>${pairs}${leaf(tip.x, tip.y + 20, lean / 24, 420, colors[1]!)}`;
  };
  return `
    <circle cx="1200" cy="1240" r="960" fill="${glow}"/>
    <circle cx="1200" cy="1240" r="820" fill="${sun}"/>
    ${branch(860, -420, 1750, ['#2f5d50', '#3f7d6a', '#6a9f7b'])}
    ${branch(1540, 420, 1750, ['#2f5d50', '#6a9f7b', '#3f7d6a'])}
    ${branch(1200, 0, 2330, [hills[2], hills[1], hills[0]])}
    <path d="M420 2870 C800 2800 1600 2800 1980 2870" fill="none" stroke="${sky}" stroke-width="26" stroke-linecap="round"/>`;
}

const CELL = 400;
const COLUMNS = 5;
const ROWS = 6;

/** A quilt of arcs, circles and diamonds. */
function shapes({ sky, glow, sun, hills }: Palette, random: Random): string {
  const colors = [sky, glow, sun, hills[0], hills[2], '#f4ede1', '#2f7f79'];
  const pick = () => colors[Math.floor(random() * colors.length)]!;
  const tile = (index: number): string => {
    const [x, y] = [200 + (index % COLUMNS) * CELL, 300 + Math.floor(index / COLUMNS) * CELL];
    const [ground, figure, detail] = [pick(), pick(), pick()];
    const figures = [
      `<path d="M0 0 H400 A400 400 0 0 1 0 400 Z" fill="${figure}"/><path d="M0 0 H200 A200 200 0 0 1 0 200 Z" fill="${detail}"/>`,
      `<circle cx="200" cy="200" r="160" fill="${figure}"/><circle cx="200" cy="200" r="76" fill="${detail}"/>`,
      `<path d="M200 0 L400 200 L200 400 L0 200 Z" fill="${figure}"/><circle cx="200" cy="200" r="60" fill="${detail}"/>`,
      `<path d="M0 200 A200 200 0 0 1 400 200 Z" fill="${figure}"/><path d="M0 400 A200 200 0 0 1 400 400 Z" fill="${detail}"/>`,
      `<path d="M0 0 L400 400 H0 Z" fill="${figure}"/><circle cx="286" cy="114" r="64" fill="${detail}"/>`,
      repeated(4, (stripe) => `<rect x="${stripe * 100}" width="50" height="400" fill="${figure}"/>`),
    ];
    const degrees = Math.floor(random() * 4) * 90;
    const drawing = figures[Math.floor(random() * figures.length)]!;
    return `<g transform="translate(${x} ${y})" clip-path="url(#tile)"><rect width="400" height="400" fill="${ground}"/><g transform="rotate(${degrees} 200 200)">${drawing}</g></g>`;
  };
  return `
    <defs><clipPath id="tile"><rect x="7" y="7" width="386" height="386" rx="26"/></clipPath></defs>
    ${repeated(COLUMNS * ROWS, tile)}`;
}
