/** Coprime to every number of customers, so that it visits all of them. */
const STRIDE = 1_000_003;

/** How many like each product, the n-th most popular one n times fewer than the first, but never more than there are people. */
export function likesOf({ products, customers, likes }: { products: number; customers: number; likes: number }) {
  const counts = new Uint32Array(products);
  let [capped, left] = [0, likes];
  let weights = 0;
  for (let place = 0; place < products; place += 1) weights += 1 / (place + 1);
  for (; capped < products && left / (capped + 1) / weights > customers; capped += 1) {
    counts[capped] = customers;
    left -= customers;
    weights -= 1 / (capped + 1);
  }
  let rest = left;
  for (let place = capped; place < products; place += 1) {
    counts[place] = Math.floor(left / (place + 1) / weights);
    rest -= counts[place]!;
  }
  for (let place = capped; rest > 0 && place < products; place += 1) {
    if (counts[place]! >= customers) continue;
    counts[place]! += 1;
    rest -= 1;
  }
  return counts;
}

/** Who likes a product: different people, other ones for each product. */
export function* likersOf(product: number, count: number, customers: number): Generator<number> {
  for (let each = 0; each < count; each += 1) yield (product + each * STRIDE) % customers;
}
