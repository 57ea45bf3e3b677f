import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { options, type OptionWithValues } from '../../db/option-repository.ts';
import { optionValues } from '../../db/option-value-repository.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import type { OptionRow } from '../../db/tables/option.ts';
import { mustBeValid } from '../../domain/rejections.ts';
import { unchangeable } from '../../domain/unchangeable.ts';
import { productTypeChanged } from './product-type-changed.ts';

export type OptionChange = Partial<
  Pick<OptionRow, 'key' | 'labelPt' | 'labelEn' | 'inputType' | 'displayBehavior' | 'required'>
>;

/** All but its key, by which sellers, templates and orders name it. */
export function updateOption({ caller }: Context, id: string, wanted: OptionChange): TransactionBody<OptionWithValues> {
  mustReachAll(caller);
  return async (tx) => {
    const { type, rows } = await productTypes.lock(tx, 'option', id, options.find(id), optionValues.findOfOption(id));
    const [[before], values] = rows as [[OptionRow], OptionWithValues['values']];
    mustBeValid(unchangeable(before, wanted, ['key']));
    const option = { ...before, ...wanted };
    await productTypeChanged(tx, 'product_type_option_updated', type, options.save(option));
    return { option, values: values.filter(({ isActive }) => isActive) };
  };
}
