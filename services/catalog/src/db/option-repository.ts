import { newestFirst, type PageRequest } from '@estampa/kernel/page';
import { toRecord } from '@estampa/kit/postgres/rows';
import { type Query, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { OptionRule } from '../domain/options.ts';
import { optionValues } from './option-value-repository.ts';
import { activeUnless, type PartsOfType } from './parts-of-type.ts';
import { option, type OptionRow } from './tables/option.ts';
import type { OptionValueRow } from './tables/option-value.ts';

export type OptionWithValues = { option: OptionRow; values: OptionValueRow[] };

/** The options that buyers choose. All but the pages are pipelined queries and writes, under the lock of their product type. */
export const options = {
  find: (id: string): Query<OptionRow> => BY_ID.with(id),

  findActive: (productTypeId: string): Query<OptionRow> => ACTIVE.with(productTypeId),

  /** Newest first, each with its values, and the number of all. */
  async findPage(em: EntityManager, parts: PartsOfType, page: PageRequest): Promise<[OptionWithValues[], number]> {
    const [found, total] = await em.findAndCount(option.Row, activeUnless(parts), newestFirst(page));
    const ids = found.map(({ id }) => id);
    return [groupValues(found, await optionValues.findOfOptions(em, ids, parts)), total];
  },

  insert: (row: OptionRow): Query<object> => INSERT.with(toRecord(row)),

  /** All but its key. */
  save: (row: OptionRow): Query<object> => SAVE.with(toRecord(row)),
};

/** The options with their values, in the order they were added. */
export function groupValues(found: readonly OptionRow[], values: readonly OptionValueRow[]): OptionWithValues[] {
  const byOption = Map.groupBy(values, ({ optionId }) => optionId);
  return found.map((one) => ({ option: one, values: byOption.get(one.id) ?? [] }));
}

export const optionRules = (found: readonly OptionWithValues[]): OptionRule[] =>
  found.map(({ option: { key, required }, values }) => ({ key, required, values: values.map(({ value }) => value) }));

const { id: _id, productTypeId: _productTypeId, key: _key, createdAt: _createdAt, ...CHANGEABLE } = option.columns;

const BY_ID = option.select('o', 'where o.id = $1');
const ACTIVE = option.select('o', 'where o.product_type_id = $1 and o.is_active order by o.id');

const INSERT = statement(option.insertRecord('$1'), {});
const SAVE = statement(option.updateRecord('$1', CHANGEABLE), {});
