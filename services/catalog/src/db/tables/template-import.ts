import { integer, json, key, nullable, oneOf, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import { type ImportFailure, IMPORT_STATES, type ImportWarning } from '../../domain/template-import.ts';

/** A Photoshop file on its way to templates. */
export const templateImport = table('template_import', {
  id: key(uuid),
  productTypeId: uuid,
  displayName: text,
  uploadKey: text,
  requestedBy: uuid,
  state: oneOf(IMPORT_STATES),
  /** Their names; null before the file was read. */
  printAreas: nullable(json<string[]>()),
  templateIds: json<string[]>(),
  warnings: json<ImportWarning[]>(),
  failure: nullable(json<ImportFailure>()),
  tries: integer,
  dueAt: nullable(timestamp),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type TemplateImportRow = RowOf<typeof templateImport.columns>;
