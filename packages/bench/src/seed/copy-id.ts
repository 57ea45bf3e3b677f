const TIME_DIGITS = 12;
const PLACE_DIGITS = 3;
const NUMBER_DIGITS = 12;

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/**
 * The id of a copy: a UUID v7 of its time, which the place of what is copied and the number of the copy make unique. All databases
 * name a copy alike, and no list of millions of ids is kept.
 */
export function copyId(atMs: number, place: number, number: number): string {
  const time = hex(Math.floor(atMs), TIME_DIGITS);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(place, PLACE_DIGITS)}-8000-${hex(number, NUMBER_DIGITS)}`;
}
