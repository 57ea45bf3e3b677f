import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { optionValues } from '../../db/option-value-repository.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import type { OptionValueRow } from '../../db/tables/option-value.ts';
import { mustBeValid } from '../../domain/rejections.ts';
import { unchangeable } from '../../domain/unchangeable.ts';
import { recolourTemplates } from '../templates/recolour-templates.ts';
import { productTypeChanged } from './product-type-changed.ts';

export type OptionValueChange = Partial<Pick<OptionValueRow, 'value' | 'labelPt' | 'labelEn' | 'hexColor'>>;

/** Its labels and colour: sellers, templates and orders name the value itself. */
export function updateOptionValue(
  { caller, now }: Context,
  id: string,
  wanted: OptionValueChange,
): TransactionBody<OptionValueRow> {
  mustReachAll(caller);
  return async (tx) => {
    const { type, rows } = await productTypes.lock(tx, 'option value', id, optionValues.find(id));
    const [before] = rows[0] as [OptionValueRow];
    mustBeValid(unchangeable(before, wanted, ['value']));
    const value = { ...before, ...wanted };
    await productTypeChanged(tx, 'product_type_option_value_updated', type, optionValues.save(value));
    await recolourTemplates(tx, type.id, now());
    return value;
  };
}
