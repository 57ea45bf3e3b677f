import { boolean, key, nullable, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

export const optionValue = table('option_value', {
  id: key(uuid),
  optionId: uuid,
  value: text,
  labelPt: text,
  labelEn: nullable(text),
  hexColor: nullable(text),
  isActive: boolean,
  createdAt: timestamp,
});

export type OptionValueRow = RowOf<typeof optionValue.columns>;
