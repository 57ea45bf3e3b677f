/** A part of a sum, shared out like the shares of the sum: to the cent, by largest remainder, the first of equals first. */
export function inProportion(shares: readonly number[], part: number, whole: number): number[] {
  if (whole <= 0) return shares.map(() => 0);
  const [of, by] = [BigInt(whole), BigInt(part)];
  const exact = shares.map((share) => BigInt(share) * by);
  const sum = exact.reduce((total, one) => total + one, 0n);
  const parts = exact.map((one) => one / of);
  const missing = Number((sum + of / 2n) / of - parts.reduce((total, one) => total + one, 0n));
  const places = exact.map((one, place) => ({ place, remainder: one % of }));
  places.sort((one, other) => Number(other.remainder - one.remainder) || one.place - other.place);
  const raised = new Set(places.slice(0, missing).map(({ place }) => place));
  return parts.map((one, place) => Number(one) + (raised.has(place) ? 1 : 0));
}
