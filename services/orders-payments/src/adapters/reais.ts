/** Providers use decimal reais, everything here uses cents. */
export const toCents = (reais: number): number => Math.round(reais * 100);
export const toReais = (cents: number): number => cents / 100;
