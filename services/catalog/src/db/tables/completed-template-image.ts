import { integer, key, type RowOf, text, textOf, timestamp } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import type { ImageKind } from '../../domain/template.ts';

/** An upload that became an image of a template. */
export const completedTemplateImage = table('completed_template_image', {
  templateId: key(text),
  uploadKey: key(text),
  kind: textOf<ImageKind>(),
  imageKey: text,
  widthPx: integer,
  heightPx: integer,
  completedAt: timestamp,
});

export type CompletedTemplateImageRow = RowOf<typeof completedTemplateImage.columns>;
