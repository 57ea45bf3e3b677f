import { integer, json, nullable, oneOf, text, timestamp } from '@estampa/kit/postgres/columns';
import { RENDER_STATUSES } from '../domain/render.ts';
import type { RenderRow } from './render.entity.ts';

/** What is shown of a render. */
export const SHOWN_OF_RENDER = {
  artworkId: text,
  templateId: text,
  id: text,
  status: oneOf(RENDER_STATUSES),
  artworkVersion: integer,
  inputHash: nullable(text),
  key: nullable(text),
  placement: json<RenderRow['placement']>(),
  printArea: json<RenderRow['printArea']>(),
  widthPx: integer,
  heightPx: integer,
  error: nullable(text),
  createdAt: timestamp,
};
