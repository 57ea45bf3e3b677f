import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { FIND_OPTION_VALUE, type OptionValueData } from '../../db/option-statements.ts';
import { lockType } from '../../db/product-type-state.ts';
import { productTypeChanged } from './product-type-changed.ts';
import { saveValue } from './update-option-value.ts';

export function deactivateOptionValue({ caller }: Context, { id }: { id: string }): TransactionBody<void> {
  mustReachAll(caller);
  return async (tx) => {
    const { type, rows } = await lockType(tx, 'option value', id, FIND_OPTION_VALUE.with(id));
    const [value] = rows[0] as [OptionValueData];
    if (!value.isActive) return;
    const save = saveValue({ ...value, isActive: false });
    await productTypeChanged(tx, 'product_type_option_value_deactivated', type, save);
  };
}
