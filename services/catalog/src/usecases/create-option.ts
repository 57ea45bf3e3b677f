import type { CreateOptionRequest } from '@estampa/contracts/catalog/v1/catalog';
import { alreadyExists } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { addRow } from '@estampa/kit/add-row';
import { mustReachAll } from '@estampa/kit/caller';
import type { Work } from '@estampa/kit/transact';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { lockProductType } from '../db/find-product-type.ts';
import { OptionValueRow } from '../db/option-value.entity.ts';
import { OptionRow } from '../db/option.entity.ts';
import { loadOptions, type OptionWithValues } from '../db/product-type-parts.ts';
import { OPTION_VALUES_PER_TYPE_MAX, OPTIONS_PER_TYPE_MAX } from '../domain/limits.ts';
import { limitReached } from '../domain/refusals.ts';
import { productTypeChanged } from './product-type-changed.ts';

export function createOption({ caller, now }: Context, input: CreateOptionRequest): Work<OptionWithValues> {
  mustReachAll(caller);
  return async (tx) => {
    const type = await lockProductType(tx, input.productTypeId);
    mustBeNew(input, await loadOptions(tx, [type.id], { onlyActive: true }));
    const created = await addOption(tx, input, now());
    await productTypeChanged(tx, 'product_type_option_created', type);
    return created;
  };
}

function mustBeNew({ key, values }: CreateOptionRequest, existing: readonly OptionWithValues[]): void {
  if (existing.some(({ option }) => option.key === key)) throw alreadyExists(`There is already an option ${key}`);
  if (existing.length >= OPTIONS_PER_TYPE_MAX) {
    throw limitReached(`A product type takes at most ${OPTIONS_PER_TYPE_MAX} active options`);
  }
  const valueCount = existing.reduce((count, option) => count + option.values.length, values.length);
  if (valueCount > OPTION_VALUES_PER_TYPE_MAX) {
    throw limitReached(`A product type takes at most ${OPTION_VALUES_PER_TYPE_MAX} active option values`);
  }
  const twice = values.find(({ value }, index) => values.findIndex((other) => other.value === value) < index);
  if (twice) throw alreadyExists(`The value ${twice.value} is given twice`);
}

async function addOption(tx: EntityManager, input: CreateOptionRequest, createdAt: Date): Promise<OptionWithValues> {
  const option = addRow(tx, OptionRow, {
    id: newId(),
    productTypeId: input.productTypeId,
    key: input.key,
    labelPt: input.labelPt,
    labelEn: input.labelEn ?? null,
    inputType: input.inputType,
    displayBehavior: input.displayBehavior,
    required: input.required,
    isActive: true,
    createdAt,
  });
  await tx.flush();
  const values = input.values.map((value) =>
    addRow(tx, OptionValueRow, {
      id: newId(),
      optionId: option.id,
      value: value.value,
      labelPt: value.labelPt,
      labelEn: value.labelEn ?? null,
      hexColor: value.hexColor ?? null,
      isActive: true,
      createdAt,
    }),
  );
  return { option, values };
}
