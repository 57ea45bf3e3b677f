import { boolean, key, nullable, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

export const asset = table('asset', {
  id: key(uuid),
  productTypeId: uuid,
  key: text,
  keyLabelPt: nullable(text),
  keyLabelEn: nullable(text),
  value: text,
  labelPt: text,
  labelEn: nullable(text),
  isActive: boolean,
  createdAt: timestamp,
});

export type AssetRow = RowOf<typeof asset.columns>;
