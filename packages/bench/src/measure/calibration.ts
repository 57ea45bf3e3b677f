const TURNS = 60;
const TEXT = JSON.stringify(
  Array.from({ length: 400 }, (_, id) => ({ id, title: `Camiseta ${id}`, priceCents: id * 10, tags: ['a', 'b', 'c'] })),
);

/**
 * Milliseconds of processor time that a fixed computation takes now. On a shared machine cores and caches are slower
 * when others use them: processor times are only comparable where this figure is the same.
 */
export function calibrate(): number {
  const before = process.cpuUsage();
  let length = 0;
  for (let turn = 0; turn < TURNS; turn += 1) length += JSON.stringify(JSON.parse(TEXT)).length;
  const { user, system } = process.cpuUsage(before);
  if (length !== TURNS * TEXT.length) throw new Error('The processor does not count any more');
  return (user + system) / 1_000;
}
