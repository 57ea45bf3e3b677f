/** Between 0 and 1, 1 excluded. */
type Random = () => number;

/**
 * Picks indexes as people pick products: the n-th most popular one n times less often than the first. The chances are
 * summed up once, so that a pick is a search of a few steps.
 */
export function zipf(count: number, random: Random): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let index = 0; index < count; index += 1) {
    sum += 1 / (index + 1);
    sums[index] = sum;
  }
  return () => firstAbove(sums, random() * sum);
}

function firstAbove(sums: Float64Array, value: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sums[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
