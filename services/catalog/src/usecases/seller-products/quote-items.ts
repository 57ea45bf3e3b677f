import type { QuoteItem, QuoteItemsRequest, QuotedItem } from '@estampa/contracts/catalog/v1/seller_product';
import { DomainError, type FieldError, unknownReference } from '@estampa/kernel/errors';
import { optionLabel } from '@estampa/kernel/option-label';
import { someone } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { type Offer, type Offers, offers } from '../../db/offer-repository.ts';
import { checkSelectedOptions, effectiveOptions } from '../../domain/options.ts';
import { mustBeValid } from '../../domain/rejections.ts';
import { checkTexts } from '../../domain/texts.ts';
import { quotedItemMessage, surfacesOf } from '../../messages/quoted-item.ts';

type Line = { item: QuoteItem; offer: Offer };

/** Current cost of each line, in the order of the request; a line that cannot be bought rejects all. */
export async function quoteItems(
  { em, caller }: Context,
  { items, pricesAlone }: QuoteItemsRequest,
): Promise<QuotedItem[]> {
  if (!pricesAlone) someone(caller);
  const found = await offers.find(
    em,
    items.map(({ sellerProductVariantId }) => sellerProductVariantId),
  );
  const lines = items.map((item, index): Line => {
    const offer = found.offers.get(item.sellerProductVariantId.toLowerCase());
    if (!offer) throw unknownReference(`items[${index}].variantId`, 'product variant');
    if (offer.sellerProductId !== item.sellerProductId.toLowerCase()) {
      throw unknownReference(`items[${index}].sellerProductId`, 'product with this variant');
    }
    return { item, offer };
  });
  mustBeOnSale(lines);
  if (!pricesAlone) mustHaveChosen(lines, found.options);
  mustBePrintable(lines, { isComplete: !pricesAlone });
  return lines.map(({ item, offer }) => quotedItemMessage(offer, item, optionLabel(offer.assets, offer.labels)));
}

function mustBeOnSale(lines: readonly Line[]): void {
  const fields = lines.flatMap(({ offer }, index): FieldError[] =>
    offer.isOnSale ? [] : [{ path: `items[${index}]`, code: 'item_unavailable', message: 'is not on sale' }],
  );
  const [first] = fields;
  if (first) throw new DomainError('invalid', 'item_unavailable', `${first.path} ${first.message}`, { fields });
}

function mustHaveChosen(lines: readonly Line[], options: Offers['options']): void {
  mustBeValid(
    lines.flatMap(({ item, offer }, index) => {
      const effective = effectiveOptions(offer.allowedOptions, options.get(offer.productTypeId) ?? []);
      return checkSelectedOptions(item.selectedOptions, effective, `items[${index}].selectedOptions`);
    }),
  );
}

function mustBePrintable(lines: readonly Line[], { isComplete }: { isComplete: boolean }): void {
  mustBeValid(
    lines.flatMap(({ item, offer }, index) => {
      const { used } = surfacesOf(offer);
      return checkTexts(item.texts?.list ?? [], used, { path: `items[${index}].texts`, isComplete });
    }),
  );
}
