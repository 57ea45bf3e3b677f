/** One channel of two opaque colours, from 0 to 1. */
export type Mix = (below: number, above: number) => number;

const multiply: Mix = (below, above) => below * above;
const screen: Mix = (below, above) => below + above - below * above;
const hardLight: Mix = (below, above) => (above <= 0.5 ? multiply(below, 2 * above) : screen(below, 2 * above - 1));
const burn: Mix = (below, above) => (below >= 1 ? 1 : above <= 0 ? 0 : 1 - Math.min(1, (1 - below) / above));
const dodge: Mix = (below, above) => (below <= 0 ? 0 : above >= 1 ? 1 : Math.min(1, below / (1 - above)));

const softened = (below: number): number =>
  below <= 0.25 ? ((16 * below - 12) * below + 4) * below : Math.sqrt(below);
const softLight: Mix = (below, above) =>
  above <= 0.5 ? below - (1 - 2 * above) * below * (1 - below) : below + (2 * above - 1) * (softened(below) - below);

/** The modes that layers are drawn in as they are; null covers. By the names of the parser. */
const MIXES: Readonly<Record<string, Mix | null>> = {
  normal: null,
  'pass through': null,
  multiply,
  screen,
  overlay: (below, above) => hardLight(above, below),
  'hard light': hardLight,
  'soft light': softLight,
  darken: Math.min,
  lighten: Math.max,
  'color burn': burn,
  'color dodge': dodge,
  'linear burn': (below, above) => Math.max(0, below + above - 1),
  'linear dodge': (below, above) => Math.min(1, below + above),
  'linear light': (below, above) => Math.min(1, Math.max(0, below + 2 * above - 1)),
  difference: (below, above) => Math.abs(below - above),
  exclusion: (below, above) => below + above - 2 * below * above,
  subtract: (below, above) => Math.max(0, below - above),
  divide: (below, above) => (below <= 0 ? 0 : above <= 0 ? 1 : Math.min(1, below / above)),
};

/** Undefined where there is none of the name that is known. */
export const mixOf = (mode: string): Mix | null | undefined => (Object.hasOwn(MIXES, mode) ? MIXES[mode] : undefined);

/** How a layer above the print changes it; `isExact` where nothing is lost by that. */
export type Effect = { kind: 'cover' | 'shadow' | 'highlight' | 'both'; isExact: boolean };

/** A template has a layer that is multiplied, one that is screened, and one that covers. */
const EFFECTS: Readonly<Record<string, Effect>> = {
  normal: { kind: 'cover', isExact: true },
  'pass through': { kind: 'cover', isExact: true },
  multiply: { kind: 'shadow', isExact: true },
  screen: { kind: 'highlight', isExact: true },
  'hard light': { kind: 'both', isExact: true },
  darken: { kind: 'shadow', isExact: false },
  'color burn': { kind: 'shadow', isExact: false },
  'linear burn': { kind: 'shadow', isExact: false },
  lighten: { kind: 'highlight', isExact: false },
  'color dodge': { kind: 'highlight', isExact: false },
  'linear dodge': { kind: 'highlight', isExact: false },
  overlay: { kind: 'both', isExact: false },
  'soft light': { kind: 'both', isExact: false },
  'linear light': { kind: 'both', isExact: false },
};

/** Undefined where it has no likeness among them. */
export const effectOf = (mode: string): Effect | undefined =>
  Object.hasOwn(EFFECTS, mode) ? EFFECTS[mode] : undefined;
