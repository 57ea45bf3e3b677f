import { integer, key, oneOf, type RowOf, text, timestamp } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import { IMAGE_KINDS } from '../../domain/template.ts';

/** An upload that became an image of a template. */
export const completedTemplateImage = table('completed_template_image', {
  templateId: key(text),
  uploadKey: key(text),
  kind: oneOf(IMAGE_KINDS),
  imageKey: text,
  widthPx: integer,
  heightPx: integer,
  completedAt: timestamp,
});

export type CompletedTemplateImageRow = RowOf<typeof completedTemplateImage.columns>;
