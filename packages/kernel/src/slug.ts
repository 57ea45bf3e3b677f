/** Text for comparing and for slugs: lower case, accents dropped. */
export const foldText = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Lower case, accents dropped, everything else a hyphen: `Pôr do Sol!` is `por-do-sol`. Empty where no letter or digit is left. */
export const slugOf = (text: string, lengthMax: number): string =>
  foldText(text)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, lengthMax)
    .replace(/-$/, '');

/**
 * The wanted name, or the first of `name-2`, `name-3` ... that is not taken, never longer than `lengthMax` characters. A name cut
 * to make room ends in no hyphen of its own.
 */
export function firstFree(name: string, isTaken: (candidate: string) => boolean, lengthMax = Infinity): string {
  let candidate = name;
  for (let number = 2; isTaken(candidate); number += 1) {
    const ending = `-${number}`;
    const room = lengthMax - ending.length;
    candidate = (name.length > room ? name.slice(0, room).replace(/-+$/, '') : name) + ending;
  }
  return candidate;
}
