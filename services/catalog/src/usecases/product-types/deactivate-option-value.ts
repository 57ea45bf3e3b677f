import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { optionValues } from '../../db/option-value-repository.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import type { OptionValueRow } from '../../db/tables/option-value.ts';
import { recolourTemplates } from '../templates/recolour-templates.ts';
import { productTypeChanged } from './product-type-changed.ts';

export function deactivateOptionValue({ caller, now }: Context, { id }: { id: string }): TransactionBody<void> {
  mustReachAll(caller);
  return async (tx) => {
    const { type, rows } = await productTypes.lock(tx, 'option value', id, optionValues.find(id));
    const [value] = rows[0] as [OptionValueRow];
    if (!value.isActive) return;
    const save = optionValues.save({ ...value, isActive: false });
    await productTypeChanged(tx, 'product_type_option_value_deactivated', type, save);
    await recolourTemplates(tx, type.id, now());
  };
}
