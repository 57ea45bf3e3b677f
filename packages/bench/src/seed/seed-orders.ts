import { withDatabase } from '@estampa/stack/infrastructure/databases';
import { randomNumbers } from '@estampa/stack/random';
import { zipf } from '../load/zipf.ts';
import { withNewIds, type Copies } from './copies.ts';
import { insertRows, readRows } from './rows.ts';
import type { DatabaseUrls } from './seed-shop.ts';
import { stencil, type Replacements } from './stencil.ts';
import { SIZE, WORDS, type Model, type OrderStage } from './world.ts';

const DAY_MS = 86_400_000;
/** Of ten orders. Unpaid ones are so old that their payments are no longer polled. */
const STAGES: readonly OrderStage[] = [...Array<OrderStage>(7).fill('delivered'), 'labelled', 'labelled', 'pending'];
const NEVER_PAID_DAYS = 61;
const YEAR_DAYS = 365;

interface ModelOrder {
  readonly stage: OrderStage;
  readonly order: string;
  readonly items: readonly string[];
  readonly payments: readonly string[];
  readonly ids: readonly string[];
  readonly number: number;
}

/** Orders as the buyers of a year place them; the popular products are sold most. */
export async function seedOrders(urls: DatabaseUrls, model: Model, copies: Copies): Promise<void> {
  await withDatabase(urls['orders-payments'], async (client) => {
    const models = new Map<OrderStage, ModelOrder>();
    for (const [stage, id] of Object.entries(model.orders) as [OrderStage, string][]) {
      const [order] = await readRows(client, 'customer_order', 't.id = $1', [id]);
      const items = await readRows(client, 'order_item', 't.order_id = $1', [id]);
      const payments = await readRows(client, 'payment', 't.order_id = $1', [id]);
      models.set(stage, modelOrder(stage, order!, items, payments));
    }
    const made = copyOrders([...models.values()], model, copies);
    await insertRows(client, 'customer_order', made.orders);
    await insertRows(client, 'order_item', made.items);
    await insertRows(client, 'payment', made.payments);
    // A payment that is too old to be polled has no due time.
    await client.query(
      `update payment set due_at = null where due_at is not null and created_at < now() - interval '1 day'`,
    );
    await client.query(`select setval('order_number', (select max(order_number) from customer_order))`);
  });
}

function modelOrder(
  stage: OrderStage,
  order: string,
  items: readonly string[],
  payments: readonly string[],
): ModelOrder {
  const row = JSON.parse(order) as { id: string; order_number: number };
  const charges = payments.map((text) => JSON.parse(text) as { id: string; provider_payment_id: string });
  const lines = items.map((text) => (JSON.parse(text) as { id: string }).id);
  const ids = [row.id, ...lines, ...charges.flatMap((charge) => [charge.id, charge.provider_payment_id])];
  return { stage, order, items, payments, ids, number: row.order_number };
}

function copyOrders(models: readonly ModelOrder[], model: Model, copies: Copies) {
  const numberIn = ({ number }: ModelOrder) => [`"order_number": ${number}`, `"search_text": "${number}\\n`] as const;
  const copied = stencil([
    ...Object.values(WORDS),
    model.seller.profileId,
    model.customer.userId,
    ...copies.artworks[0]!.replacements[0]!.keys(),
    ...models.flatMap((one) => [...one.ids, ...numberIn(one)]),
  ]);
  const random = randomNumbers(2);
  const popular = zipf(copies.artworks.length, random);
  const first = Math.max(...models.map(({ number }) => number)) + 1;
  const made = { orders: [] as string[], items: [] as string[], payments: [] as string[] };
  for (let index = 0; index < SIZE.orders; index += 1) {
    const one = models.find(({ stage }) => stage === STAGES[index % STAGES.length])!;
    const [field, words] = numberIn(one);
    const own = withNewIds(one.ids, [
      [field, `"order_number": ${first + index}`],
      [words, `"search_text": "${first + index}\\n`],
    ]);
    const buyer = copies.customers[Math.floor(random() * copies.customers.length)]!;
    const all: Replacements[] = [own, buyer.replacements, ...copies.artworks[popular()]!.replacements];
    const youngest = one.stage === 'pending' ? NEVER_PAID_DAYS : 1;
    const shiftMs = (youngest + ((SIZE.orders - index) / SIZE.orders) * (YEAR_DAYS - youngest)) * DAY_MS;
    made.orders.push(copied(one.order, all, shiftMs));
    made.items.push(...one.items.map((row) => copied(row, all, shiftMs)));
    made.payments.push(...one.payments.map((row) => copied(row, all, shiftMs)));
  }
  return made;
}
