import { boolean, nullable, type RowOf, text, timestamp } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';

const OPTION_COLUMNS = {
  id: text,
  productTypeId: text,
  key: text,
  labelPt: text,
  labelEn: nullable(text),
  inputType: text,
  displayBehavior: text,
  required: boolean,
  isActive: boolean,
  createdAt: timestamp,
};
export type OptionData = RowOf<typeof OPTION_COLUMNS>;
const OPTION = `o.id, o.product_type_id as "productTypeId", o.key, o.label_pt as "labelPt", o.label_en as "labelEn",
  o.input_type as "inputType", o.display_behavior as "displayBehavior", o.required, o.is_active as "isActive",
  o.created_at as "createdAt"`;

const VALUE_COLUMNS = {
  id: text,
  optionId: text,
  value: text,
  labelPt: text,
  labelEn: nullable(text),
  hexColor: nullable(text),
  isActive: boolean,
  createdAt: timestamp,
};
export type OptionValueData = RowOf<typeof VALUE_COLUMNS>;
const VALUE = `v.id, v.option_id as "optionId", v.value, v.label_pt as "labelPt", v.label_en as "labelEn",
  v.hex_color as "hexColor", v.is_active as "isActive", v.created_at as "createdAt"`;

export type OptionWithValues = { option: OptionData; values: OptionValueData[] };

export const FIND_OPTION = statement(`select ${OPTION} from product_option o where o.id = $1`, OPTION_COLUMNS);
export const FIND_OPTION_VALUE = statement(`select ${VALUE} from option_value v where v.id = $1`, VALUE_COLUMNS);

export const ACTIVE_OPTIONS = statement(
  `select ${OPTION} from product_option o where o.product_type_id = $1 and o.is_active order by o.id`,
  OPTION_COLUMNS,
);
/** Those of one option, active or not. */
export const VALUES_OF_OPTION = statement(
  `select ${VALUE} from option_value v where v.option_id = $1 order by v.id`,
  VALUE_COLUMNS,
);
/** Of all active options of a type. */
export const ACTIVE_VALUES = statement(
  `select ${VALUE} from option_value v join product_option o on o.id = v.option_id
   where o.product_type_id = $1 and o.is_active and v.is_active order by v.id`,
  VALUE_COLUMNS,
);

/** The options with their values, in the order they were added. */
export function groupValues(options: readonly OptionData[], values: readonly OptionValueData[]): OptionWithValues[] {
  const byOption = Map.groupBy(values, ({ optionId }) => optionId);
  return options.map((option) => ({ option, values: byOption.get(option.id) ?? [] }));
}

export const INSERT_OPTION = statement(
  `insert into product_option (id, product_type_id, key, label_pt, label_en, input_type, display_behavior, required,
     is_active, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, true, $9)`,
  {},
);
export const SAVE_OPTION = statement(
  `update product_option
   set label_pt = $2, label_en = $3, input_type = $4, display_behavior = $5, required = $6, is_active = $7
   where id = $1`,
  {},
);
export const INSERT_VALUES = statement(
  `insert into option_value (id, option_id, value, label_pt, label_en, hex_color, is_active, created_at)
   select v.id, $1, v.value, v."labelPt", v."labelEn", v."hexColor", true, $2
   from jsonb_to_recordset($3::jsonb) as v(id uuid, value text, "labelPt" text, "labelEn" text, "hexColor" text)`,
  {},
);
export const SAVE_VALUE = statement(
  'update option_value set label_pt = $2, label_en = $3, hex_color = $4, is_active = $5 where id = $1',
  {},
);
