import { boolean, key, nullable, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

export const option = table('product_option', {
  id: key(uuid),
  productTypeId: uuid,
  key: text,
  labelPt: text,
  labelEn: nullable(text),
  inputType: text,
  displayBehavior: text,
  required: boolean,
  isActive: boolean,
  createdAt: timestamp,
});

export type OptionRow = RowOf<typeof option.columns>;
