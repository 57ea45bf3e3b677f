import { CreateFeeOverrideRequest, type CreateFeeOverrideResponse } from '@estampa/contracts/catalog/v1/fee_override';
import type { QuoteItemsResponse } from '@estampa/contracts/catalog/v1/seller_product';
import type { Orm } from '@estampa/kit/postgres/connect';
import type { Scheduler } from '../environment/scheduler.ts';
import type { Move, Sellers } from './sellers.ts';

const FEES_BASIS_POINTS = [0, 500, 1_500] as const;
/** What was agreed with each seller and has not ended, as the admins know it. */
const agreed = new WeakMap<Sellers, Map<string, string>>();

/** Another fee is agreed with the seller from now on, or the one that was ends. */
export const changeFee: Move = async (sellers, { sellerProfileId }) => {
  const known = agreed.get(sellers) ?? new Map<string, string>();
  agreed.set(sellers, known);
  const id = known.get(sellerProfileId);
  known.delete(sellerProfileId);
  if (id !== undefined) return sellers.send('catalog', 'endFeeOverride', { id }, null);
  const platformFeeBasisPoints = sellers.oneOf(FEES_BASIS_POINTS);
  const message = CreateFeeOverrideRequest.fromPartial({ sellerProfileId, platformFeeBasisPoints });
  const created = await sellers.send<CreateFeeOverrideResponse>('catalog', 'createFeeOverride', message, null);
  if (created) known.set(sellerProfileId, created.feeOverride!.id);
};

type Fee = { sellerProfileId: string; basisPoints: number; overrideId: string | null };
type Quoted = Fee & { from: number; to: number };

/** Fees as checkouts were told them, each at an instant between the request and its response. */
export class Quotes {
  readonly #all: Quoted[] = [];

  async noted(scheduler: Scheduler, quote: () => Promise<unknown>): Promise<unknown> {
    const from = scheduler.now;
    const response = (await quote()) as QuoteItemsResponse;
    for (const { sellerProfileId, platformFeeBasisPoints, feeOverrideId = null } of response.items)
      this.#all.push({
        sellerProfileId,
        basisPoints: platformFeeBasisPoints,
        overrideId: feeOverrideId,
        from,
        to: scheduler.now,
      });
    return response;
  }

  /** Each quote names what was in force then, and each item has the fee of a quote. */
  async wrongs(catalog: Orm, orders: Orm, usualBasisPoints: number): Promise<string[]> {
    const overrides = await catalog.em.fork().execute<Override[]>(OVERRIDES);
    const items = await orders.em.fork().execute<Fee[]>(ITEMS);
    const unquoted = items.filter((item) => !this.#all.some((quote) => nameOf(quote) === nameOf(item)));
    return [
      ...this.#all.flatMap((quote) =>
        possible(quote, overrides, usualBasisPoints).includes(nameOf(quote))
          ? []
          : `a quote had a fee that was not in force: ${nameOf(quote)}`,
      ),
      ...unquoted.map((item) => `an item was sold at a fee that was not quoted: ${nameOf(item)}`),
    ];
  }
}

type Override = Fee & { startsAt: number; endsAt: number | null };

const MS = (column: string) => `extract(epoch from ${column})::float8 * 1000`;
const OVERRIDES = `select id as "overrideId", seller_profile_id as "sellerProfileId", platform_fee_basis_points as "basisPoints",
  ${MS('starts_at')} as "startsAt", ${MS('ends_at')} as "endsAt" from fee_override`;
const ITEMS = `select seller_profile_id as "sellerProfileId", (earnings ->> 'platformFeeBasisPoints')::int as "basisPoints",
  earnings ->> 'feeOverrideId' as "overrideId" from order_item`;

const nameOf = ({ sellerProfileId, basisPoints, overrideId }: Fee): string =>
  `${basisPoints} of ${sellerProfileId} by ${overrideId ?? 'its type'}`;

/** Times are stored in whole milliseconds. */
const ROUNDED_MS = 1;

/** What may have been in force at some instant of a quote: that of the type unless an agreement was all the time. */
function possible({ sellerProfileId, from, to }: Quoted, overrides: readonly Override[], usual: number): string[] {
  const own = overrides.filter((one) => one.sellerProfileId === sellerProfileId);
  const isSome = ({ startsAt, endsAt }: Override) =>
    startsAt <= to + ROUNDED_MS && (endsAt === null || endsAt >= from - ROUNDED_MS);
  const isAlways = ({ startsAt, endsAt }: Override) =>
    startsAt < from - ROUNDED_MS && (endsAt === null || endsAt > to + ROUNDED_MS);
  const ofType = own.some(isAlways) ? [] : [nameOf({ sellerProfileId, basisPoints: usual, overrideId: null })];
  return [...own.filter(isSome).map(nameOf), ...ofType];
}
