import type { ServiceName } from '@estampa/kernel/topics';
import { withDatabase } from '@estampa/stack/infrastructure/databases';
import { databaseName } from '@estampa/stack/topology';
import type { BenchStack } from '../stack/bench-stack.ts';
import type { AgreedFee, AgreedFees, PaidLine, PaidOrder } from './oracle.ts';

/** What the oracle computes the accounts from. */
export interface Books {
  readonly orders: readonly PaidOrder[];
  readonly agreed: AgreedFees;
  readonly paidOutCents: bigint;
}

type LineRow = Omit<PaidLine, 'productTypeId' | 'feeBasisPoints'> & { readonly productVariantId: string };
type OrderRow = Omit<PaidOrder, 'lines'> & { readonly lines: readonly LineRow[] };
type VariantRow = Pick<PaidLine, 'productTypeId' | 'feeBasisPoints'> & { readonly id: string };

/** What was sold at which terms, and what of it the provider kept and gave back. Whether an order is over is all that is taken from its state. */
const ORDERS = `
  with refunded as (
    select r.payment_id, l ->> 'orderItemId' as item_id, (l ->> 'amountCents')::int as cents
    from refund r cross join lateral jsonb_array_elements(r.lines) as l where r.status = 'done'
  ), of_item as (
    select item_id::uuid, sum(cents)::int as cents from refunded where item_id is not null group by 1
  ), of_payment as (
    select payment_id, sum(cents)::int as cents from refunded group by 1
  )
  select o.id, extract(epoch from o.created_at)::float8 * 1000 as "placedAt", o.shipping_cents as "shippingCents",
    case when o.coupon is null then o.discount_cents else 0 end as "discountCents",
    case when o.coupon is not null then json_build_object('sellerProfileId', c.seller_profile_id,
      'basisPoints', c.discount_basis_points, 'cents', c.discount_cents, 'maxCents', c.max_discount_cents) end as coupon,
    p.amount_cents as "totalCents", coalesce(p.fee_cents, 0) as "feeCents", p.refunded_cents as "refundedCents",
    coalesce(b.cents, 0) as "refundedByLinesCents", o.payment_status = 'refunded' as "isOver",
    json_agg(json_build_object('sellerProfileId', i.seller_profile_id, 'productVariantId', i.product_variant_id,
      'quantity', i.quantity, 'priceCents', i.unit_price_cents, 'baseCostCents', (i.earnings ->> 'baseCostCents')::int,
      'royaltyBasisPoints', (i.earnings ->> 'artistRoyaltyBasisPoints')::int,
      'isFeeBorneByArtist', coalesce(i.earnings ->> 'providerFeeBearer' = 'artist', false),
      'refundedCents', coalesce(r.cents, 0), 'isReturned', i.fulfillment_status = 'returned') order by i.line) as lines
  from customer_order o join order_item i on i.order_id = o.id join payment p on p.id = o.current_payment_id
  left join coupon c on c.id = (o.coupon ->> 'id')::uuid
  left join of_item r on r.item_id = i.id left join of_payment b on b.payment_id = p.id
  where o.paid_at is not null group by o.id, p.id, c.id, b.cents`;
const VARIANTS = `
  select v.id, t.id as "productTypeId", t.platform_fee_basis_points as "feeBasisPoints"
  from product_variant v join product_type t on t.id = v.product_type_id`;
const AGREED = `
  select seller_profile_id as "sellerProfileId", product_type_id as "productTypeId", platform_fee_basis_points as "feeBasisPoints",
    extract(epoch from starts_at)::float8 * 1000 as "startsAt", extract(epoch from ends_at)::float8 * 1000 as "endsAt"
  from fee_override`;
const PAID_OUT = `select coalesce(sum(total_cents), 0)::text as cents from payout where status = 'paid'`;

export async function readBooks({ addresses }: BenchStack): Promise<Books> {
  const read = <Row>(service: ServiceName, query: string): Promise<Row[]> => {
    const url = Object.assign(new URL(addresses.postgres.url), { pathname: databaseName(service, '') });
    return withDatabase(url.href, async (client) => (await client.query(query)).rows as Row[]);
  };
  const [rows, variants, agreed, [paidOut]] = await Promise.all([
    read<OrderRow>('orders-payments', ORDERS),
    read<VariantRow>('catalog', VARIANTS),
    read<AgreedFee>('catalog', AGREED),
    read<{ cents: string }>('payouts', PAID_OUT),
  ]);
  const variantById = new Map(variants.map(({ id, ...variant }) => [id, variant]));
  return {
    orders: rows.map(({ lines, ...order }) => ({
      ...order,
      lines: lines.map(({ productVariantId, ...line }) => ({ ...line, ...variantById.get(productVariantId)! })),
    })),
    agreed: Map.groupBy(agreed, ({ sellerProfileId }) => sellerProfileId),
    paidOutCents: BigInt(paidOut!.cents),
  };
}
