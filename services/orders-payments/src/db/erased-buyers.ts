import { json, type RowOf, text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Address } from '../domain/order.ts';

const ADDRESSED = { id: text, shipping: json<Address>() };

const ADDRESSES = statement(
  `select id, shipping from customer_order where user_id = $1 and email <> $2 order by id for update`,
  ADDRESSED,
);

/** Locks a buyer's orders that are not erased yet, and returns their addresses. */
export const findAddresses = (
  tx: EntityManager,
  userId: string,
  erasedEmail: string,
): Promise<RowOf<typeof ADDRESSED>[]> => ADDRESSES.all(tx, [userId, erasedEmail]);

type ErasedOrder = { id: string; email: string; fullName: string; phone: string | null; shipping: Address };

/** The label contains the address, too. A new `updated_at` makes clients that poll for changes read the order again. */
const ERASE = statement(
  `update customer_order o
   set email = e.email, full_name = e."fullName", phone = e.phone, shipping = e.shipping, shipment = o.shipment - 'labelUrl',
     search_text = lower(concat_ws(e'\n', o.order_number, e.email, e."fullName")), updated_at = $2
   from jsonb_to_recordset($1::jsonb) as e (id uuid, email text, "fullName" text, phone text, shipping jsonb)
   where o.id = e.id`,
  {},
);

export const eraseOrders = (tx: EntityManager, orders: readonly ErasedOrder[], now: Date): Promise<unknown> =>
  ERASE.all(tx, [JSON.stringify(orders), now]);

const FORGET = statement('delete from gateway_customer where user_id = $1', {});

/** Deletes the buyer's customer ids at payment providers. */
export const forgetCustomers = (tx: EntityManager, userId: string): Promise<unknown> => FORGET.all(tx, [userId]);

/** Of an item `i`: what its first surface is printed from, and all of them. */
const HAS_TEXT = `(i.print ? 'text' or i.surfaces @? '$[*].print.text')`;

const LOCK_TEXTS = statement(
  `select id from customer_order o where user_id = $1 and exists (select from order_item i where i.order_id = o.id and ${HAS_TEXT})
   order by id for update`,
  { id: text },
);

const withoutText = (print: string): string => `(${print} - 'text' || '{"isTextErased": true}')`;

const ERASE_TEXTS = statement(
  `update order_item i set
     print = case when print ? 'text' then ${withoutText('print')} else print end,
     surfaces = case when surfaces @? '$[*].print.text' then (
       select jsonb_agg(
         case when sold -> 'print' ? 'text' then jsonb_set(sold, '{print}', ${withoutText(`(sold -> 'print')`)}) else sold end order by place)
       from jsonb_array_elements(surfaces) with ordinality as listed (sold, place)
     ) else surfaces end
   where order_id = any($1::uuid[]) and ${HAS_TEXT}`,
  {},
);

/** Erases what a buyer had printed in own words; gives the ids of the orders. */
export async function eraseTexts(tx: EntityManager, userId: string): Promise<string[]> {
  const ids = (await LOCK_TEXTS.all(tx, [userId])).map(({ id }) => id);
  if (ids.length > 0) await ERASE_TEXTS.all(tx, [ids]);
  return ids;
}
