import { toRecord, toRecords } from '@estampa/kit/postgres/rows';
import { listOf, type Query, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { optionValue, type OptionValueRow } from './tables/option-value.ts';

/** Pipelined queries and writes, under the lock of their product type. */
export const optionValues = {
  find: (id: string): Query<OptionValueRow> => BY_ID.with(id),

  /** Active or not. */
  findOfOption: (optionId: string): Query<OptionValueRow> => OF_OPTION.with(optionId),

  /** Of all active options of a type. */
  findActive: (productTypeId: string): Query<OptionValueRow> => ACTIVE.with(productTypeId),

  findOfOptions: (
    em: EntityManager,
    optionIds: readonly string[],
    { includeInactive }: { includeInactive: boolean },
  ): Promise<OptionValueRow[]> => OF_OPTIONS.all(em, [optionIds, includeInactive]),

  insert: (rows: readonly OptionValueRow[]): Query<object> => INSERT.with(toRecords(rows)),

  /** Its labels and colour, and whether it is active. */
  save: (row: OptionValueRow): Query<object> => SAVE.with(toRecord(row)),
};

const { id: _id, optionId: _optionId, value: _value, createdAt: _createdAt, ...CHANGEABLE } = optionValue.columns;

const BY_ID = optionValue.select('v', 'where v.id = $1');
const OF_OPTION = optionValue.select('v', 'where v.option_id = $1 order by v.id');
const OF_OPTIONS = optionValue.select(
  'v',
  `where v.option_id = any(${listOf('$1::uuid[]')}) and ($2 or v.is_active) order by v.id`,
);
const ACTIVE = optionValue.select(
  'v',
  `join product_option o on o.id = v.option_id
   where o.product_type_id = $1 and o.is_active and v.is_active order by v.id`,
);

const INSERT = statement(optionValue.insertRecords('$1'), {});
const SAVE = statement(optionValue.updateRecord('$1', CHANGEABLE), {});
