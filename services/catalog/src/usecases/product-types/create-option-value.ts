import type { NewOptionValue } from '@estampa/contracts/catalog/v1/option';
import { alreadyExists, wrongState } from '@estampa/kernel/errors';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import { pipeline } from '@estampa/kit/postgres/statement';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import {
  ACTIVE_VALUES,
  FIND_OPTION,
  type OptionData,
  type OptionValueData,
  VALUES_OF_OPTION,
} from '../../db/option-statements.ts';
import { lockType } from '../../db/product-type-state.ts';
import { insertValues, mustHaveRoom, newValue } from './create-option.ts';
import { productTypeChanged } from './product-type-changed.ts';

type Input = { optionId: string; value: NewOptionValue };

export function createOptionValue(
  { caller, now }: Context,
  { optionId, value }: Input,
): TransactionBody<OptionValueData> {
  mustReachAll(caller);
  return async (tx) => {
    const requested = [FIND_OPTION.with(optionId), VALUES_OF_OPTION.with(optionId)] as const;
    const { type, rows } = await lockType(tx, 'option', optionId, ...requested);
    const [[option], values] = rows as [[OptionData], OptionValueData[]];
    if (!option.isActive) throw wrongState(`The option ${option.key} is inactive and takes no values`);
    if (values.some((other) => other.isActive && other.value === value.value)) {
      throw alreadyExists(`The option ${option.key} has the value ${value.value} already`);
    }
    const [all] = await pipeline(tx, ACTIVE_VALUES.with(type.id));
    mustHaveRoom(all.length + 1);
    const added = newValue(value, option.id, now());
    await productTypeChanged(tx, 'product_type_option_value_created', type, insertValues(option, [added]));
    return added;
  };
}
