type Limits = { readonly least: number; readonly most: number };

/** The number that an option is given as text; throws with the usage when it is none, or beyond its limits. */
export function numberOption(name: string, text: string, { least, most }: Limits, usage: string): number {
  const value = Number(text);
  if (/^\d{1,10}$/.test(text) && value >= least && value <= most) return value;
  throw new Error(`--${name} takes a number from ${least} to ${most}, not "${text}".\n${usage}`);
}
