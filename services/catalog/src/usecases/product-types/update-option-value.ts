import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { FIND_OPTION_VALUE, type OptionValueData, SAVE_VALUE } from '../../db/option-statements.ts';
import { lockType } from '../../db/product-type-state.ts';
import { mustHold } from '../../domain/rejections.ts';
import { unchangeable } from '../../domain/unchangeable.ts';
import { productTypeChanged } from './product-type-changed.ts';

export type OptionValueChange = Partial<Pick<OptionValueData, 'value' | 'labelPt' | 'labelEn' | 'hexColor'>>;

/** Its labels and colour: sellers, templates and orders name the value itself. */
export function updateOptionValue(
  { caller }: Context,
  id: string,
  wanted: OptionValueChange,
): TransactionBody<OptionValueData> {
  mustReachAll(caller);
  return async (tx) => {
    const { type, rows } = await lockType(tx, 'option value', id, FIND_OPTION_VALUE.with(id));
    const [before] = rows[0] as [OptionValueData];
    mustHold(unchangeable(before, wanted, ['value']));
    const value = { ...before, ...wanted };
    await productTypeChanged(tx, 'product_type_option_value_updated', type, saveValue(value));
    return value;
  };
}

export const saveValue = ({ id, labelPt, labelEn, hexColor, isActive }: OptionValueData) =>
  SAVE_VALUE.with(id, labelPt, labelEn, hexColor, isActive);
