import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { FIND_OPTION, type OptionData } from '../../db/option-statements.ts';
import { lockType } from '../../db/product-type-state.ts';
import { productTypeChanged } from './product-type-changed.ts';
import { saveOption } from './update-option.ts';

/** Buyers are not asked for it any more, and its key may be given to another option. */
export function deactivateOption({ caller }: Context, { id }: { id: string }): TransactionBody<void> {
  mustReachAll(caller);
  return async (tx) => {
    const { type, rows } = await lockType(tx, 'option', id, FIND_OPTION.with(id));
    const [option] = rows[0] as [OptionData];
    if (!option.isActive) return;
    await productTypeChanged(tx, 'product_type_option_deactivated', type, saveOption({ ...option, isActive: false }));
  };
}
