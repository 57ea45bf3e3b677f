import type { NewOptionValue } from '@estampa/contracts/catalog/v1/option';
import { alreadyExists, wrongState } from '@estampa/kernel/errors';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import { pipeline } from '@estampa/kit/postgres/statement';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { options } from '../../db/option-repository.ts';
import { optionValues } from '../../db/option-value-repository.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import type { OptionRow } from '../../db/tables/option.ts';
import type { OptionValueRow } from '../../db/tables/option-value.ts';
import { mustHaveRoom, newValue } from './create-option.ts';
import { recolourTemplates } from '../templates/recolour-templates.ts';
import { productTypeChanged } from './product-type-changed.ts';

type Input = { optionId: string; value: NewOptionValue };

export function createOptionValue(
  { caller, now }: Context,
  { optionId, value }: Input,
): TransactionBody<OptionValueRow> {
  mustReachAll(caller);
  return async (tx) => {
    const requested = [options.find(optionId), optionValues.findOfOption(optionId)] as const;
    const { type, rows } = await productTypes.lock(tx, 'option', optionId, ...requested);
    const [[option], values] = rows as [[OptionRow], OptionValueRow[]];
    if (!option.isActive) throw wrongState(`The option ${option.key} is inactive and takes no values`);
    if (values.some((other) => other.isActive && other.value === value.value)) {
      throw alreadyExists(`The option ${option.key} has the value ${value.value} already`);
    }
    const [all] = await pipeline(tx, optionValues.findActive(type.id));
    mustHaveRoom(all.length + 1);
    const added = newValue(value, option.id, now());
    await productTypeChanged(tx, 'product_type_option_value_created', type, optionValues.insert([added]));
    await recolourTemplates(tx, type.id, now());
    return added;
  };
}
