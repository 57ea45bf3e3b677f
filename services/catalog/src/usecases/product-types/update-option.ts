import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import {
  FIND_OPTION,
  type OptionData,
  type OptionWithValues,
  SAVE_OPTION,
  VALUES_OF_OPTION,
} from '../../db/option-statements.ts';
import { lockType } from '../../db/product-type-state.ts';
import { mustHold } from '../../domain/rejections.ts';
import { unchangeable } from '../../domain/unchangeable.ts';
import { productTypeChanged } from './product-type-changed.ts';

export type OptionChange = Partial<
  Pick<OptionData, 'key' | 'labelPt' | 'labelEn' | 'inputType' | 'displayBehavior' | 'required'>
>;

/** All but its key, by which sellers, templates and orders name it. */
export function updateOption({ caller }: Context, id: string, wanted: OptionChange): TransactionBody<OptionWithValues> {
  mustReachAll(caller);
  return async (tx) => {
    const { type, rows } = await lockType(tx, 'option', id, FIND_OPTION.with(id), VALUES_OF_OPTION.with(id));
    const [[before], values] = rows as [[OptionData], OptionWithValues['values']];
    mustHold(unchangeable(before, wanted, ['key']));
    const option = { ...before, ...wanted };
    await productTypeChanged(tx, 'product_type_option_updated', type, saveOption(option));
    return { option, values: values.filter(({ isActive }) => isActive) };
  };
}

export const saveOption = ({ id, labelPt, labelEn, inputType, displayBehavior, required, isActive }: OptionData) =>
  SAVE_OPTION.with(id, labelPt, labelEn, inputType, displayBehavior, required, isActive);
