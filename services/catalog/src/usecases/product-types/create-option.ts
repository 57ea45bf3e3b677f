import type { CreateOptionRequest } from '@estampa/contracts/catalog/v1/option';
import { alreadyExists } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { options, type OptionWithValues } from '../../db/option-repository.ts';
import { optionValues } from '../../db/option-value-repository.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import type { OptionRow } from '../../db/tables/option.ts';
import type { OptionValueRow } from '../../db/tables/option-value.ts';
import { OPTION_VALUES_PER_TYPE_MAX, OPTIONS_PER_TYPE_MAX } from '../../domain/limits.ts';
import { limitReached } from '../../domain/rejections.ts';
import { recolourTemplates } from '../templates/recolour-templates.ts';
import { productTypeChanged } from './product-type-changed.ts';

export function createOption({ caller, now }: Context, input: CreateOptionRequest): TransactionBody<OptionWithValues> {
  mustReachAll(caller);
  return async (tx) => {
    const { productTypeId: typeId } = input;
    const requested = [options.findActive(typeId), optionValues.findActive(typeId)] as const;
    const { type, rows } = await productTypes.lock(tx, 'product type', typeId, ...requested);
    const [existing, values] = rows;
    mustBeNew(input, existing, values.length);
    const created = newOption(input, type.id, now());
    const inserts = [options.insert(created.option), optionValues.insert(created.values)];
    await productTypeChanged(tx, 'product_type_option_created', type, ...inserts);
    await recolourTemplates(tx, type.id, now());
    return created;
  };
}

export const mustHaveRoom = (valueCount: number): void => {
  if (valueCount <= OPTION_VALUES_PER_TYPE_MAX) return;
  throw limitReached(`A product type takes at most ${OPTION_VALUES_PER_TYPE_MAX} active option values`);
};

function mustBeNew({ key, values }: CreateOptionRequest, existing: readonly OptionRow[], valueCount: number): void {
  if (existing.some((option) => option.key === key)) throw alreadyExists(`There is already an option ${key}`);
  if (existing.length >= OPTIONS_PER_TYPE_MAX) {
    throw limitReached(`A product type takes at most ${OPTIONS_PER_TYPE_MAX} active options`);
  }
  mustHaveRoom(valueCount + values.length);
  const twice = values.find(({ value }, index) => values.findIndex((other) => other.value === value) < index);
  if (twice) throw alreadyExists(`The value ${twice.value} is given twice`);
}

type NewValue = CreateOptionRequest['values'][number];

export const newValue = (input: NewValue, optionId: string, createdAt: Date): OptionValueRow => ({
  id: newId(),
  optionId,
  value: input.value,
  labelPt: input.labelPt,
  labelEn: input.labelEn ?? null,
  hexColor: input.hexColor ?? null,
  isActive: true,
  createdAt,
});

function newOption(input: CreateOptionRequest, productTypeId: string, createdAt: Date): OptionWithValues {
  const option = {
    id: newId(),
    productTypeId,
    key: input.key,
    labelPt: input.labelPt,
    labelEn: input.labelEn ?? null,
    inputType: input.inputType,
    displayBehavior: input.displayBehavior,
    required: input.required,
    isActive: true,
    createdAt,
  };
  return { option, values: input.values.map((value) => newValue(value, option.id, createdAt)) };
}
