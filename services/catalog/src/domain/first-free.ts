/** The wanted name, or the first of `name-2`, `name-3` ... that is not taken, never longer than the limit. */
export function firstFree(name: string, isTaken: (candidate: string) => boolean, lengthMax = Infinity): string {
  let candidate = name;
  for (let number = 2; isTaken(candidate); number += 1) {
    const suffix = `-${number}`;
    candidate = name.slice(0, lengthMax - suffix.length) + suffix;
  }
  return candidate;
}
