import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { options } from '../../db/option-repository.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import type { OptionRow } from '../../db/tables/option.ts';
import { recolourTemplates } from '../templates/recolour-templates.ts';
import { productTypeChanged } from './product-type-changed.ts';

/** Buyers no longer choose it, and another option may take its key. */
export function deactivateOption({ caller, now }: Context, { id }: { id: string }): TransactionBody<void> {
  mustReachAll(caller);
  return async (tx) => {
    const { type, rows } = await productTypes.lock(tx, 'option', id, options.find(id));
    const [option] = rows[0] as [OptionRow];
    if (!option.isActive) return;
    await productTypeChanged(tx, 'product_type_option_deactivated', type, options.save({ ...option, isActive: false }));
    await recolourTemplates(tx, type.id, now());
  };
}
